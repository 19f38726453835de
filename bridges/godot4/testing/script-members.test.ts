import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** Variables of many types, some of which do not take what they are given. */
const SOURCE = [
  'extends Node',
  'signal rang',
  'const Kitchen = preload("res://scripts/spinner.gd")',
  'class Inner:',
  '\textends Node',
  'var health: Health',
  'var kitchen: Kitchen',
  'var inner: Inner',
  'var rows: Array[Array] = []',
  'var deaf: set = _deaf',
  'var fading = "old": set = _fading',
  'var any',
  'func _deaf(_value): pass',
  'func _fading(value): fading = value if value is String else null',
  'func cook(with: Kitchen, in_it: Inner = null): return with.name',
  'func count_frames(frames, then = "done"):',
  '\tfor i in range(frames): await get_tree().process_frame',
  '\tif then == "fail": return any.missing',
  '\tany = frames',
  '\treturn then',
  'func count_twice(frames):',
  '\tawait count_frames(frames)',
  '\treturn await count_frames(frames)',
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
  await live.run(
    [
      'var cook := Node3D.new()',
      'cook.name = "Cook"',
      'cook.set_script(load("res://scripts/spinner.gd"))',
      'scene.add_child(cook)',
      'var inner = find("Probe").get_script().Inner.new()',
      'inner.name = "Inner"',
      'scene.add_child(inner)',
    ].join('\n'),
  );
});

describe('members of a script', () => {
  const write = (name: string, value: unknown) =>
    live.call('member.write', { object: probe, type, name, value });
  const invalid = (name: string, value: unknown) => live.refusal('invalid', write(name, value));
  const hold = (made: string) => live.run(`find("Probe").any = ${made}`);
  /** A typed value: the engine makes one only for a variable with that type. */
  const holdTyped = (of: string, made: string) =>
    live.run(`var typed: ${of} = ${made}\nfind("Probe").any = typed`);

  it('take only nodes of the script they declare, by its name or a constant', async () => {
    const [cook, inner] = [await live.find('/Arena/Cook'), await live.find('/Arena/Inner')];
    const fitting = { health: crate, kitchen: cook, inner };
    for (const [name, ref] of Object.entries(fitting)) {
      expect((await write(name, ref)).after.ref).toBe(ref);
      for (const wrong of [ball, ...Object.values(fitting).filter(other => other !== ref)])
        await invalid(name, wrong);
      expect((await live.read(probe, type, name)).ref).toBe(ref);
      expect((await write(name, null)).after.json).toBeNull();
    }
    expect((await live.invoke(probe, type, 'cook', cook, inner)).json).toBe('Cook');
    await live.refusal('invalid', live.invoke(probe, type, 'cook', crate));
    await live.refusal('invalid', live.invoke(probe, type, 'cook', cook, ball));
  });

  it('that wait with await are waited for, by the caller alone', async () => {
    const late = live.invoke(probe, type, 'count_frames', 20);
    expect((await live.read(probe, type, 'any')).json).toBeNull();
    expect((await late).json).toBe('done');
    expect((await live.read(probe, type, 'any')).json).toBe(20);
    expect((await live.invoke(probe, type, 'count_twice', 3)).json).toBe('done');
    await hold('null');
    const failing = live.invoke(probe, type, 'count_frames', 3, 'fail');
    expect((await live.refusal('failed', failing)).message).toContain("'missing'");
  });

  it('that wait longer than their caller go on, and the answer says so', async () => {
    const params = { object: probe, type, name: 'count_frames', args: [1e9] };
    const error = await live.refusal('timeout', live.engine.call('method.call', params, { deadline: 1000 }));
    expect(error.message).toContain('continues by itself');
    expect(error.hint).toContain('do not start it again');
  });

  it('that hold nothing after something was written say so, and hold the old value again', async () => {
    const { message } = await live.refusal('failed', write('deaf', 1));
    expect(message).toContain('did not take 1');
    await live.refusal('failed', write('fading', 2));
    expect((await live.read(probe, type, 'fading')).json).toBe('old');
    expect((await write('fading', 'new')).after.json).toBe('new');
  });

  it.each([
    '[1.0]',
    '[Vector3.ONE]',
    '{1: "a"}',
    '{"a": [{"b": 2.0}]}',
    '[&"a"]',
    '9007199254740993',
    'NAN',
    '[INF]',
    'Vector3.ONE',
    'Vector3i.ONE',
    '2.0',
    'load("res://scenes/menu.tscn")',
    'NodePath("a")',
    '&"a"',
    'PackedInt32Array([1])',
    'PackedVector4Array([Vector4.ONE])',
    'find("Probe").rang',
    'find("Probe").count_twice',
    'RID()',
  ])('tell %s before a write as text alone, because its JSON would not bring it back', async made => {
    await hold(made);
    const { before } = await write('any', true);
    expect(before).not.toHaveProperty('json');
    expect(before.text).not.toBe('');
  });

  it.each<[string, string]>([
    ['Array[int]', '[1]'],
    ['Array[Node]', '[]'],
    ['Dictionary[String, int]', '{"a": 1}'],
  ])('tell a value of the type %s before a write of another type as text alone', async (of, made) => {
    await holdTyped(of, made);
    expect((await write('any', true)).before).not.toHaveProperty('json');
    await holdTyped(of, made);
    // Its own type is kept, so it can be brought back.
    const { before, after } = await write('any', of.startsWith('A') ? [] : {});
    expect(after.type).toBe(of);
    expect((await write('any', before.json)).after).toEqual(before);
  });

  it('that hold a typed value take values of other types as well', async () => {
    await holdTyped('Array[int]', '[1]');
    expect((await write('any', ['a'])).after).toMatchObject({ type: 'Array', json: ['a'] });
    await holdTyped('Dictionary[String, int]', '{}');
    expect((await write('any', { a: 'b' })).after).toMatchObject({ type: 'Dictionary', json: { a: 'b' } });
    await holdTyped('Dictionary[String, int]', '{}');
    expect((await write('any', { ref: ball })).after.ref).toBe(ball);
  });

  it('tell the value before as JSON where that would bring it back', async () => {
    const kept = ['null', 'true', '1', '[1, 2.5, "x", null, {"a": []}]', '1e300', '""', '-7'];
    for (const made of kept) {
      await hold(made);
      expect((await write('any', true)).before, made).toHaveProperty('json');
    }
    await hold('Vector3.ONE');
    expect((await write('any', { x: 0, y: 0, z: 0 })).before).toHaveProperty('json');
    await hold('[Vector3.ONE]');
    expect((await live.read(probe, type, 'any')).json).toEqual([{ x: 1, y: 1, z: 1 }]);
  });

  it('bring back whole numbers of more than 24 bits', async () => {
    for (const number of [16777217, -16777217, 2 ** 53 - 1]) {
      await hold(`[${number}]`);
      expect((await write('any', [])).before.json).toEqual([number]);
      await hold(`${number}`);
      expect((await write('any', 1)).before.json).toBe(number);
      expect((await write('any', number)).after).toMatchObject({ type: 'int', json: number });
    }
  });

  it('that hold integers which no JSON has tell them as text alone, at any depth', async () => {
    const made = ['9007199254740992', '-9007199254740992', '9223372036854775807', '-9223372036854775807 - 1'];
    for (const number of made) {
      for (const form of [
        number,
        `[1, ${number}]`,
        `{"a": [${number}]}`,
        `{${number}: 1}`,
        `PackedInt64Array([${number}])`,
      ]) {
        await hold(form);
        const value = await live.read(probe, type, 'any');
        expect(value.text, form).toContain(number.replace('5807 - 1', '5808'));
        if (!form.endsWith(': 1}')) expect(value, form).not.toHaveProperty('json');
      }
    }
    await hold('-9007199254740991');
    expect((await live.read(probe, type, 'any')).json).toBe(-9007199254740991);
  });

  it('that hold an integer take none that JSON has no room for, and stay as they are', async () => {
    await hold('5');
    for (const number of [2 ** 53, -(2 ** 53), 2 ** 60]) {
      const { hint } = await invalid('any', number);
      expect(hint).toContain('an integer of at most 53 bits');
    }
    expect(await live.read(probe, type, 'any')).toMatchObject({ type: 'int', json: 5 });
    expect((await write('any', 1e300)).after).toMatchObject({ type: 'float', json: 1e300 });
  });

  it('bring back what was told before, of the same types', async () => {
    await hold('{"a": 1}');
    const { before } = await write('any', { ref: ball });
    expect((await write('any', before.json)).after).toMatchObject({ type: 'Dictionary', json: { a: 1 } });
    expect((await write('any', { ref: ball })).after.ref).toBe(ball);
    expect((await write('rows', [[1, 2], []])).after).toMatchObject({
      type: 'Array[Array]',
      json: [[1, 2], []],
    });
    await invalid('rows', [1]);
  });
});
