import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
let crate: string;
let ball: string;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  ({ crate, ball } = await live.stillArena());
});

describe('members', () => {
  it('of a script are told with their kinds, types and signatures', async () => {
    const { items } = await live.call('member.list', { object: crate, type: 'Health', methods: true });
    const told = Object.fromEntries(items.map(({ name, ...rest }) => [name, rest]));
    const readable = { canRead: true, canWrite: true };
    expect(told).toMatchObject({
      current: { kind: 'field', type: 'float', ...readable },
      notes: { kind: 'field', type: 'Variant', ...readable },
      dead: { kind: 'property', type: 'bool', canRead: true, canWrite: false },
      damage_at: {
        kind: 'method',
        type: 'float',
        signature: 'float Health::damage_at(float, Vector3, String)',
      },
      heal: { kind: 'method', type: 'void', signature: 'void Health::heal(float, Node)' },
      describe: { kind: 'method', type: 'Variant', signature: 'Variant Health::describe(Variant)' },
    });
    expect(told).not.toHaveProperty('position');
  });

  it('of a class are its own and those it inherits, methods named by who declares them', async () => {
    const page = { object: ball, type: 'RigidBody3D', methods: true, limit: 1000 };
    const { items } = await live.call('member.list', page);
    const signatures = items.flatMap(({ signature }) => signature ?? []);
    expect(signatures).toContain('void RigidBody3D::apply_impulse(Vector3, Vector3)');
    expect(signatures).toContain('Node Node::get_child(int, bool)');
    expect(items.find(({ name }) => name === 'mass')).toMatchObject({ type: 'float', canWrite: true });
    expect(items.find(({ name }) => name === 'multiplayer')).toMatchObject({ canWrite: false });
  });

  it('of a single node are there too', async () => {
    const object = await live.find('/Arena/Crate/Mesh');
    const material = await live.read(object, 'MeshInstance3D', 'surface_material_override/0');
    expect(material).toEqual({ type: 'StandardMaterial3D', text: expect.stringContaining('arena.tscn::') });
    expect((await live.write(object, 'MeshInstance3D', 'surface_material_override/0', null)).json).toBeNull();
  });

  it('that are resources are told by their paths, and set by them', async () => {
    const { json } = await live.write(crate, 'Health', 'notes', null);
    expect(json).toBeNull();
    await live.run('find("Crate").notes = load("res://scenes/menu.tscn")');
    const menu = { type: 'PackedScene', text: 'res://scenes/menu.tscn', json: 'res://scenes/menu.tscn' };
    expect(await live.read(crate, 'Health', 'notes')).toEqual(menu);
    expect(await live.write(crate, 'Health', 'notes', 'res://scenes/garden.tscn')).toMatchObject({
      type: 'PackedScene',
    });
  });

  const values: [string, string, unknown, unknown][] = [
    ['Node3D', 'position', { x: 1, y: -2, z: 0.5 }, { x: 1, y: -2, z: 0.5 }],
    ['Node3D', 'position', [1, 2, 3], { x: 1, y: 2, z: 3 }],
    ['Node3D', 'visible', false, false],
    ['RigidBody3D', 'freeze_mode', 'Kinematic', 1],
    ['RigidBody3D', 'freeze_mode', 0, 0],
    ['RigidBody3D', 'mass', 2.5, 2.5],
    ['RigidBody3D', 'collision_layer', 6, 6],
    ['Node', 'name', 'Globe', 'Globe'],
  ];
  for (const [type, name, value, json] of values) {
    it(`take ${JSON.stringify(value)} for ${type}.${name} and read it back`, async () => {
      expect((await live.write(ball, type, name, value)).json).toEqual(json);
      expect((await live.read(ball, type, name)).json).toEqual(json);
    });
  }

  const refused: [string, string, unknown][] = [
    ['Node3D', 'position', { x: 1, y: 2 }],
    ['Node3D', 'position', { x: 1, y: 2, z: 3, w: 4 }],
    ['Node3D', 'position', [1, 2]],
    ['Node3D', 'position', 'here'],
    ['Node3D', 'visible', 1],
    ['Node3D', 'transform', { origin: [1, 2, 3] }],
    ['RigidBody3D', 'freeze_mode', 'Floating'],
    ['RigidBody3D', 'freeze_mode', 1.5],
    ['RigidBody3D', 'mass', '2'],
    ['RigidBody3D', 'mass', null],
    ['RigidBody3D', 'mass', -1],
    ['RigidBody3D', 'physics_material_override', 'obj:1'],
    ['RigidBody3D', 'multiplayer', null],
    ['Node', 'name', 7],
  ];
  for (const [type, name, value] of refused) {
    it(`refuse ${JSON.stringify(value)} for ${type}.${name}, and stay as they are`, async () => {
      const before = await live.read(ball, type, name);
      await live.refusal('invalid', live.write(ball, type, name, value));
      expect(await live.read(ball, type, name)).toEqual(before);
    });
  }

  it('hold transforms, colours and lists in full', async () => {
    const basis = { x: { x: 0, y: 1, z: 0 }, y: { x: -1, y: 0, z: 0 }, z: { x: 0, y: 0, z: 1 } };
    const place = { basis, origin: { x: 4, y: 5, z: 6 } };
    expect((await live.write(crate, 'Node3D', 'transform', place)).json).toEqual(place);
    const sun = await live.find('/Arena/Sun');
    expect((await live.write(sun, 'Light3D', 'light_color', '#ff0000')).json).toEqual({
      r: 1,
      g: 0,
      b: 0,
      a: 1,
    });
    expect((await live.write(sun, 'Light3D', 'light_color', [0, 1, 0])).json).toEqual({
      r: 0,
      g: 1,
      b: 0,
      a: 1,
    });
    const notes = ['a', 1, 2.5, null, { deep: [true] }];
    expect((await live.write(crate, 'Health', 'notes', notes)).json).toEqual(notes);
    const made = await live.run(
      'return [Rect2(1, 2, 3, 4), PackedVector2Array([Vector2(1, 2)]), NodePath("a/b")]',
    );
    expect(made.json).toEqual([{ x: 1, y: 2, width: 3, height: 4 }, [{ x: 1, y: 2 }], 'a/b']);
  });

  it('without a type take what they hold, and else anything', async () => {
    const write = async (value: unknown) => (await live.write(crate, 'Health', 'notes', value)).type;
    await live.run('find("Crate").notes = Vector3.ONE');
    expect(await write({ x: 1, y: 2, z: 3 })).toBe('Vector3');
    expect(await write('text')).toBe('String');
    expect(await write(3)).toBe('int');
    expect(await write({ ref: ball })).toBe('RigidBody3D');
  });

  it('without a type refuse an object that is not there, and tell objects in lists as they take them', async () => {
    const write = (value: unknown) => live.write(crate, 'Health', 'notes', value);
    const list = [{ ref: ball }, { deep: [{ ref: crate }] }, { ref: 7 }];
    expect((await write(list)).json).toEqual(list);
    for (const gone of [{ ref: 'obj:0' }, [1, { ref: 'obj:0' }], { deep: { ref: 'obj:0' } }])
      await live.refusal('invalid', write(gone));
    expect((await live.read(crate, 'Health', 'notes')).json).toEqual(list);
  });

  it('that can be switched off are nothing then', async () => {
    await live.load('menu');
    const start = await live.find('/Menu/Start');
    const color = (value: unknown) => live.write(start, 'Button', 'theme_override_colors/font_color', value);
    expect((await color('#00ff00')).json).toEqual({ r: 0, g: 1, b: 0, a: 1 });
    expect((await color(null)).json).toBeNull();
    await live.refusal('invalid', live.write(start, 'CanvasItem', 'modulate', null));
  });

  it('of the engine say how much room they have, and print no endless digits', async () => {
    const contacts = live.write(ball, 'RigidBody3D', 'max_contacts_reported', 2 ** 32);
    expect((await live.refusal('invalid', contacts)).hint).toContain('32 bits');
    const far = await live.refusal('invalid', live.write(crate, 'Node3D', 'position', [0, 1e300, 0]));
    expect(far.message).toMatch(/ \[0,1[.\d]{0,20}e300,0\]$/);
  });

  it('whose setter fails or frees their object say so', async () => {
    await live.run(
      [
        'var script = GDScript.new()',
        'script.source_code = "extends Node\\nvar wild: set = _wild\\nvar last: set = _last\\nfunc _wild(x):\\n\\tx.missing = 1\\nfunc _last(_x):\\n\\tget_parent().free()\\n"',
        'script.reload()',
        'var home = Node.new()',
        'home.name = "Home"',
        'scene.add_child(home)',
        'var node = Node.new()',
        'node.name = "Wild"',
        'node.set_script(script)',
        'home.add_child(node)',
      ].join('\n'),
    );
    const wild = await live.find('/Arena/Home/Wild');
    const { items } = await live.call('component.list', { object: wild });
    const type = items[1]?.type ?? '';
    const failed = await live.refusal('failed', live.write(wild, type, 'wild', 1));
    expect(failed.message).toMatch(/did not take 1: .*missing/);
    const freed = await live.refusal('failed', live.write(wild, type, 'last', 1));
    expect(freed.message).toContain('freed');
    await live.refusal('not-found', live.call('object.get', { id: wild }));
  });

  it('that are nodes are told by their ids, and nothing where the node is gone', async () => {
    expect(await live.write(crate, 'Health', 'notes', { ref: ball })).toMatchObject({ ref: ball });
    await live.call('object.destroy', { id: ball });
    expect(await live.read(crate, 'Health', 'notes')).toMatchObject({ text: 'Null', json: null });
  });

  it('that hold themselves come to an end', async () => {
    await live.run('var notes = find("Crate").notes\nnotes.append(notes)\nnotes.append(notes)');
    const value = await live.read(crate, 'Health', 'notes');
    expect(value.text).toContain('...');
    expect(value).not.toHaveProperty('json');
    await live.run('find("Crate").notes.clear()');
  });

  it('that are not there are not found, with the names that are close', async () => {
    const near = await live.refusal('not-found', live.read(crate, 'Health', 'curent'));
    expect(near.hint).toContain('current');
    await live.refusal('not-found', live.read(crate, 'Timer', 'wait_time'));
    const long = 'x'.repeat(100_000);
    for (const call of [live.read(crate, 'Node', long), live.invoke(crate, 'Node', long)])
      expect((await live.refusal('not-found', call)).message.length).toBeLessThan(2000);
    await live.refusal('invalid', live.read(crate, 'Health', 'damage'));
    await live.refusal('invalid', live.invoke(crate, 'Health', 'current'));
    await live.refusal('invalid', live.read(crate, 'Health', 7 as never));
    await live.refusal('invalid', live.read(crate, 7 as never, 'x'));
    await live.refusal('not-found', live.read(7 as never, 'Health', 'current'));
  });
});
