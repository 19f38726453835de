import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

/** Variables of many types, some of which do not take what they are given. */
const SOURCE = [
  'extends Node',
  'const Kitchen = preload("res://scripts/spinner.gd")',
  'class Inner:',
  '\textends Node',
  'var health: Health',
  'var kitchen: Kitchen',
  'var inner: Inner',
  'export(Array, float) var reals = [1.0]',
  'export(Array, Vector3) var places = [Vector3.ONE]',
  'export(Array, Array, int) var rows = []',
  'var bytes := PoolByteArray()',
  'var whole := PoolIntArray()',
  'var flat := PoolVector2Array()',
  'var many := PoolVector3Array([Vector3.ONE])',
  'var deaf setget _deaf',
  'var fading = "old" setget _fading',
  'var any',
  'func _deaf(_value): pass',
  'func _fading(value): fading = value if value is String else null',
  'func cook(with: Kitchen, in_it: Inner = null): return with.name',
  'func count_frames(frames, then = "done"):',
  '\tfor i in range(frames): yield(get_tree(), "idle_frame")',
  '\tif then == "fail": return any.missing',
  '\tany = frames',
  '\treturn then',
  'func count_twice(frames):',
  '\tyield(count_frames(frames), "completed")',
  '\treturn yield(count_frames(frames), "completed")',
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
  await live.run(
    [
      'var script = GDScript.new()',
      `script.source_code = ${JSON.stringify(SOURCE.join('\n'))}`,
      'script.reload()',
      'var probe = Node.new()',
      'probe.name = "Probe"',
      'probe.set_script(script)',
      'scene.add_child(probe)',
      'var cook = Spatial.new()',
      'cook.name = "Cook"',
      'cook.set_script(load("res://scripts/spinner.gd"))',
      'scene.add_child(cook)',
      'var inner = script.Inner.new()',
      'inner.name = "Inner"',
      'scene.add_child(inner)',
    ].join('\n'),
  );
  probe = await live.find('/Arena/Probe');
  type = (await live.call('component.list', { object: probe })).items[1]?.type ?? '';
});

describe('members of a script', () => {
  const write = (name: string, value: unknown) =>
    live.call('member.write', { object: probe, type, name, value });
  const invalid = (name: string, value: unknown) => live.refusal('invalid', write(name, value));

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
  });

  it('that wait with yield are waited for, by the caller alone', async () => {
    const late = live.invoke(probe, type, 'count_frames', 20);
    expect((await live.read(probe, type, 'any')).json).toBeNull();
    expect((await late).json).toBe('done');
    expect((await live.read(probe, type, 'any')).json).toBe(20);
    expect((await live.invoke(probe, type, 'count_twice', 3)).json).toBe('done');
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

  it('tell the value before as JSON only where that would bring it back', async () => {
    const told = async (made: string, value: unknown = true) => {
      await live.run(`find("Probe").any = ${made}`);
      return (await write('any', value)).before;
    };
    const lossy = [
      '[1.0]',
      '[Vector3.ONE]',
      '{1: "a"}',
      '{"a": [{"b": 2.0}]}',
      '9007199254740993',
      'NAN',
      '[INF]',
      'Vector3.ONE',
      '2.0',
      'load("res://scenes/menu.tscn")',
      'NodePath("a")',
      'PoolIntArray([1])',
    ];
    for (const made of lossy) {
      const value = await told(made);
      expect(value, made).not.toHaveProperty('json');
      expect(value.text, made).not.toBe('');
    }
    const kept = ['null', 'true', '1', '[1, 2.5, "x", null, {"a": []}]', '1e300', '""', '-7'];
    for (const made of kept) expect(await told(made), made).toHaveProperty('json');
    expect(await told('Vector3.ONE', { x: 0, y: 0, z: 0 })).toHaveProperty('json');
    expect((await write('many', [])).before.json).toEqual([{ x: 1, y: 1, z: 1 }]);
    await live.run('find("Probe").any = [Vector3.ONE]');
    expect((await live.read(probe, type, 'any')).json).toEqual([{ x: 1, y: 1, z: 1 }]);
  });

  it('bring back whole numbers of more than 24 bits', async () => {
    for (const number of [16777217, -16777217, 2 ** 53 - 1]) {
      await live.run(`find("Probe").any = [${number}]`);
      expect((await write('any', [])).before.json).toEqual([number]);
      await live.run(`find("Probe").any = ${number}`);
      expect((await write('any', 1)).before.json).toBe(number);
      expect((await write('any', number)).after).toMatchObject({ type: 'int', json: number });
    }
  });

  it('that hold integers which no JSON has tell them as text alone, at any depth', async () => {
    const made = ['9007199254740992', '-9007199254740992', '9223372036854775807', '-9223372036854775807 - 1'];
    for (const number of made) {
      for (const form of [number, `[1, ${number}]`, `{"a": [${number}]}`]) {
        await live.run(`find("Probe").any = ${form}`);
        const value = await live.read(probe, type, 'any');
        expect(value, form).not.toHaveProperty('json');
        expect(value.text, form).toContain(number.replace('5807 - 1', '5808'));
      }
    }
    await live.run('find("Probe").any = -9007199254740991');
    expect((await live.read(probe, type, 'any')).json).toBe(-9007199254740991);
  });

  it('that hold an integer take none that JSON has no room for, and stay as they are', async () => {
    await live.run('find("Probe").any = 5');
    for (const number of [2 ** 53, -(2 ** 53), 2 ** 60]) {
      const { hint } = await invalid('any', number);
      expect(hint).toContain('an integer of at most 53 bits');
    }
    expect(await live.read(probe, type, 'any')).toMatchObject({ type: 'int', json: 5 });
    expect((await write('any', 1e300)).after).toMatchObject({ type: 'float', json: 1e300 });
  });

  it('bring back what was told before, of the same types', async () => {
    await live.run('find("Probe").any = {"a": 1}');
    const { before } = await write('any', { ref: ball });
    expect((await write('any', before.json)).after).toMatchObject({ type: 'Dictionary', json: { a: 1 } });
    expect((await write('any', { ref: ball })).after.ref).toBe(ball);
    for (const name of ['reals', 'places']) {
      const told = (await write(name, [])).before;
      await write(name, told.json);
    }
    const same = 'var p = find("Probe")\nreturn p.reals[0] is float and p.places == [Vector3.ONE]';
    expect((await live.run(same)).json).toBe(true);
  });

  it('that are arrays with a type of items are held to it', async () => {
    expect((await write('rows', [[1, 2], []])).after.json).toEqual([[1, 2], []]);
    expect((await invalid('reals', [1, 'x'])).hint).toContain('each item of it a number');
    expect((await invalid('places', [[1, 2]])).hint).toContain('{x, y, z}');
    await invalid('rows', [[1.5]]);
  });

  it('that are pools say what their items have to be', async () => {
    expect((await invalid('bytes', [256])).hint).toContain('from 0 to 255');
    expect((await invalid('whole', [1.5])).hint).toContain('an integer of 32 bits');
    expect((await invalid('flat', [[1]])).hint).toContain('{x, y}');
  });
});
