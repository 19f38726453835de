import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** Written as people write, and as few do. */
const LINES = [
  'extends StaticBody',
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
  'func \\',
  '\t\tfar_off(a): return a',
  'var speed = 5 # TODO: add setget, later',
  'var words = "setget ,"',
  "var more = 'a setget , b'",
  'var my_setget = 1',
  'var text = """',
  'func not_one(a): pass',
  'var not_one_either setget , no',
  '"""',
  'var long = {',
  '"a": 1',
  '} setget , get_long',
  'var\tlocked\tsetget\t,get_long # really',
  'var split = [1, \\',
  '\t2] \\',
  '\tsetget set_split',
  'export(String, "var x", "b)") var choice = "b)"',
  'onready var later = 7 # yield(',
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
        'Variant Written::far_off(Variant)',
        'Variant Written::get_long()',
        'Variant Written::set_split(Variant)',
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
      ['far_off', [3], 3],
      ['last', [], "it's"],
    ];
    for (const [name, args, result] of calls)
      expect((await live.invoke(object, type, name, ...args)).json, name).toEqual(result);
    for (const name of ['join', 'tabbed', 'both', 'continued', 'commented', 'far_off'])
      await live.refusal('invalid', live.invoke(object, type, name));
  });

  it('locks no variable but those that only have a getter', async () => {
    const { items } = await live.call('member.list', { object, type, limit: 500 });
    const told = Object.fromEntries(items.map(({ name, kind, canWrite }) => [name, [kind, canWrite]]));
    expect(told).toEqual({
      speed: ['field', true],
      words: ['field', true],
      more: ['field', true],
      my_setget: ['field', true],
      text: ['field', true],
      long: ['property', false],
      locked: ['property', false],
      split: ['property', true],
      choice: ['field', true],
      later: ['field', true],
    });
    expect((await live.write(object, type, 'speed', 6)).json).toBe(6);
  });

  it.each([
    ['join', 1],
    ['tabbed', 1],
    ['both', 1],
    ['continued', 1],
    ['commented', 1],
    ['quoted', '1'],
    ['far_off', 1],
    ['last', '1'],
  ])('can be hooked where it speaks of yield in a remark alone: %s', async (name, argument) => {
    const before = (await live.invoke(object, type, name, argument)).json;
    const { signature } = await live.call('hook.add', { type, method: name });
    expect((await live.invoke(object, type, name, argument)).json).toEqual(before);
    expect((await live.call('hook.remove', { signature })).calls).toBe(1);
  });
});
