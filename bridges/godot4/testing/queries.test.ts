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
  beforeEach(() => live.load('quest'));

  it('is asked with z 0: a ray finds bodies and no areas', async () => {
    const from = { x: 160, y: 180, z: 0 };
    const hit = await live.call('physics.ray', { from, to: { x: 160, y: 0, z: 0 } });
    expect(hit).toMatchObject({ path: '/Quest/Walls', normal: { x: 0, y: 1, z: 0 } });
    expect(hit?.point.y).toBeCloseTo(24, 1);
    expect(hit?.distance).toBeCloseTo(156, 1);
    expect(await live.call('physics.ray', { from, to: { x: 160, y: 40, z: 0 } })).toBeNull();
    expect(
      await live.call('physics.ray', { from: { ...from, z: 1 }, to: { x: 160, y: 0, z: 1 } }),
    ).toBeNull();
  });

  it('finds bodies and areas in a circle and in a rectangle', async () => {
    const at = { x: 160, y: 80, z: 0 };
    expect(paths((await live.call('physics.overlap', { at, radius: 20 })).items)).toEqual([
      '/Quest/Coins/Coin1',
    ]);
    const { items, total } = await live.call('physics.overlap', { at, box: { x: 600, y: 300, z: 0 } });
    expect(paths(items)).toEqual(expect.arrayContaining(['/Quest/Player', '/Quest/Guard', '/Quest/Walls']));
    expect(total).toBe(items.length);
    expect(new Set(paths(items)).size).toBe(total);
  });
});

describe('physics in 3D', () => {
  beforeEach(() => live.stillArena());

  it('knows a body that was moved just before, and one on any layer', async () => {
    const ray = () => live.call('physics.ray', { from: { x: 7, y: 1, z: 9 }, to: { x: 7, y: 1, z: -9 } });
    expect(await ray()).toBeNull();
    const crate = await live.find('/Arena/Crate');
    await live.write(crate, 'Node3D', 'position', [7, 1, 0]);
    await live.write(crate, 'CollisionObject3D', 'collision_layer', 2 ** 31);
    expect(await ray()).toMatchObject({ path: '/Arena/Crate', normal: { x: 0, y: 0, z: 1 } });
  });

  it('finds areas and pages what it finds', async () => {
    await run(
      'var area = Area3D.new()',
      'area.name = "Zone"',
      'var shape = CollisionShape3D.new()',
      'shape.shape = SphereShape3D.new()',
      'area.add_child(shape)',
      'area.position = Vector3(0, 1, 0)',
      'scene.add_child(area)',
    );
    const at = { x: 0, y: 1, z: 0 };
    const { items, total } = await live.call('physics.overlap', { at, box: { x: 1.5, y: 1.5, z: 1.5 } });
    expect(paths(items).sort()).toEqual(['/Arena/Crate', '/Arena/Floor', '/Arena/Zone']);
    const page = { at, box: { x: 1.5, y: 1.5, z: 1.5 }, offset: 1, limit: 1 };
    const one = await live.call('physics.overlap', page);
    expect([one.total, paths(one.items)]).toEqual([total, paths(items).slice(1, 2)]);
  });

  it('refuses a shape without a size and places that are none', async () => {
    const at = { x: 0, y: 1, z: 0 };
    for (const wrong of [{}, { radius: 0 }, { radius: 1, box: at }, { box: { x: 1, y: 0, z: 1 } }]) {
      const { hint } = await live.refusal('invalid', live.call('physics.overlap', { at, ...wrong }));
      expect(hint).toMatch(/radius|box|above 0/);
    }
    const { hint } = await live.refusal(
      'invalid',
      live.call('physics.ray', { from: at, to: { x: 1, y: 2 } as never }),
    );
    expect(hint).toContain('{x, y, z}');
  });
});

describe('a path', () => {
  it('in 3D leads over a navigation mesh, in world space', async () => {
    await live.load('garden');
    await run(
      'var mesh = NavigationMesh.new()',
      'mesh.vertices = PackedVector3Array([Vector3(0, 0, 0), Vector3(10, 0, 0), Vector3(10, 0, 10), Vector3(0, 0, 10)])',
      'mesh.add_polygon(PackedInt32Array([0, 1, 2, 3]))',
      'var region = NavigationRegion3D.new()',
      'region.navigation_mesh = mesh',
      'region.position = Vector3(100, 0, 0)',
      'scene.add_child(region)',
    );
    const path = (x: number) =>
      live.call('navigation.path', { from: { x: 101, y: 0, z: 1 }, to: { x, y: 0, z: 9 } });
    const found = await path(109);
    expect(found).toMatchObject({ reached: true });
    expect(found.length).toBeCloseTo(Math.hypot(8, 8), 1);
    expect(await path(150)).toMatchObject({ reached: false });
    await live.load('menu');
    const { hint } = await live.refusal('not-found', path(109));
    expect(hint).toContain('NavigationRegion');
  });

  it('in 2D goes around a hole, and its length is that of its points', async () => {
    await live.load('garden');
    await run(
      'var polygon = NavigationPolygon.new()',
      // A U: down the left side, along the bottom, up the right side.
      'polygon.vertices = PackedVector2Array([Vector2(0, 0), Vector2(100, 0), Vector2(100, 200), Vector2(200, 200), Vector2(200, 0), Vector2(300, 0), Vector2(300, 300), Vector2(200, 300), Vector2(100, 300), Vector2(0, 300), Vector2(0, 200), Vector2(300, 200)])',
      'polygon.add_polygon(PackedInt32Array([0, 1, 2, 10]))',
      'polygon.add_polygon(PackedInt32Array([10, 2, 8, 9]))',
      'polygon.add_polygon(PackedInt32Array([2, 3, 7, 8]))',
      'polygon.add_polygon(PackedInt32Array([3, 11, 6, 7]))',
      'polygon.add_polygon(PackedInt32Array([4, 5, 11, 3]))',
      'var region = NavigationRegion2D.new()',
      'region.navigation_polygon = polygon',
      'scene.add_child(region)',
    );
    const found = await live.call('navigation.path', {
      from: { x: 50, y: 50, z: 0 },
      to: { x: 250, y: 50, z: 0 },
    });
    expect(found.reached).toBe(true);
    expect(found.points[0]).toEqual({ x: 50, y: 50, z: 0 });
    expect(found.length).toBeCloseTo(2 * Math.hypot(50, 150) + 100, 0);
    const lengths = found.points.slice(1).map((point, at) => {
      const before = found.points[at] ?? point;
      return Math.hypot(point.x - before.x, point.y - before.y);
    });
    expect(lengths.reduce((sum, each) => sum + each, 0)).toBeCloseTo(found.length, 3);
  });
});

describe('animations', () => {
  beforeEach(async () => {
    await live.call('time.set', { scale: 1 });
    await live.load('playground');
  });
  const animation = async (path: string) => live.call('animation.get', { object: await live.find(path) });

  it('of a player are found at its parent, with the one that plays and its position', async () => {
    expect(await animation('/Playground')).toMatchObject({
      type: 'AnimationPlayer',
      animations: [{ name: 'swing', length: 1.5, loops: true }],
      current: { name: 'swing', playing: true },
    });
    await run('find("Swinger").seek(0.5, true)', 'find("Swinger").pause()');
    expect((await animation('/Playground/Swinger')).current).toEqual({
      name: 'swing',
      position: 0.5,
      playing: false,
    });
  });

  it('of a tree have the state of each machine, and parameters by the names that a write takes', async () => {
    await run(
      'var machine = AnimationNodeStateMachine.new()',
      'for state in ["idle", "walk"]:',
      '\tvar node = AnimationNodeAnimation.new()',
      '\tnode.animation = "swing"',
      '\tmachine.add_node(state, node)',
      'var blend = AnimationNodeBlendTree.new()',
      'blend.add_node("machine", machine)',
      'blend.add_node("speed", AnimationNodeTimeScale.new())',
      'blend.connect_node("speed", 0, "machine")',
      'blend.connect_node("output", 0, "speed")',
      'var animator = AnimationTree.new()',
      'animator.name = "Animator"',
      'animator.tree_root = blend',
      'scene.add_child(animator)',
      'animator.anim_player = ^"../Swinger"',
      'animator.active = true',
      'animator.set("parameters/speed/scale", 0.5)',
      'animator.get("parameters/machine/playback").start("walk")',
      'for i in 4: await tree.process_frame',
    );
    const info = await animation('/Playground/Animator');
    expect(info).toMatchObject({ type: 'AnimationTree', states: [{ machine: 'machine', state: 'walk' }] });
    expect(info.animations).toContainEqual({ name: 'swing', length: 1.5, loops: true });
    expect(info.parameters).toContainEqual({ name: 'parameters/speed/scale', value: 0.5 });
    const object = await live.find('/Playground/Animator');
    await live.write(object, 'AnimationTree', 'parameters/speed/scale', 2);
    expect((await animation('/Playground/Animator')).parameters).toContainEqual({
      name: 'parameters/speed/scale',
      value: 2,
    });
  });

  it('of a large tree have all states, and no parameters that only the engine uses', async () => {
    await run(
      'var machine := AnimationNodeStateMachine.new()',
      'for at in 100: machine.add_node("state%d" % at, AnimationNodeAnimation.new())',
      'var inner := AnimationNodeStateMachine.new()',
      'machine.add_node("zone", inner)',
      'machine.add_node("walk", AnimationNodeBlendSpace2D.new())',
      'var shot := AnimationNodeBlendTree.new()',
      'shot.add_node("fire", AnimationNodeOneShot.new())',
      'machine.add_node("shot", shot)',
      'var animator := AnimationTree.new()',
      'animator.name = "Animator"',
      'animator.tree_root = machine',
      'scene.add_child(animator)',
      'animator.set("parameters/walk/blend_position", Vector2(1, 0.5))',
    );
    const { states, parameters } = await animation('/Playground/Animator');
    expect(states?.map(({ machine }) => machine).sort()).toEqual(['', 'zone']);
    expect(parameters).toContainEqual({ name: 'parameters/walk/blend_position', value: { x: 1, y: 0.5 } });
    expect(parameters?.map(({ name }) => name).sort()).toEqual([
      'parameters/shot/fire/active',
      'parameters/shot/fire/request',
      'parameters/walk/blend_position',
    ]);
  });

  it.each(['AnimatedSprite2D', 'AnimatedSprite3D'])(
    'of an %s have lengths by their frames and speed',
    async type => {
      await run(
        'var frames = SpriteFrames.new()',
        'frames.add_animation("run")',
        'frames.set_animation_speed("run", 4)',
        'frames.set_animation_loop("run", false)',
        'for duration in [1.0, 2.0, 1.0]: frames.add_frame("run", PlaceholderTexture2D.new(), duration)',
        `var sprite = ${type}.new()`,
        'sprite.name = "Sprite"',
        'sprite.sprite_frames = frames',
        'scene.add_child(sprite)',
        'sprite.animation = "run"',
        'sprite.set_frame_and_progress(1, 0.5)',
      );
      const info = await animation('/Playground/Sprite');
      expect(info.animations).toContainEqual({ name: 'run', length: 1, loops: false });
      // The first frame, and half of the second one, which is twice as long.
      expect(info).toMatchObject({ type, current: { name: 'run', position: 0.5, playing: false } });
    },
  );

  it('are not found at a node without any', async () => {
    const { hint } = await live.refusal('not-found', animation('/Playground/Arm'));
    expect(hint).toContain('AnimationPlayer');
  });
});

describe('cells', () => {
  const cells = async (path: string, page: object = {}) =>
    live.call('cells.list', { object: await live.find(path), ...page });

  it('of a tile map layer are in order, with source, atlas and alternative', async () => {
    await live.load('playground');
    await run(
      'var layer = find("Tiles")',
      'layer.tile_set.get_source(0).create_alternative_tile(Vector2i(1, 0))',
      'layer.set_cell(Vector2i(-2, 5), 0, Vector2i(1, 0), 1)',
    );
    const { total, items } = await cells('/Playground/Tiles', { limit: 2 });
    expect(total).toBe(6);
    expect(items).toEqual([
      { at: { x: -2, y: 5, z: 0 }, item: 'source 0, atlas (1, 0), alternative 1' },
      { at: { x: 0, y: 0, z: 0 }, item: 'source 0, atlas (0, 0)' },
    ]);
    expect((await cells('/Playground/Tiles', { offset: 5 })).items).toEqual([
      { at: { x: 4, y: 0, z: 0 }, item: 'source 0, atlas (0, 0)' },
    ]);
  });

  it('of a grid map are named by their library', async () => {
    await live.load('garden');
    await run(
      'var library = MeshLibrary.new()',
      'library.create_item(7)',
      'library.set_item_name(7, "wall")',
      'library.set_item_mesh(7, BoxMesh.new())',
      'var grid = GridMap.new()',
      'grid.name = "Grid"',
      'grid.mesh_library = library',
      'scene.add_child(grid)',
      'grid.set_cell_item(Vector3i(1, 2, -3), 7)',
    );
    expect(await cells('/Garden/Grid')).toEqual({
      total: 1,
      items: [{ at: { x: 1, y: 2, z: -3 }, item: 'item 7, wall' }],
    });
  });

  it('are the visible instances of a multi-mesh', async () => {
    await live.load('garden');
    await run(
      'var many = MultiMesh.new()',
      'many.transform_format = MultiMesh.TRANSFORM_3D',
      'many.mesh = BoxMesh.new()',
      'many.instance_count = 200',
      'var node = MultiMeshInstance3D.new()',
      'node.name = "Many"',
      'node.multimesh = many',
      'scene.add_child(node)',
    );
    const { total, items } = await cells('/Garden/Many', { offset: 120, limit: 1 });
    expect(total).toBe(200);
    expect(items).toMatchObject([{ index: 120, item: 'instance of BoxMesh' }]);
    await run('find("Many").multimesh.visible_instance_count = 3');
    expect((await cells('/Garden/Many')).total).toBe(3);
    await run('find("Many").multimesh = null');
    expect(await cells('/Garden/Many')).toEqual({ total: 0, items: [] });
    const { hint } = await live.refusal('not-found', cells('/Garden/Mill'));
    expect(hint).toContain('GridMap');
  });
});

describe('signals', () => {
  beforeEach(() => live.load('arena'));

  it('of a script come first, with the names and types of their arguments and their connections', async () => {
    await run(
      'var crate = find("Crate")',
      'crate.damaged.connect(find("Ball").set_meta)',
      'crate.died.connect(crate.heal.bind(1.0))',
      'crate.died.connect(func(): pass)',
    );
    const [crate, ball] = [await live.find('/Arena/Crate'), await live.find('/Arena/Ball')];
    const { items, total } = await live.call('signal.list', { object: crate, limit: 100 });
    expect(items[0]).toEqual({
      name: 'damaged',
      args: [
        { name: 'amount', type: 'float' },
        { name: 'by', type: 'String' },
      ],
      connections: [
        { target: expect.objectContaining({ id: ball, path: '/Arena/Ball' }), method: 'set_meta' },
      ],
    });
    expect(items[1]).toMatchObject({ name: 'died', args: [], connections: [{ method: 'heal' }] });
    expect(items.find(({ name }) => name === 'child_entered_tree')?.args).toEqual([
      { name: 'node', type: 'Node' },
    ]);
    expect(total).toBeGreaterThan(10);
    expect((await live.call('signal.list', { object: crate, offset: 1, limit: 1 })).items).toEqual([
      items[1],
    ]);
  });
});

describe('members', () => {
  it('have the range and the names that their author intends', async () => {
    await live.load('arena');
    const { object, type } = await live.scripted('Rated', [
      'extends Node',
      'enum Size { SMALL, LARGE = 5 }',
      '@export_range(0, 10) var stars := 3',
      '@export_range(0, 1, 0.25) var part := 0.5',
      '@export_range(0, 10, 1, "or_greater") var open := 1',
      '@export_range(-10, 10, 1, "or_less", "suffix:px") var low := 1',
      '@export_range(-180, 180, 90, "radians_as_degrees") var angle := 0.0',
      '@export_range(0, 90, 5, "degrees") var slope := 0.0',
      '@export_enum("red", "blue") var colour := "red"',
      '@export_enum("Off", "On") var state := 0',
      '@export_flags("Fire", "Water") var elements := 0',
      '@export var size: Size',
      '@export_flags("Self:4", "Allies:8", "All:12") var targets := 0',
      '@export var sizes: Array[Size] = []',
      'var free := 1',
    ]);
    const { items } = await live.call('member.list', { object, type, limit: 100 });
    const of = (name: string) => {
      const { range, choices } = items.find(each => each.name === name) ?? {};
      return range ?? choices;
    };
    expect(of('stars')).toMatchObject({ min: 0, max: 10 });
    expect(of('part')).toEqual({ min: 0, max: 1, step: 0.25 });
    expect(of('open')).toEqual({ min: 0, step: 1 });
    expect(of('low')).toEqual({ max: 10, step: 1 });
    expect(of('angle')).toEqual({ min: -Math.PI, max: Math.PI, step: Math.PI / 2 });
    expect(of('slope')).toEqual({ min: 0, max: 90, step: 5 });
    expect(of('targets')).toEqual(['Self', 'Allies', 'All']);
    expect((await live.write(object, type, 'targets', ['self', 'allies'])).json).toBe(12);
    await live.refusal('invalid', live.write(object, type, 'targets', 1));
    expect((await live.write(object, type, 'sizes', ['large', 0])).json).toEqual([5, 0]);
    expect((await live.refusal('invalid', live.write(object, type, 'sizes', [1]))).hint).toContain('Large');
    expect(of('colour')).toEqual(['red', 'blue']);
    expect(of('state')).toEqual(['Off', 'On']);
    expect(of('elements')).toEqual(['Fire', 'Water']);
    expect(of('size')).toEqual(['Small', 'Large']);
    expect(of('free')).toBeUndefined();
    expect((await live.write(object, type, 'size', 'large')).json).toBe(5);
    const timer = { object: await live.find('/Arena/Clock'), type: 'Timer', limit: 100 };
    const wait = (await live.call('member.list', timer)).items.find(each => each.name === 'wait_time');
    // It may be longer than the editor offers.
    expect(wait?.range).toEqual({ min: 0.001, step: 0.001 });
  });
});

describe('groups and autoloads', () => {
  it('groups that are added and removed are the tag of a node', async () => {
    await live.load('arena');
    const id = await live.find('/Arena/Ball');
    const tag = async () => (await live.call('object.get', { id })).tag;
    expect(await tag()).toBe('Untagged');
    await run('find("Ball").add_to_group("round")', 'find("Ball").add_to_group("heavy")');
    expect(await tag()).toBe('heavy,round');
    await run('find("Ball").remove_from_group("round")');
    expect(await tag()).toBe('heavy');
  });

  it('an autoload keeps its id and its values over a change of scenes', async () => {
    const score = await live.find('/Score');
    await live.write(score, 'scripts.score', 'points', 41);
    await live.load('menu');
    expect(await live.find('/Score')).toBe(score);
    expect((await live.invoke(score, 'scripts.score', 'add', 1)).json).toBe(42);
    await live.refusal('invalid', live.call('object.destroy', { id: await live.find('/Worldwire') }));
  });
});
