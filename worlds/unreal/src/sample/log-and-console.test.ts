import { describe, expect, it } from 'vitest';
import { LogBook } from './log-book.js';
import { type Bench, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

describe('the log', () => {
  it('starts with lines that have a time, a category and a verbosity', async () => {
    const { lines } = await bench.call('log.tail', { lines: 100 });
    expect(lines.length).toBeGreaterThan(5);
    for (const line of lines) {
      expect(line).toEqual({
        at: '2026-01-01T00:00:00.000Z',
        category: expect.stringMatching(/^Log\w+$/),
        verbosity: expect.stringMatching(/^(Log|Display|Warning|Error)$/),
        text: expect.any(String),
      });
    }
    expect(lines.some(({ text }) => text.includes('sample'))).toBe(true);
  });

  it("accepts lines, and returns them in Unreal's format", async () => {
    bench.clock = Date.UTC(2026, 5, 7, 8, 9, 10, 11);
    const { line } = await bench.call('log.write', { message: 'The tide\nturns', verbosity: 'warning' });
    expect(line).toMatch(
      /^\[2026\.06\.07-08\.09\.10:011\]\[[ \d]{3}\]LogWorldwire: Warning: The tide turns$/,
    );
    const { lines } = await bench.call('log.tail', { lines: 1 });
    expect(lines).toEqual([
      {
        at: '2026-06-07T08:09:10.011Z',
        category: 'LogWorldwire',
        verbosity: 'Warning',
        text: 'The tide turns',
      },
    ]);
    expect((await bench.call('log.write', { message: 'x', verbosity: 'log' })).line).toMatch(
      /LogWorldwire: x$/,
    );
  });

  it('reports new lines', async () => {
    bench.events();
    await bench.call('log.write', { message: 'one', verbosity: 'log' });
    expect(bench.events()).toEqual([{ kind: 'log' }]);
    await bench.call('actor.spawn', { class: 'Note' });
    expect(bench.events()).toContainEqual({ kind: 'log' });
  });

  it('returns the newest matching lines, oldest first', async () => {
    for (const message of ['gull 1', 'crab', 'Gull 2', 'gull 3'])
      await bench.call('log.write', { message, verbosity: 'error' });
    const { lines } = await bench.call('log.tail', { lines: 2, query: 'GULL' });
    expect(lines.map(({ text }) => text)).toEqual(['Gull 2', 'gull 3']);
    expect((await bench.call('log.tail', { lines: 10, query: 'error' })).lines).toHaveLength(4);
    expect((await bench.call('log.tail', { lines: 10, query: 'albatross' })).lines).toEqual([]);
  });

  it('refuses invalid lines and numbers of lines', async () => {
    for (const message of ['', '  \n', 'x'.repeat(4_097)]) {
      expect(await bench.refusal('log.write', { message, verbosity: 'log' })).toMatchObject({
        kind: 'invalid',
      });
    }
    expect(await bench.refusal('log.write', { message: 'x', verbosity: 'fatal' as 'log' })).toMatchObject({
      kind: 'invalid',
    });
    for (const lines of [0, -1, 1.5, 1_001]) {
      expect(await bench.refusal('log.tail', { lines })).toMatchObject({ kind: 'invalid' });
    }
  });

  it('keeps two thousand lines', () => {
    const book = new LogBook(
      () => 0,
      () => {},
    );
    for (let line = 0; line < 10_000; line++) book.add('LogTemp', 'Log', `line ${line}`);
    expect(book.tail({ lines: 1_000 }).lines.at(-1)?.text).toBe('line 9999');
    expect(book.tail({ lines: 1_000, query: 'line 7999' }).lines).toEqual([]);
    expect(book.tail({ lines: 1_000, query: 'line 8000' }).lines).toHaveLength(1);
  });

  it('returns older lines before a cursor, and says how many lines there were', () => {
    const book = new LogBook(
      () => 0,
      () => {},
    );
    for (let line = 0; line < 5_000; line++)
      book.add('LogTemp', line % 2 ? 'Warning' : 'Log', `line ${line}`);
    const newest = book.tail({ lines: 900 });
    expect(newest).toMatchObject({
      total: { lines: 5_000 },
      nextCursor: '4100',
      notes: ['The sample keeps the newest 2000 of 5000 lines.'],
    });
    const older = book.tail({ lines: 900, cursor: '4100' });
    expect(older.lines.at(-1)?.text).toBe('line 4099');
    const oldest = book.tail({ lines: 900, cursor: older.nextCursor as string });
    expect(oldest.lines.map(({ text }) => text)).toEqual(
      Array.from({ length: 200 }, (_, i) => `line ${3_000 + i}`),
    );
    expect(oldest).not.toHaveProperty('nextCursor');
    expect(book.tail({ lines: 1_000, level: 'Warning' }).lines).toHaveLength(1_000);
    expect(() => book.tail({ lines: 1, cursor: '5001' })).toThrow('cursor');
  });
});

describe('the console', () => {
  const run = async (command: string) => (await bench.call('console.run', { command })).output;

  it('shows, sets and explains variables', async () => {
    expect(await run('r.ScreenPercentage')).toEqual([
      'r.ScreenPercentage = "100"      LastSetBy: Constructor',
    ]);
    expect(await run('  R.SCREENPERCENTAGE   50 ')).toEqual([
      'r.ScreenPercentage = "50"      LastSetBy: Console',
    ]);
    expect(await run('r.screenpercentage')).toEqual(['r.ScreenPercentage = "50"      LastSetBy: Console']);
    expect((await run('r.VSync ?')).join(' ')).toContain("HELP for 'r.VSync'");
    expect((await run('r.VSync on'))[0]).toContain('r.VSync = "0"');
  });

  it('reports the frame rate that the limit allows', async () => {
    expect(await run('stat fps')).toEqual(['60.00 FPS', '16.67 ms']);
    await run('t.MaxFPS 30');
    expect(await run('stat fps')).toEqual(['30.00 FPS', '33.33 ms']);
    expect((await run('Stat  Unit'))[0]).toBe('Frame: 33.33 ms');
    await run('t.MaxFPS 0');
    expect((await run('stat fps'))[0]).toBe('60.00 FPS');
  });

  it('lists its commands, and reports unknown ones', async () => {
    expect((await run('help')).join('\n')).toContain('r.ScreenPercentage');
    expect(await run('MakeCoffee now')).toEqual(['Command not recognized: MakeCoffee now']);
    expect(await run('r.NoSuchThing 1')).toEqual(['Command not recognized: r.NoSuchThing 1']);
  });

  it('writes commands and answers to the log', async () => {
    await run('MakeCoffee');
    const { lines } = await bench.call('log.tail', { lines: 2 });
    expect(lines.map(({ category, text }) => `${category}: ${text}`)).toEqual([
      'Cmd: MakeCoffee',
      'LogConsoleResponse: Command not recognized: MakeCoffee',
    ]);
  });

  it('refuses anything but one line', async () => {
    for (const command of ['', '   ', 'stat fps\nquit', 'x'.repeat(1_025)]) {
      expect(await bench.refusal('console.run', { command })).toMatchObject({ kind: 'invalid' });
    }
  });
});

describe('Python', () => {
  it('is unsupported, with its requirements', async () => {
    const refused = await bench.refusal('python.run', { code: 'print(1)', mode: 'file' });
    expect(refused.kind).toBe('unsupported');
    expect(refused.enable).toContain('bEnableRemotePythonExecution=True');
  });
});
