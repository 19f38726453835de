import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { LiveGodot } from './live-godot.js';

let live: LiveGodot;
beforeAll(async () => {
  live = await LiveGodot.open();
});
afterAll(() => live?.engine.close());

describe('code', () => {
  it('has the tree, the current scene and its objects at hand', async () => {
    const crate = await live.find('/Arena/Crate');
    expect((await live.run('return scene.name')).json).toBe('Arena');
    expect((await live.run('return tree.root == root')).json).toBe(true);
    expect((await live.run('return find("Crate")')).ref).toBe(crate);
    expect((await live.run('return find("/Arena/Crate")')).ref).toBe(crate);
    expect((await live.run(`return object("${crate}").name`)).json).toBe('Crate');
    expect((await live.run('return id_of(find("Crate"))')).json).toBe(crate);
    expect((await live.run('return find("/Arena/Nobody")')).json).toBeNull();
    expect(await live.run('# nothing')).toMatchObject({ type: 'Nil', json: null });
    expect((await live.run('return Score.add(2)')).json).toBe(2);
  });

  it('may be indented with spaces or tabs, and hold texts of several lines', async () => {
    expect((await live.run('if true:\n    return 1\nreturn 2')).json).toBe(1);
    expect((await live.run('if true:\n\treturn 1\nreturn 2')).json).toBe(1);
    expect((await live.run('if true:\r\n  return 1\r\nreturn 2')).json).toBe(1);
    expect((await live.run('return """a\n  b # : "c"\n"""')).json).toBe('a\n  b # : "c"\n');
  });

  it('is told by line where it does not compile or fails, whatever loops stand before', async () => {
    const loops = 'for i in range(2): pass\nwhile false:\n\tpass\n';
    for (const [last, about] of [
      ['return nowhere', 'nowhere'],
      ['return [][1]', 'line 4'],
      ['return (', 'line'],
    ] as const) {
      const { message } = await live.refusal('failed', live.run(loops + last));
      expect(message).toContain(about);
      expect(message).toMatch(/console: line [45]/);
    }
    const inside = await live.refusal('failed', live.run('find("Crate").stumble()'));
    expect(inside.message).toContain('health.gd');
    await live.refusal('invalid', live.call('code.run', { code: 7 as never }));
  });

  const endless = [
    'while true: pass',
    'while true:\n\tpass',
    'while (\n  true\n): # on and on\n\n\t# here\n\tvar x = 1',
    'while true:\n  for i in range(2):\n    if i: continue',
    'for i in range(1000000000): OS.delay_usec(1)',
    'var x = {"while": ":"}\nwhile x["while"] == ":": x = x',
    'if true: while true: pass',
    'if false: pass\nelif true: while true: pass',
    'if false: pass\nelse: while true: pass',
    'for i in [1]: while true: pass',
    'while true: if true: for i in range(2): pass',
    'pass; while true: pass',
    'var x: int = 1; var y = {"a": [1,\n2]}; while x: y = {"b": ";"}',
    'if true: pass; while true: pass',
    'for i in [1]: pass; while true: pass',
    'pass; while true:\n\tpass',
    'match 1:\n\t1: while true: pass',
    'match 1:\n\tvar x: while x: pass',
    'if (true and\n\ttrue): while true: pass # ; while',
    'if true: \\\n\twhile true: pass',
  ];
  for (const code of endless) {
    it(`is stopped where it has no end: ${JSON.stringify(code)}`, async () => {
      await live.refusal('timeout', live.engine.call('code.run', { code }, { deadline: 300 }));
      expect((await live.run('return 1')).json).toBe(1);
    });
  }

  it('is not hurt by looking at the clock', async () => {
    const code = [
      'var found = []',
      'for a in [1, 2]: for b in ["x: y", "#"]: found.append(str(a) + b)',
      'var n = 0',
      'while n < 3: n += 1; found.append(n)',
      'for key in {"a": 1,',
      '    "b": 2}:',
      '    found.append(key)',
      'return found',
    ];
    const flat = ['1x: y', '1#', '2x: y', '2#'];
    const tail = [1, 2, 3, 'a', 'b'];
    code[1] = 'for a in [1, 2]:\n    for b in ["x: y", "#"]: found.append(str(a) + b)';
    expect((await live.run(code.join('\n'))).json).toEqual([...flat, ...tail]);
  });

  it('means what it means to the engine, whatever stands in one line', async () => {
    const code = [
      'var found: Array = []; var n := 0',
      'if true: found.append("a;b: c"); found.append({"x": 1}.x) # if: ;',
      'if false: found.append("no"); found.append("outside")',
      'if false: found.append("no");',
      'elif n == 0: found.append("elif");',
      'else: found.append("else")',
      'for i in range(2): if i == 1: found.append(i); found.append("once")',
      'while n < 3: n += 1; found.append(n)',
      'if n == 0: pass; for i in range(2): found.append("""two',
      '; lines: here""")',
      'match n:',
      '\t1: found.append("one")',
      '\tvar other: for i in range(other): found.append(other)',
      'if n == 3: while n > 0: n -= [1,',
      '\t1][0]',
      'return found + [n]',
    ];
    const alone = [
      'var script = GDScript.new()',
      `script.source_code = ${JSON.stringify(`func run():\n\t${code.join('\n\t').replace('\n\t;', '\n;')}\n`)}`,
      'script.reload()',
      'return script.new().run()',
    ];
    const { json } = await live.run(alone.join('\n'));
    expect(json).toContain('elif');
    expect(json).not.toContain('outside');
    expect((await live.run(code.join('\n'))).json).toEqual(json);
  });

  it('may wait for signals, and the game goes on meanwhile', async () => {
    const waiting = live.run('await tree.create_timer(0.2).timeout\nreturn "late"');
    const first = await live.run('return "early"');
    expect(first.json).toBe('early');
    expect((await waiting).json).toBe('late');
    const failed = live.run('await tree.process_frame\nvar nothing = null\nreturn nothing.missing');
    expect((await live.refusal('failed', failed)).message).toContain('line 3');
  });

  it('that waits longer than its caller is given up', async () => {
    const code = 'await tree.create_timer(100).timeout';
    await live.refusal('timeout', live.engine.call('code.run', { code }, { deadline: 200 }));
    await live.refusal(
      'timeout',
      live.engine.call('code.run', { code: 'while true: await tree.process_frame' }, { deadline: 200 }),
    );
  });
});
