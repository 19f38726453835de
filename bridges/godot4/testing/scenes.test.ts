import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(() => live.load('arena'));

const ids = async () => (await live.call('scene.list', {})).map(({ id }) => id);

describe('scenes', () => {
  it('of the project can be loaded by name or path, the main one first', async () => {
    expect(await live.call('scene.builds', {})).toEqual(
      ['arena', 'garden', 'menu', 'playground', 'quest'].map((name, index) => ({
        index,
        name,
        path: `res://scenes/${name}.tscn`,
      })),
    );
    await live.call('scene.load', { name: 'res://scenes/garden.tscn', mode: 'single' });
    expect(await ids()).toEqual(['scn:1', 'scn:ddol', 'scn:hide']);
    expect((await live.refusal('not-found', live.load('gardn'))).hint).toContain('garden');
    const wrong = live.call('scene.load', { name: 'menu', mode: 'double' as 'single' });
    await live.refusal('invalid', wrong);
  });

  it('stand side by side, and new objects go to the current one', async () => {
    const garden = await live.call('scene.load', { name: 'garden', mode: 'additive' });
    expect(garden).toEqual({ id: 'scn:1', name: 'garden', index: 1, loaded: true, rootCount: 1 });
    expect(await ids()).toEqual(['scn:0', 'scn:1', 'scn:ddol', 'scn:hide']);
    const { items } = await live.call('object.list', { scene: 'scn:1' });
    const paths = ['/Garden', '/Garden/Mill', '/Garden/Mill/Blade', '/Garden/Safe'];
    expect(items.map(({ path }) => path)).toEqual(paths);
    await live.call('object.create', { name: 'New' });
    expect((await live.call('scene.list', {}))[0]).toMatchObject({ id: 'scn:0', rootCount: 2 });
  });

  it('are reported as loading while they load', async () => {
    const states: string[] = [];
    const stop = live.engine.listen(event => event.kind === 'state' && states.push(event.state.status));
    await live.load('menu');
    stop();
    expect(states).toEqual(['loading', 'ready']);
  });

  it('that the game changes by itself are told as well', async () => {
    const changed = eventOf(live.engine, 'scenes', ({ added }) => added.length > 0);
    await live.run('tree.change_scene_to_file("res://scenes/menu.tscn")');
    expect(await changed).toMatchObject({ added: ['scn:2'] });
  });

  it('may be destroyed by their roots', async () => {
    await live.call('object.destroy', { id: await live.find('/Arena') });
    expect(await ids()).toEqual(['scn:ddol', 'scn:hide']);
    expect((await live.call('object.create', { name: 'Alone' })).scene).toBe('scn:ddol');
    await live.call('object.destroy', { id: await live.find('/Alone') });
  });

  it('answer with thousands of nodes below the root, bare ones and instances of scenes', async () => {
    await live.run(
      [
        'var menu = load("res://scenes/menu.tscn")',
        'for i in range(5000):',
        '\tvar node = Node.new() if i % 10 else menu.instantiate()',
        '\troot.add_child(node)',
        '\tnode.add_to_group("crowd")',
      ].join('\n'),
    );
    const scenes = await live.call('scene.list', {});
    expect(scenes).toHaveLength(503);
    expect(new Set(scenes.map(({ id }) => id)).size).toBe(503);
    expect(scenes.find(({ id }) => id === 'scn:ddol')?.rootCount).toBe(4502);
    const { items, total } = await live.call('object.list', { offset: 7000 });
    expect(total).toBeGreaterThan(7000);
    expect(items).toHaveLength(50);
    expect((await live.call('object.list', { scene: 'scn:ddol' })).total).toBe(4503);
    const made = await live.call('object.create', { name: 'Late' });
    expect(await live.call('object.get', { id: made.id })).toMatchObject({ scene: 'scn:0' });
    await live.run('for node in tree.get_nodes_in_group("crowd"): node.free()');
    expect(await ids()).toEqual(['scn:0', 'scn:ddol', 'scn:hide']);
  });

  it('keep what was made in them, and what is left of them outlives them', async () => {
    const { id } = await live.call('object.create', { name: 'Left' });
    await live.run('tree.current_scene = null\nroot.get_node("Arena").scene_file_path = ""');
    expect(await live.call('object.get', { id })).toMatchObject({ scene: 'scn:ddol' });
    const { items } = await live.call('object.list', { scene: 'scn:ddol', limit: 500 });
    expect(items.map(({ path }) => path)).toEqual(expect.arrayContaining(['/Arena', '/Left']));
    await live.run('root.get_node("Left").free()\nroot.get_node("Arena").free()');
  });

  it('that are loaded are the current one before their scripts are ready', async () => {
    const script = [
      'extends Node3D',
      'var seen = []',
      '@onready var scene = get_tree().current_scene',
      'func _enter_tree(): seen.append(get_tree().current_scene == self)',
      'func _ready():',
      '\tseen.append(scene == self)',
      '\tvar child = Node.new()',
      '\tchild.name = "Made"',
      '\tget_tree().current_scene.add_child(child)',
    ];
    const code = [
      'var script = GDScript.new()',
      `script.source_code = ${JSON.stringify(script.join('\n'))}`,
      'script.reload()',
      'var node = Node3D.new()',
      'node.name = "Eager"',
      'node.set_script(script)',
      'var packed = PackedScene.new()',
      'packed.pack(node)',
      'packed.take_over_path("res://scenes/garden.tscn")',
      'root.set_meta("garden", packed)',
      'node.free()',
    ];
    await live.run(code.join('\n'));
    for (const mode of ['single', 'additive'] as const) {
      if (mode === 'additive') await live.run('scene.free()');
      expect(await live.call('scene.load', { name: 'garden', mode })).not.toHaveProperty('warning');
      expect((await live.run('return scene.seen')).json).toEqual([false, true]);
      await live.find('/Eager/Made');
    }
    await live.run('root.get_meta("garden").take_over_path("")\nroot.set_meta("garden", null)');
  });

  it('keep their ids when others go, and no id comes to stand for another scene', async () => {
    const add = (name: string) =>
      live.run(
        `var node = load("res://scenes/menu.tscn").instantiate()\nnode.name = "${name}"\nroot.add_child(node)`,
      );
    const scene = async (path: string) =>
      (await live.call('object.get', { id: await live.find(path) })).scene;
    for (const name of ['A', 'B', 'C']) await add(name);
    const [a, b, c] = [await scene('/A'), await scene('/B'), await scene('/C')];
    expect(a).toBe('scn:2');
    expect(new Set([a, b, c, 'scn:0', 'scn:1']).size).toBe(5);
    const gone = eventOf(live.engine, 'scenes');
    await live.run('root.get_node("A").free()');
    expect(await gone).toEqual(expect.objectContaining({ added: [], removed: [a] }));
    expect([await scene('/B'), await scene('/C')]).toEqual([b, c]);
    await live.run('root.get_node("B").free()');
    for (const name of ['D', 'E']) await add(name);
    expect([await scene('/C'), await scene('/D')]).toEqual([c, 'scn:2']);
    expect([a, b, c]).not.toContain(await scene('/E'));
    const away = [
      'var node = root.get_node("C")',
      'root.remove_child(node)',
      'await tree.process_frame',
      'root.add_child(node)',
    ];
    await live.run(away.join('\n'));
    expect(await scene('/C')).toBe(c);
    const twice = live.call('scene.load', { name: 'menu', mode: 'additive' });
    expect((await live.refusal('invalid', twice)).message).toContain('already loaded');
  });

  it('whose scripts fail are there, and say so', async () => {
    const write = (path: string, lines: string[]) =>
      live.run(
        `var file = FileAccess.open("${path}", FileAccess.WRITE)\nfile.store_string(${JSON.stringify(lines.join('\n'))})\nfile.close()`,
      );
    const sceneWith = (script: string) => [
      '[gd_scene load_steps=2 format=3]',
      `[ext_resource path="${script}" type="Script" id="1"]`,
      '[node name="Garden" type="Node3D"]',
      'script = ExtResource("1")',
    ];
    const garden = 'res://scenes/garden.tscn';
    const load = () => live.call('scene.load', { name: 'garden', mode: 'single' });
    const intact = await live.run(`return FileAccess.get_file_as_string("${garden}")`);
    expect(await load()).not.toHaveProperty('warning');
    await live.load('arena');
    await write('res://failing.gd', [
      'extends Node3D',
      'func _ready():',
      '\tvar empty = []',
      '\tempty[3].no()',
    ]);
    await write(garden, sceneWith('res://failing.gd'));
    expect(await load()).toMatchObject({
      id: 'scn:1',
      warning: expect.stringContaining('res://failing.gd:4'),
    });
    await live.load('arena');
    await write('res://broken.gd', ['extends Node3D', 'func _ready(:']);
    await write(garden, sceneWith('res://broken.gd'));
    expect(await load()).toMatchObject({ id: 'scn:1', warning: expect.stringContaining('res://broken.gd') });
    await live.load('arena');
    await write(garden, (intact.json as string).split('\n'));
    expect(await load()).not.toHaveProperty('warning');
  });

  it('run: what falls onto the crate does damage', async () => {
    await live.call('time.set', { scale: 4 });
    const crate = await live.find('/Arena/Crate');
    await live.engine.call(
      'code.run',
      { code: 'while find("Referee").hits == 0: await tree.physics_frame\nreturn find("Referee").hits' },
      { deadline: 20_000 },
    );
    expect((await live.read(crate, 'Health', 'current')).json).toBe(99);
    await live.call('time.set', { scale: 1 });
  });
});
