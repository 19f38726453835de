import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** Written as people write, and as few do. */
const LINES = [
  'extends StaticBody3D',
  'class_name Written',
  'func join(a, sep = "\\\\", n := 1): return str(a) + sep + str(n)',
  'func\ttabbed(a): return a',
  'static\tfunc both( a , b = [1, (2)], c = {"#": ")"} ): return [a, b, c]',
  'func continued(a, \\',
  '\t\tb = 2, \\',
  '\t\tc: int = 3) \\',
  '\t\t-> int:',
  '\treturn a + b + c',
  'func commented( # the first, (',
  "\t\ta, # it's",
  '\t\tb = "," # "',
  '\t\t): return b',
  'func quoted(a = "\\"", b = \'"\', c = "x,y"): return [a, b, c]',
  'func raw(a = r"\\d,", b = &"b,)", c = ^"../c:d"): return [a, b, c]',
  'func \\',
  '\t\tfar_off(a): return a',
  'func typed(a: Array[int], b: Dictionary[String, Array] = {}) -> Array[int]:',
  '\tvar inner := func(c: int) -> int: return c + b.size()',
  '\treturn Array(a.map(inner), TYPE_INT, "", null)',
  'func made(a := func(x, y = 1): return x + y): return a.call(2)',
  '@warning_ignore("unused_parameter") func marked(a, b = ")"): return b',
  '@rpc("any_peer", "call_local")',
  'func far(a: Node = null) -> bool: return a == null',
  'func two(a): var b = a; return b # await',
  'var speed = 5 # TODO: set = later',
  'var words = "a: set = b"',
  "var more = 'a: get = b'",
  'var my_set = 1',
  'var text = """',
  'func not_one(a): pass',
  'var not_one_either: get = no',
  '"""',
  'var long = {',
  '"a": 1',
  '}: get = get_long',
  'var\tlocked\t:\tget\t=get_long # really',
  'var split = [1, \\',
  '\t2] \\',
  '\t: set = set_split',
  '@export_enum("var x", "b)") var choice = "b)"',
  '@onready var later = 7 # await',
  '@export_group("Inner, (")',
  '@export_range(0, 10) var ranged: int = 3:',
  '\tset(value):',
  '\t\tranged = value',
  'var derived: Array[int]:',
  '\tget:',
  '\t\tvar set = [1] as Array[int]',
  '\t\treturn set',
  'var both_ways := 1:',
  '\t# Comes first.',
  '\tget: return both_ways',
  '\tset(value): both_ways = value',
  'var lambda = func(a): return a',
  'var table := {"set": 1, "get": 2}',
  'static var shared := 4',
  'static var counted: int = 1:',
  '\tset(value): counted = value + 1',
  'static var owner_of: Node',
  'static var any_shared',
  'var held: Dictionary[String, int] = {"get": 1}',
  'func get_long(): return {"a": 2}',
  'func set_split(value): split = value',
  '# """ is no string here',
  'func last(a := "it\'s", b = 0): return a # \' "',
];

describe('the text of a script', () => {
  const type = 'Written';
  let live: LiveGodot;
  let object: string;
  beforeAll(async () => {
    live = await LiveGodot.open({ files: { 'scripts/written.gd': LINES.join('\n') } });
    ({ id: object } = await live.call('object.create', {
      name: 'Written',
      components: [{ type, members: {} }],
    }));
  });
  afterAll(() => live?.engine.close());

  it('hides no method, and says of each what may be left out', async () => {
    const { items } = await live.call('member.list', { object, type, methods: true, limit: 500 });
    const methods = items.filter(({ kind }) => kind === 'method').map(({ signature }) => signature);
    expect(methods.sort()).toEqual(
      [
        'Variant Written::join(Variant, Variant, int)',
        'Variant Written::tabbed(Variant)',
        'Variant Written::both(Variant, Variant, Variant)',
        'int Written::continued(Variant, Variant, int)',
        'Variant Written::commented(Variant, Variant)',
        'Variant Written::quoted(Variant, Variant, Variant)',
        'Variant Written::raw(Variant, Variant, Variant)',
        'Variant Written::far_off(Variant)',
        'Array[int] Written::typed(Array[int], Dictionary[String, Array])',
        'Variant Written::made(Callable)',
        'Variant Written::marked(Variant, Variant)',
        'bool Written::far(Node)',
        'Variant Written::two(Variant)',
        'Variant Written::get_long()',
        'void Written::set_split(Variant)',
        'Variant Written::last(String, Variant)',
      ].sort(),
    );
    const calls: [string, unknown[], unknown][] = [
      ['join', [1], '1\\1'],
      ['tabbed', ['x'], 'x'],
      ['both', [0], [0, [1, 2], { '#': ')' }]],
      ['continued', [1], 6],
      ['continued', [1, 1, 1], 3],
      ['commented', [1], ','],
      ['quoted', [], ['"', '"', 'x,y']],
      ['raw', [], ['\\d,', 'b,)', '../c:d']],
      ['far_off', [3], 3],
      ['typed', [[1, 2], { a: [] }], [2, 3]],
      ['made', [], 3],
      ['marked', [1], ')'],
      ['far', [], true],
      ['two', [7], 7],
      ['last', [], "it's"],
    ];
    for (const [name, args, result] of calls)
      expect((await live.invoke(object, type, name, ...args)).json, name).toEqual(result);
    for (const name of ['join', 'tabbed', 'both', 'continued', 'commented', 'far_off', 'typed', 'marked'])
      await live.refusal('invalid', live.invoke(object, type, name));
  });

  it('locks no variable but those that only have a getter', async () => {
    const { items } = await live.call('member.list', { object, type, limit: 500 });
    const told = Object.fromEntries(items.map(({ name, kind, canWrite }) => [name, [kind, canWrite]]));
    expect(told).toEqual({
      speed: ['field', true],
      words: ['field', true],
      more: ['field', true],
      my_set: ['field', true],
      text: ['field', true],
      long: ['property', false],
      locked: ['property', false],
      split: ['property', true],
      choice: ['field', true],
      later: ['field', true],
      ranged: ['property', true],
      derived: ['property', false],
      both_ways: ['property', true],
      lambda: ['field', true],
      table: ['field', true],
      shared: ['field', true],
      counted: ['property', true],
      owner_of: ['field', true],
      any_shared: ['field', true],
      held: ['field', true],
    });
    expect((await live.write(object, type, 'speed', 6)).json).toBe(6);
    expect((await live.write(object, type, 'ranged', 6)).json).toBe(6);
  });

  it('has static variables with their types', async () => {
    expect(await live.write(object, type, 'shared', 6)).toMatchObject({ type: 'int', json: 6 });
    expect((await live.run('return load("res://scripts/written.gd").shared')).json).toBe(6);
    expect((await live.write(object, type, 'counted', 6)).json).toBe(7);
    expect((await live.write(object, type, 'owner_of', object)).ref).toBe(object);
    expect((await live.write(object, type, 'any_shared', 'x')).json).toBe('x');
    for (const [name, wrong] of Object.entries({ shared: 'x', counted: 1.5, owner_of: 3 }))
      await live.refusal('invalid', live.write(object, type, name, wrong));
  });

  it.each<[string, unknown]>([
    ['join', 1],
    ['tabbed', 1],
    ['both', 1],
    ['continued', 1],
    ['commented', 1],
    ['quoted', '1'],
    ['raw', '1'],
    ['far_off', 1],
    ['typed', [1]],
    ['marked', 1],
    ['far', null],
    ['two', 1],
    ['last', '1'],
  ])('can be hooked, and works as before: %s', async (name, argument) => {
    const before = (await live.invoke(object, type, name, argument)).json;
    const { signature } = await live.call('hook.add', { type, method: name });
    expect((await live.invoke(object, type, name, argument)).json).toEqual(before);
    expect((await live.call('hook.remove', { signature })).calls).toBe(1);
  });
});
