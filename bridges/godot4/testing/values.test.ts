import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

const SOURCE = [
  'extends Node',
  'enum Kind { SMALL, LARGE = 5 }',
  'class Inner:',
  '\textends Node',
  'var whole: Array[int] = [1, 2]',
  'var names: Array[StringName] = [&"a"]',
  'var places: Array[Vector3] = [Vector3.ONE]',
  'var nodes: Array[Node] = []',
  'var healths: Array[Health] = []',
  'var inners: Array[Inner] = []',
  'var kinds: Array[Kind] = [Kind.LARGE]',
  'var sides: Array[Side] = []',
  'var modes: Array[Node.ProcessMode] = []',
  'var scenes: Array[PackedScene] = []',
  '@export var ranked: Array[float] = [1.0]',
  'var prices: Dictionary[String, int] = {"pear": 3}',
  'var by_number: Dictionary[int, String] = {7: "seven"}',
  'var by_flag: Dictionary[bool, int] = {true: 1}',
  'var by_name: Dictionary[StringName, Vector2] = {&"up": Vector2.UP}',
  'var by_cell: Dictionary[Vector2i, int] = {Vector2i(1, 2): 3}',
  'var by_kind: Dictionary[Kind, Inner] = {}',
  'var any_of: Dictionary[String, Variant] = {}',
  '@export var shown: Dictionary[String, float] = {"a": 1.0}',
  'var title: StringName = &"first"',
  'var way: NodePath = ^"../Ball:position"',
  'var bytes: PackedByteArray = [1]',
  'var ints: PackedInt32Array = [1]',
  'var longs: PackedInt64Array = [1]',
  'var floats: PackedFloat32Array = [1.0]',
  'var doubles: PackedFloat64Array = [1.0]',
  'var texts: PackedStringArray = ["a"]',
  'var flat: PackedVector2Array = [Vector2.ONE]',
  'var solid: PackedVector3Array = [Vector3.ONE]',
  'var four: PackedVector4Array = [Vector4.ONE]',
  'var colors: PackedColorArray = [Color.RED]',
  'var scene: PackedScene',
  'var mesh: Mesh',
  'var any',
  'func total(of: Array[int], by: Dictionary[String, int] = {}) -> int:',
  '\treturn of.size() + by.size()',
];

let live: LiveGodot;
let crate: string;
let ball: string;
let probe: string;
let type: string;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());
beforeEach(async () => {
  ({ crate, ball } = await live.stillArena());
  ({ object: probe, type } = await live.scripted('Probe', SOURCE));
});

const write = (name: string, value: unknown) =>
  live.call('member.write', { object: probe, type, name, value });
const read = (name: string) => live.read(probe, type, name);

/** A wrong value changes nothing, and the hint says what would be right. */
async function refuses(name: string, value: unknown): Promise<string> {
  const before = await read(name);
  const { hint } = await live.refusal('invalid', write(name, value));
  expect(await read(name)).toEqual(before);
  return hint ?? '';
}

/** A write tells a value before that brings back the same value. */
async function returns(name: string, value: unknown): Promise<void> {
  const old = await read(name);
  const { before } = await write(name, value);
  expect(before).toEqual(old);
  expect((await write(name, before.json)).after).toEqual(old);
}

describe('a typed array', () => {
  const cases: [string, string, unknown][] = [
    ['whole', 'Array[int]', [3, -4]],
    ['names', 'Array[StringName]', ['b', 'c']],
    ['places', 'Array[Vector3]', [{ x: 1, y: 2, z: 3 }]],
    ['ranked', 'Array[float]', [2.5]],
    ['kinds', 'Array[int]', [0, 5]],
    ['sides', 'Array[int]', [1]],
    ['modes', 'Array[int]', [2]],
  ];
  it.each(cases)('%s of the type %s is written, read and brought back', async (name, of, value) => {
    expect((await write(name, value)).after).toMatchObject({ type: of, json: value });
    expect(await read(name)).toMatchObject({ type: of, json: value });
    await returns(name, []);
  });

  it('has its type in the list of members', async () => {
    const { items } = await live.call('member.list', { object: probe, type, limit: 100 });
    const types = Object.fromEntries(items.map(each => [each.name, each.type]));
    expect(types).toMatchObject({
      whole: 'Array[int]',
      healths: 'Array[Health]',
      kinds: 'Array[int]',
      ranked: 'Array[float]',
      prices: 'Dictionary[String, int]',
      shown: 'Dictionary[String, float]',
      any_of: 'Dictionary[String, Variant]',
      ints: 'PackedInt32Array',
    });
  });

  it.each<[string, unknown, string]>([
    ['whole', [1, 'x'], 'an integer'],
    ['whole', [1.5], 'an integer'],
    ['whole', { a: 1 }, 'an array'],
    ['whole', null, 'an array'],
    ['names', [1], 'a string'],
    ['places', [[1, 2]], '{x, y, z}'],
    ['kinds', ['x'], 'an integer'],
    ['ranked', [true], 'a number'],
    ['scenes', ['res://scripts/score.gd'], 'PackedScene'],
  ])('%s refuses %j and says that an item is %s', async (name, value, word) => {
    expect(await refuses(name, value)).toContain(word);
  });

  it('of nodes takes nodes of its class alone', async () => {
    const refs = [{ ref: crate }, { ref: ball }];
    expect((await write('nodes', refs)).after.json).toEqual(refs);
    expect((await write('healths', [crate])).after).toMatchObject({
      type: 'Array[Health]',
      json: [{ ref: crate }],
    });
    expect(await refuses('healths', [crate, ball])).toContain('Health');
    await refuses('nodes', ['obj:0']);
    await returns('nodes', []);
  });

  it('of an inner class takes nodes of that class alone', async () => {
    const made = await live.run(
      `var inner = object("${probe}").get_script().Inner.new()\ninner.name = "Inner"\nscene.add_child(inner)\nreturn inner`,
    );
    expect((await write('inners', [made.ref])).after.json).toEqual([{ ref: made.ref }]);
    await refuses('inners', [ball]);
    const by = { 5: { ref: made.ref } };
    expect((await write('by_kind', by)).after.json).toEqual(by);
    await refuses('by_kind', { 5: ball });
  });

  it('of resources takes paths of files', async () => {
    const scenes = ['res://scenes/menu.tscn'];
    expect((await write('scenes', scenes)).after).toMatchObject({ type: 'Array[PackedScene]', json: scenes });
    await returns('scenes', []);
  });
});

describe('a typed dictionary', () => {
  const cases: [string, string, unknown][] = [
    ['prices', 'Dictionary[String, int]', { apple: 2, plum: 5 }],
    ['by_number', 'Dictionary[int, String]', { 3: 'three' }],
    ['by_flag', 'Dictionary[bool, int]', { true: 4, false: 5 }],
    ['by_name', 'Dictionary[StringName, Vector2]', { down: { x: 0, y: 1 } }],
    ['any_of', 'Dictionary[String, Variant]', { a: [1, 'b'], c: null }],
    ['shown', 'Dictionary[String, float]', { b: 0.5 }],
  ];
  it.each(cases)('%s of the type %s is written, read and brought back', async (name, of, value) => {
    expect((await write(name, value)).after).toMatchObject({ type: of, json: value });
    expect(await read(name)).toMatchObject({ type: of, json: value });
    await returns(name, {});
  });

  it.each<[string, unknown, string]>([
    ['prices', { apple: 'much' }, 'an integer'],
    ['prices', { apple: 1.5 }, 'an integer'],
    ['prices', [1], 'an object'],
    ['prices', null, 'an object'],
    ['by_number', { three: 'x' }, 'an integer'],
    ['by_flag', { yes: 1 }, 'true or false'],
    ['by_name', { up: [1] }, '{x, y}'],
    ['shown', { a: '1' }, 'a number'],
  ])('%s refuses %j and says what it takes: %s', async (name, value, word) => {
    expect(await refuses(name, value)).toContain(word);
  });

  it('with keys that are no JSON is read, and a write tells that it cannot be brought back', async () => {
    expect(await read('by_cell')).toMatchObject({ type: 'Dictionary[Vector2i, int]', text: '{(1, 2):3}' });
    const { before } = await write('by_cell', {});
    expect(before).toMatchObject({ text: '{(1, 2):3}' });
    expect(before).not.toHaveProperty('json');
  });

  it('and a typed array are arguments of a method, which refuses other items', async () => {
    expect((await live.invoke(probe, type, 'total', [1, 2], { a: 1 })).json).toBe(3);
    await live.refusal('invalid', live.invoke(probe, type, 'total', ['x']));
    await live.refusal('invalid', live.invoke(probe, type, 'total', [], { a: 'x' }));
  });
});

describe('a StringName and a NodePath', () => {
  it('are strings in JSON and keep their types', async () => {
    expect((await write('title', 'second')).after).toEqual({
      type: 'StringName',
      text: 'second',
      json: 'second',
    });
    expect((await write('way', '../Crate')).after).toEqual({
      type: 'NodePath',
      text: '../Crate',
      json: '../Crate',
    });
    await returns('title', '');
    await returns('way', '');
    for (const wrong of [7, null, ['a'], {}]) {
      expect(await refuses('title', wrong)).toContain('a string');
      expect(await refuses('way', wrong)).toContain('a string');
    }
  });

  it('in an untyped variable stay what they are', async () => {
    for (const [made, of] of [
      ['&"a"', 'StringName'],
      ['^"a"', 'NodePath'],
    ]) {
      await live.run(`find("Probe").any = ${made}`);
      expect((await write('any', 'b')).after).toMatchObject({ type: of, json: 'b' });
    }
  });
});

describe('a packed array', () => {
  const cases: [string, string, unknown, unknown, string][] = [
    ['bytes', 'PackedByteArray', [0, 255], [256], 'from 0 to 255'],
    ['ints', 'PackedInt32Array', [2 ** 31 - 1], [2 ** 31], 'an integer of 32 bits'],
    ['longs', 'PackedInt64Array', [2 ** 53 - 1], [2 ** 53], 'at most 53 bits'],
    ['floats', 'PackedFloat32Array', [0.5], [3.5e38], '3.4e38'],
    ['doubles', 'PackedFloat64Array', [1e300], ['x'], 'a number'],
    ['texts', 'PackedStringArray', ['b', ''], [1], 'a string'],
    ['flat', 'PackedVector2Array', [{ x: 1, y: 2 }], [[1]], '{x, y}'],
    ['solid', 'PackedVector3Array', [{ x: 1, y: 2, z: 3 }], [[1]], '{x, y, z}'],
    ['four', 'PackedVector4Array', [{ x: 1, y: 2, z: 3, w: 4 }], [[1]], '{x, y, z, w}'],
    ['colors', 'PackedColorArray', [{ r: 0, g: 1, b: 0, a: 1 }], ['green?'], '#rrggbb'],
  ];
  it.each(cases)('%s of the type %s takes %j and refuses %j', async (name, of, value, wrong, word) => {
    await returns(name, value);
    expect((await write(name, value)).after).toMatchObject({ type: of, json: value });
    expect(await refuses(name, wrong)).toContain(word);
  });
});

describe('a resource', () => {
  const menu = 'res://scenes/menu.tscn';

  it('is set by its path, and brought back by it', async () => {
    expect((await write('scene', menu)).after).toEqual({ type: 'PackedScene', text: menu, json: menu });
    await returns('scene', 'res://scenes/garden.tscn');
    await returns('scene', null);
  });

  it('of another class, a missing file and a node are refused', async () => {
    await write('scene', menu);
    for (const wrong of ['res://scripts/score.gd', 'res://no.tscn', 'no', ball, 7])
      expect(await refuses('scene', wrong)).toContain('PackedScene');
    expect(await refuses('mesh', menu)).toContain('Mesh');
  });

  it('without a file is told as text, and its write tells no value to bring back', async () => {
    await live.run('find("Probe").mesh = BoxMesh.new()');
    expect(await read('mesh')).toEqual({ type: 'BoxMesh', text: expect.stringContaining('BoxMesh') });
    expect((await write('mesh', null)).before).not.toHaveProperty('json');
  });
});
