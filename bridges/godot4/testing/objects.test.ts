import { eventOf } from '@worldwire/engine/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  // Nothing falls while it is looked at.
  await live.call('time.set', { scale: 0 });
  await live.load('arena');
});

describe('objects', () => {
  it('are nodes, with their paths, groups and layers', async () => {
    const crate = await live.find('/Arena/Crate');
    expect(await live.call('object.get', { id: crate })).toEqual({
      id: crate,
      name: 'Crate',
      path: '/Arena/Crate',
      scene: 'scn:0',
      parent: await live.find('/Arena'),
      tag: 'target,wooden',
      layer: 0,
      activeSelf: true,
      active: true,
      childCount: 2,
      componentCount: 2,
    });
  });

  it('are listed in the order of the tree, with what outlives scenes behind', async () => {
    const { items, total } = await live.call('object.list', { limit: 500 });
    expect(items.length).toBe(total);
    expect(items.slice(0, 3).map(({ path }) => path)).toEqual([
      '/Arena',
      '/Arena/Floor',
      '/Arena/Floor/Shape',
    ]);
    const lasting = items.filter(({ scene }) => scene === 'scn:ddol').map(({ path }) => path);
    expect(lasting).toEqual(['/Score', '/Worldwire', '/Worldwire/Freecam']);
    expect(items.slice(-3).map(({ path }) => path)).toEqual(lasting);
  });

  it('are found by classes they stand on, and by their scripts', async () => {
    const names = async (type: string) =>
      (await live.call('object.list', { type, scene: 'scn:0' })).items.map(({ name }) => name);
    expect(await names('PhysicsBody3D')).toEqual(['Floor', 'Crate', 'Ball']);
    expect(await names('Health')).toEqual(['Crate']);
    expect(await names('Faller')).toEqual(['Referee']);
    expect(await names('Object')).toHaveLength((await live.call('object.list', { scene: 'scn:0' })).total);
  });

  it('keep their id while they live, also outside of the tree for a while', async () => {
    const ball = await live.find('/Arena/Ball');
    await live.run('root.set_meta("kept", find("/Arena/Ball"))\nscene.remove_child(root.get_meta("kept"))');
    await live.refusal('not-found', live.call('object.get', { id: ball }));
    await live.run('scene.add_child(root.get_meta("kept"))\nroot.remove_meta("kept")');
    expect(await live.find('/Arena/Ball')).toBe(ball);
  });

  it('say that they are gone when the game frees them', async () => {
    const ball = await live.find('/Arena/Ball');
    const gone = eventOf(live.engine, 'destroyed', ({ ids }) => ids.includes(ball));
    await live.invoke(ball, 'RigidBody3D', 'queue_free');
    await gone;
    await live.refusal('not-found', live.read(ball, 'RigidBody3D', 'mass'));
  });

  it('are of the kind that fits their parent, or of the class that is asked for', async () => {
    const typeOf = async (object: string) =>
      (await live.call('component.list', { object })).items.map(({ type }) => type);
    const plain = await live.call('object.create', { name: 'Plain' });
    expect(await typeOf(plain.id)).toEqual(['Node3D']);
    const light = await live.call('object.create', {
      name: 'Lamp',
      parent: plain.id,
      components: [{ type: 'OmniLight3D', members: { light_energy: 2.5, position: [1, 2, 3] } }],
    });
    expect(await typeOf(light.id)).toEqual(['OmniLight3D']);
    expect((await live.read(light.id, 'OmniLight3D', 'light_energy')).json).toBe(2.5);
    const mill = await live.call('object.create', {
      name: 'Mill',
      components: [{ type: 'MeshInstance3D' }, { type: 'Spinner', members: { degrees_per_second: 5 } }],
    });
    expect(await typeOf(mill.id)).toEqual(['MeshInstance3D', 'Spinner']);
    expect((await live.read(mill.id, 'Spinner', 'ready_calls')).json).toBe(1);
    await live.load('menu');
    const label = await live.call('object.create', { name: 'Label', parent: await live.find('/Menu') });
    expect(await typeOf(label.id)).toEqual(['Control']);
  });

  it('that cannot be made leave nothing behind', async () => {
    const create = (components: unknown) =>
      live.call('object.create', { name: 'Never', components: components as never });
    await live.refusal('not-found', create([{ type: 'NoSuchType' }]));
    await live.refusal('invalid', create([{ type: 'Resource' }]));
    await live.refusal('invalid', create([{ type: 'Node3D', members: { visible: 'yes' } }]));
    await live.refusal('not-found', create([{ type: 'Node3D', members: { nothing: 1 } }]));
    await live.refusal('unsupported', create([{ type: 'Node3D' }, { type: 'Timer' }]));
    await live.refusal('invalid', create([{ type: 'Timer' }, { type: 'Spinner' }]));
    await live.refusal('invalid', create('Node3D'));
    await live.refusal('invalid', create([7]));
    expect((await live.call('object.list', { name: 'Never' })).total).toBe(0);
    for (const name of ['', ' ', 'a/b', 'a:b', '@a', 7])
      await live.refusal('invalid', live.call('object.create', { name: name as string }));
  });

  it('of Unity are nothing that can be made, and it says so', async () => {
    const components = [{ type: 'UnityEngine.Canvas', members: { sortingOrder: 1 } }];
    const made = live.call('object.create', { name: 'Never', components });
    expect((await live.refusal('unsupported', made)).message).toContain('UnityEngine.Canvas');
    const object = await live.find('/Arena/Crate');
    const added = live.call('component.add', { object, type: 'UnityEngine.UI.Image' });
    await live.refusal('unsupported', added);
    expect((await live.call('object.list', { type: 'UnityEngine.Canvas' })).total).toBe(0);
  });

  it('get a number where a sibling has the name already', async () => {
    const names = [];
    for (let at = 0; at < 3; at++) names.push((await live.call('object.create', { name: 'Twin' })).name);
    expect(names).toEqual(['Twin', 'Twin2', 'Twin3']);
  });

  it('without a parent go with the scene they were made in', async () => {
    const { id, scene, path } = await live.call('object.create', { name: 'Loner' });
    expect([scene, path]).toEqual(['scn:0', '/Loner']);
    await live.load('garden');
    await live.refusal('not-found', live.call('object.get', { id }));
  });

  it('keep their place in the world under another parent', async () => {
    const [crate, mesh] = [await live.find('/Arena/Crate'), await live.find('/Arena/Crate/Mesh')];
    const place = async () => (await live.read(mesh, 'Node3D', 'global_transform')).json;
    const before = await place();
    const ball = await live.find('/Arena/Ball');
    await live.call('object.reparent', { id: mesh, parent: ball });
    expect(await place()).toMatchObject({ origin: { x: 0, y: expect.closeTo(1, 5), z: 0 } });
    await live.call('object.reparent', { id: mesh, parent: null });
    expect((await live.call('object.get', { id: mesh })).scene).toBe('scn:0');
    await live.call('object.reparent', { id: mesh, parent: crate });
    expect(await place()).toMatchObject(before as object);
  });

  it('go back to their place among their siblings, with the name they had', async () => {
    const make = async (name: string, parent: string) =>
      (await live.call('object.create', { name, parent })).id;
    const [left, right] = [await make('Left', await live.find('/Arena')), await live.find('/Arena/Crate')];
    const [body] = [await make('Body', left), await make('Last', left), await make('Body', right)];
    const moved = await live.call('object.reparent', { id: body, parent: right });
    const there = { name: 'Body2', index: 3 };
    expect(moved.place).toEqual({ before: { name: 'Body', index: 0 }, after: there });
    const back = await live.call('object.reparent', { id: body, parent: left, ...moved.place?.before });
    expect(back.place).toEqual({ before: there, after: { name: 'Body', index: 0 } });
    const { items } = await live.call('object.list', { parent: left });
    expect(items.map(({ name }) => name)).toEqual(['Body', 'Last']);
    // Among the same siblings.
    const same = { id: body, parent: left };
    expect((await live.call('object.reparent', same)).place?.after).toEqual({ name: 'Body', index: 0 });
    const renamed = await live.call('object.reparent', { ...same, name: 'Last' });
    expect(renamed.place?.after).toEqual({ name: 'Last2', index: 0 });
    const far = await live.call('object.reparent', { ...same, index: 99 });
    expect(far.place?.after).toEqual({ name: 'Last2', index: 1 });
    for (const wrong of [{ index: -1 }, { index: 0.5 }, { index: 'first' }, { name: '' }, { name: 'a/b' }])
      await live.refusal('invalid', live.call('object.reparent', { ...same, ...(wrong as object) }));
  });

  it('do not take the bridge away, nor a scene from its place', async () => {
    const bridge = await live.find('/Worldwire');
    const freecam = await live.find('/Worldwire/Freecam');
    const arena = await live.find('/Arena');
    const crate = await live.find('/Arena/Crate');
    for (const id of [bridge, freecam]) {
      await live.refusal('invalid', live.call('object.destroy', { id }));
      await live.refusal('invalid', live.call('object.reparent', { id, parent: crate }));
      await live.refusal('invalid', live.invoke(id, 'Node', 'queue_free'));
      await live.refusal('invalid', live.write(id, 'Node', 'pause_mode', 1));
      await live.refusal('invalid', live.call('component.remove', { object: id, index: 1 }));
      await live.refusal('invalid', live.call('object.create', { name: 'Parasite', parent: id }));
    }
    await live.refusal(
      'invalid',
      live.call('object.reparent', { id: arena, parent: await live.find('/Score') }),
    );
  });

  it('that nothing can be seen of have no switch', async () => {
    const id = await live.find('/Arena/Clock');
    await live.refusal('unsupported', live.call('object.activate', { id, active: false }));
  });

  it('below one that is off are off', async () => {
    const id = await live.find('/Arena/Crate');
    await live.call('object.activate', { id, active: false });
    const list = async (filter: object) =>
      (await live.call('object.list', { activeOnly: true, ...filter })).total;
    expect(await list({ path: '/Arena/Crate' })).toBe(0);
    expect(await list({ parent: id })).toBe(0);
    expect((await live.call('object.list', { parent: id })).total).toBe(2);
  });

  it('below a plain node are on, whatever is hidden above it, as the engine draws them', async () => {
    await live.run(
      'var hidden = Node3D.new()\nhidden.name = "Hidden"\nhidden.visible = false\nscene.add_child(hidden)\nvar plain = Node.new()\nplain.name = "Plain"\nhidden.add_child(plain)\nvar seen = Node3D.new()\nseen.name = "Seen"\nplain.add_child(seen)',
    );
    const card = async (path: string) => live.call('object.get', { id: await live.find(path) });
    expect(await card('/Arena/Hidden')).toMatchObject({ activeSelf: false, active: false });
    expect(await card('/Arena/Hidden/Plain/Seen')).toMatchObject({ activeSelf: true, active: true });
    const names = async (filter: object) =>
      (await live.call('object.list', { activeOnly: true, ...filter })).items.map(({ name }) => name);
    expect(await names({ path: '/Arena/Hidden' })).toEqual(['Plain', 'Seen']);
    expect(await names({ parent: await live.find('/Arena/Hidden/Plain') })).toEqual(['Seen']);
  });

  it('show no groups that the engine has made for itself', async () => {
    await live.load('menu');
    const { items } = await live.call('object.list', { limit: 500 });
    expect(items.filter(({ tag }) => tag !== 'Untagged')).toEqual([]);
    await live.run('scene.add_to_group("menus")');
    expect((await live.call('object.get', { id: await live.find('/Menu') })).tag).toBe('menus');
  });

  it('nest no deeper than the engine can follow', async () => {
    let parent = (await live.call('object.create', { name: 'Deep' })).id;
    for (let level = 2; level <= 256; level++)
      parent = (await live.call('object.create', { name: 'Deep', parent })).id;
    await live.refusal('invalid', live.call('object.create', { name: 'Deep', parent }));
    const more = await live.call('object.create', { name: 'More' });
    await live.refusal('invalid', live.call('object.reparent', { id: more.id, parent }));
  });
});

describe('components', () => {
  it('are the class of a node and its script', async () => {
    const object = await live.find('/Arena/Crate');
    expect((await live.call('component.list', { object })).items).toEqual([
      { index: 0, type: 'StaticBody3D', summary: 'at (0.0, 1.0, 0.0)' },
      { index: 1, type: 'Health', summary: 'res://scripts/health.gd' },
    ]);
  });

  it('of a script that stands on another have the members of both', async () => {
    await live.load('garden');
    const object = await live.find('/Garden/Safe');
    const { items } = await live.call('component.list', { object });
    expect(items.map(({ type }) => type)).toEqual(['StaticBody3D', 'Armored']);
    for (const type of ['Armored', 'Health']) {
      expect((await live.read(object, type, 'current')).json).toBe(100);
      expect((await live.read(object, type, 'armor')).text).toBe('Heavy');
      await live.refusal('invalid', live.write(object, type, 'dead', true));
    }
    const { items: members } = await live.call('member.list', { object, type: 'Armored', methods: true });
    expect(members.flatMap(({ signature }) => signature ?? [])).toEqual(
      expect.arrayContaining(['float Armored::damage(float)', 'void Health::heal(float, Node)']),
    );
    expect((await live.call('object.list', { type: 'Health' })).items[0]?.id).toBe(object);
  });

  it('that are scripts can be put on and run, and taken off', async () => {
    const { id: object } = await live.call('object.create', { name: 'Top' });
    expect(await live.call('component.add', { object, type: 'Spinner' })).toMatchObject({ index: 1 });
    expect((await live.read(object, 'Spinner', 'ready_calls')).json).toBe(1);
    const turn = async () =>
      ((await live.read(object, 'Node3D', 'rotation_degrees')).json as { y: number }).y;
    await live.call('time.set', { scale: 1 });
    await live.run('await tree.process_frame\nawait tree.process_frame\nawait tree.process_frame');
    expect(await turn()).not.toBe(0);
    await live.refusal('invalid', live.call('component.add', { object, type: 'Faller' }));
    await live.call('component.remove', { object, type: 'Spinner' });
    const stopped = await turn();
    await live.run('await tree.process_frame\nawait tree.process_frame');
    expect(await turn()).toBe(stopped);
  });

  it('that are classes stay, because a node is born with its class', async () => {
    const object = await live.find('/Arena/Crate');
    const added = await live.refusal('unsupported', live.call('component.add', { object, type: 'Timer' }));
    expect(added.hint).toContain('child');
    await live.refusal('unsupported', live.call('component.remove', { object, index: 0 }));
    await live.refusal('unsupported', live.call('component.remove', { object, type: 'Node3D' }));
    await live.refusal('invalid', live.call('component.remove', { object, index: 1, type: 'StaticBody3D' }));
    const ball = await live.find('/Arena/Ball');
    await live.refusal('invalid', live.call('component.add', { object: ball, type: 'Health' }));
  });

  it('of a script without a class_name are named by its file', async () => {
    await live.load('menu');
    const object = await live.find('/Menu');
    const { items } = await live.call('component.list', { object });
    expect(items[1]).toMatchObject({ type: 'scripts.menu' });
    for (const type of ['scripts.menu', 'menu'])
      expect((await live.read(object, type, 'pressed')).json).toEqual([]);
    expect((await live.call('object.list', { type: 'menu' })).items[0]?.id).toBe(object);
  });
});
