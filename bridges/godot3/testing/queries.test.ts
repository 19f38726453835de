import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());

const run = (...lines: string[]) => live.run(lines.join('\n'));
const paths = (items: readonly { readonly path: string }[]) => items.map(({ path }) => path);

describe('physics in 2D', () => {
  beforeEach(async () => {
    await live.load('quest');
    // Physics knows new shapes after a step.
    await live.run('for i in range(3): yield(tree, "physics_frame")');
  });

  it('is asked with z 0: a ray finds bodies and no areas', async () => {
    const from = { x: 160, y: 180, z: 0 };
    const hit = await live.call('physics.ray', { from, to: { x: 160, y: 0, z: 0 } });
    expect(hit).toMatchObject({ path: '/Quest/Walls', normal: { x: 0, y: 1, z: 0 } });
    expect(hit?.point.y).toBeCloseTo(24, 1);
    expect(await live.call('physics.ray', { from, to: { x: 160, y: 40, z: 0 } })).toBeNull();
  });

  it('finds bodies and areas in a circle and in a rectangle', async () => {
    const at = { x: 160, y: 80, z: 0 };
    expect(paths((await live.call('physics.overlap', { at, radius: 20 })).items)).toEqual([
      '/Quest/Coins/Coin1',
    ]);
    const box = { x: 600, y: 300, z: 0 };
    const { items } = await live.call('physics.overlap', { at, box });
    expect(paths(items)).toEqual(expect.arrayContaining(['/Quest/Player', '/Quest/Guard', '/Quest/Walls']));
  });
});

describe('a path in 3D', () => {
  it('leads over a navigation mesh, in world space', async () => {
    await live.load('garden');
    await run(
      'var mesh = NavigationMesh.new()',
      'mesh.vertices = PoolVector3Array([Vector3(0, 0, 0), Vector3(10, 0, 0), Vector3(10, 0, 10), Vector3(0, 0, 10)])',
      'mesh.add_polygon(PoolIntArray([0, 1, 2, 3]))',
      'var floor_node = NavigationMeshInstance.new()',
      'floor_node.navmesh = mesh',
      'var navigation = Navigation.new()',
      'navigation.translation = Vector3(100, 0, 0)',
      'navigation.add_child(floor_node)',
      'scene.add_child(navigation)',
    );
    const path = (x: number) =>
      live.call('navigation.path', { from: { x: 101, y: 0, z: 1 }, to: { x, y: 0, z: 9 } });
    const found = await path(109);
    expect(found).toMatchObject({ reached: true });
    expect(found.length).toBeCloseTo(Math.hypot(8, 8), 2);
    expect(await path(150)).toMatchObject({ reached: false });
    await live.load('menu');
    const { hint } = await live.refusal('not-found', path(109));
    expect(hint).toContain('navigation mesh');
  });
});

describe('animations', () => {
  beforeEach(() => live.load('workshop'));

  it('of a player are found at its parent, with the one that plays and its position', async () => {
    const object = await live.find('/Workshop');
    await live.call('time.wait', {
      conditions: [{ path: '/Workshop/Player', is: 'exists' }],
      timeoutMs: 1000,
    });
    const info = await live.call('animation.get', { object });
    expect(info).toMatchObject({ type: 'AnimationPlayer', current: { name: 'swing', playing: true } });
    await run('find("Player").stop()');
    expect((await live.call('animation.get', { object })).current).toMatchObject({
      name: 'swing',
      playing: false,
    });
  });

  it('of a tree have the state of each machine, and parameters', async () => {
    await run(
      'var machine = AnimationNodeStateMachine.new()',
      'for name in ["idle", "walk"]:',
      '\tvar node = AnimationNodeAnimation.new()',
      '\tnode.animation = "swing"',
      '\tmachine.add_node(name, node)',
      'machine.set_start_node("walk")',
      'var blend = AnimationNodeBlendTree.new()',
      'var scale = AnimationNodeTimeScale.new()',
      'blend.add_node("machine", machine)',
      'blend.add_node("speed", scale)',
      'blend.connect_node("speed", 0, "machine")',
      'blend.connect_node("output", 0, "speed")',
      'var animation_tree = AnimationTree.new()',
      'animation_tree.name = "Animator"',
      'animation_tree.tree_root = blend',
      'animation_tree.anim_player = NodePath("../Player")',
      'scene.add_child(animation_tree)',
      'animation_tree.active = true',
      'animation_tree.set("parameters/speed/scale", 0.5)',
      'for i in range(4): yield(tree, "idle_frame")',
    );
    const info = await live.call('animation.get', { object: await live.find('/Workshop/Animator') });
    expect(info).toMatchObject({ type: 'AnimationTree', states: [{ machine: 'machine', state: 'walk' }] });
    expect(info.animations).toContainEqual({ name: 'swing', length: 2, loops: true });
    expect(info.parameters).toContainEqual({ name: 'parameters/speed/scale', value: 0.5 });
  });
});

describe('cells', () => {
  beforeEach(() => live.load('garden'));

  it('of a grid map are named by their library', async () => {
    await run(
      'var library = MeshLibrary.new()',
      'library.create_item(7)',
      'library.set_item_name(7, "wall")',
      'library.set_item_mesh(7, CubeMesh.new())',
      'var map = GridMap.new()',
      'map.name = "Grid"',
      'map.mesh_library = library',
      'scene.add_child(map)',
      'map.set_cell_item(1, 2, -3, 7)',
    );
    expect(await live.call('cells.list', { object: await live.find('/Garden/Grid') })).toEqual({
      total: 1,
      items: [{ at: { x: 1, y: 2, z: -3 }, item: 'item 7 wall' }],
    });
  });

  it('are the instances of a multi-mesh, in world space', async () => {
    await run(
      'var many = MultiMesh.new()',
      'many.transform_format = MultiMesh.TRANSFORM_3D',
      'many.mesh = CubeMesh.new()',
      'many.instance_count = 200',
      'for at in range(200): many.set_instance_transform(at, Transform(Basis(), Vector3(at, 0, 0)))',
      'var node = MultiMeshInstance.new()',
      'node.name = "Many"',
      'node.multimesh = many',
      'node.translation = Vector3(0, 5, 0)',
      'scene.add_child(node)',
    );
    const object = await live.find('/Garden/Many');
    const { total, items } = await live.call('cells.list', { object, offset: 120, limit: 1 });
    expect(total).toBe(200);
    expect(items).toMatchObject([{ index: 120, item: 'mesh CubeMesh' }]);
  });
});

describe('members', () => {
  it('have the range and the names that their author intends', async () => {
    await live.load('arena');
    const { object, type } = await live.scripted('Rated', [
      'extends Node',
      'export(int, 0, 10) var stars = 3',
      'export(float, 0, 1, 0.25) var part = 0.5',
      'export(String, "red", "blue") var colour = "red"',
      'export(int, "Off", "On") var state = 0',
      'var free = 1',
    ]);
    const { items } = await live.call('member.list', { object, type, limit: 100 });
    const of = (name: string) => {
      const { range, choices } = items.find(each => each.name === name) ?? {};
      return range ?? choices;
    };
    expect(of('stars')).toMatchObject({ min: 0, max: 10 });
    expect(of('part')).toEqual({ min: 0, max: 1, step: 0.25 });
    expect(of('colour')).toEqual(['red', 'blue']);
    expect(of('state')).toEqual(['Off', 'On']);
    expect(of('free')).toBeUndefined();
    const timer = { object: await live.find('/Arena/Clock'), type: 'Timer', limit: 100 };
    const wait = (await live.call('member.list', timer)).items.find(each => each.name === 'wait_time');
    // It may be longer than the editor offers.
    expect(wait?.range).toEqual({ min: 0.001, step: 0.001 });
  });
});

describe('controls', () => {
  beforeEach(() => live.load('workshop'));

  const control = async (path: string) =>
    (await live.call('ui.list', { limit: 100 })).items.find(each => each.path === path);

  it('say whether they are enabled, have the focus, and what they hold', async () => {
    await run(
      'find("Press").disabled = true',
      'find("Field").text = "abc"',
      'find("Field").grab_focus()',
      'var box = CheckBox.new()',
      'box.name = "Box"',
      'box.pressed = true',
      'box.text = "Music"',
      'box.rect_position = Vector2(300, 200)',
      'scene.add_child(box)',
      'var slider = HSlider.new()',
      'slider.name = "Volume"',
      'slider.value = 30',
      'slider.rect_position = Vector2(300, 300)',
      'slider.rect_size = Vector2(100, 20)',
      'scene.add_child(slider)',
    );
    expect(await control('/Workshop/Press')).toMatchObject({
      enabled: false,
      clickable: false,
      focused: false,
    });
    expect(await control('/Workshop/Field')).toMatchObject({ enabled: true, focused: true, value: 'abc' });
    expect(await control('/Workshop/Box')).toMatchObject({ type: 'CheckBox', text: 'Music', value: true });
    expect(await control('/Workshop/Volume')).toMatchObject({ value: 30 });
  });

  it('do not say what is typed into a field for passwords', async () => {
    await run('find("Field").secret = true', 'find("Field").text = "hunter2"');
    expect(JSON.stringify(await control('/Workshop/Field'))).not.toContain('hunter2');
  });

  it('in containers are clickable where they pass the mouse to them', async () => {
    await run(
      'var panel = PanelContainer.new()',
      'panel.name = "Panel"',
      'panel.rect_position = Vector2(300, 100)',
      'var label = Label.new()',
      'label.name = "Label"',
      'label.text = "Read me"',
      'panel.add_child(label)',
      'scene.add_child(panel)',
      'for i in range(2): yield(tree, "idle_frame")',
    );
    expect(await control('/Workshop/Panel')).toMatchObject({ clickable: true });
    expect(await control('/Workshop/Panel/Label')).toMatchObject({ text: 'Read me', clickable: false });
  });
});
