import { mkdir, rm, symlink, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { calls, empty, refusal } from '../fake-editor/index.js';
import { type FakeBench, type FakeBenchOptions, open as openBench } from './open-bench.js';

async function open(options?: FakeBenchOptions): Promise<FakeBench> {
  const opened = await openBench(options);
  await mkdir(join(opened.folder, 'Saved', 'Logs'), { recursive: true });
  return opened;
}

const line = (text: string) => `[2024.05.01-12.34.56:789][  3]${text}\r\n`;

describe('the tail of the log', () => {
  it('has the newest lines, oldest first, with time, category and verbosity', async () => {
    const { bench, folder } = await open();
    const text = `Log file open\r\n${line('LogTemp: Warning: it is late')}${line('LogInit: Display: hello')}plain words\r\n`;
    await writeFile(join(folder, 'Saved', 'Logs', 'Fake.log'), text);
    expect(await bench.call('log.tail', { lines: 3 })).toEqual({
      file: 'Saved/Logs/Fake.log',
      total: { bytes: Buffer.byteLength(text) },
      nextCursor: '15:Fake.log',
      lines: [
        { at: '2024-05-01T12:34:56.789Z', category: 'LogTemp', verbosity: 'Warning', text: 'it is late' },
        { at: '2024-05-01T12:34:56.789Z', category: 'LogInit', verbosity: 'Display', text: 'hello' },
        { text: 'plain words' },
      ],
    });
  });

  it('has verbosity Log for a line without one', async () => {
    const { bench, folder } = await open();
    await writeFile(join(folder, 'Saved', 'Logs', 'Fake.log'), line('LogTemp: hello'));
    const { lines } = await bench.call('log.tail', { lines: 1 });
    expect(lines).toMatchObject([{ category: 'LogTemp', verbosity: 'Log', text: 'hello' }]);
  });

  it('is that of the newest log file, and not of a link', async () => {
    const { bench, folder } = await open();
    const logs = join(folder, 'Saved', 'Logs');
    await writeFile(join(logs, 'Old.log'), line('LogTemp: old'));
    await utimes(join(logs, 'Old.log'), 1, 1);
    await writeFile(join(folder, 'secret'), 'a secret\r\n');
    await writeFile(join(logs, 'New.log'), line('LogTemp: new'));
    await utimes(join(logs, 'New.log'), 1_000, 1_000);
    await symlink(join(folder, 'secret'), join(logs, 'Newest.log'));
    const { lines, file } = await bench.call('log.tail', { lines: 10 });
    expect([file, lines.map(({ text }) => text)]).toEqual(['Saved/Logs/New.log', ['new']]);
  });

  it('finds lines of a query further back, in any case', async () => {
    const { bench, folder } = await open();
    const filler = line('LogNet: nothing').repeat(20_000);
    await writeFile(join(folder, 'Saved', 'Logs', 'Fake.log'), `${line('LogTemp: The Needle')}${filler}`);
    const { lines } = await bench.call('log.tail', { lines: 5, query: 'needle' });
    expect(lines.map(({ text }) => text)).toEqual(['The Needle']);
  });

  it.each(['utf8', 'utf16le'] as const)('starts with a whole line, in %s', async encoding => {
    const { bench, folder } = await open();
    const text = `\uFEFF${line(`LogTemp: ${'ü'.repeat(101)}`).repeat(4_000)}${line('LogTemp: end')}`;
    await writeFile(join(folder, 'Saved', 'Logs', 'Fake.log'), text, encoding);
    const { lines } = await bench.call('log.tail', { lines: 5_000 });
    expect(lines.at(-1)?.text).toBe('end');
    for (const { category, text: said } of lines)
      expect([category, said.length > 2]).toEqual(['LogTemp', true]);
  });

  it('is unsupported without the project folder, with a hint', async () => {
    const { bench } = await open({ sameHost: false });
    const error = await bench.fails('unsupported', bench.call('log.tail', { lines: 5 }));
    expect(error.enable).toMatch(/folder of the project/);
  });

  it('is not found without a log, and invalid for an invalid number of lines', async () => {
    const { bench, folder } = await open();
    const missing = await bench.fails('not-found', bench.call('log.tail', { lines: 5 }));
    expect(missing.message).toMatch(/no file \*\.log is in \/.*Saved[/\\]Logs\.$/);
    expect(missing.enable).toContain('--project');
    await rm(join(folder, 'Saved'), { recursive: true });
    await bench.fails('not-found', bench.call('log.tail', { lines: 5 }));
    for (const lines of [0, -1, 1.5, 1e9]) await bench.fails('invalid', bench.call('log.tail', { lines }));
  });

  it('is an UnrealError when the folder cannot be read', async () => {
    const { bench, folder } = await open();
    await rm(join(folder, 'Saved', 'Logs'), { recursive: true });
    await writeFile(join(folder, 'Saved', 'Logs'), 'a file');
    await bench.fails('failed', bench.call('log.tail', { lines: 5 }));
  });
});

describe('writing to the log', () => {
  it('uses Python, which has verbosities, and the file has the line', async () => {
    const { bench } = await open();
    await bench.call('log.write', { message: 'watch out', verbosity: 'warning' });
    const { lines } = await bench.call('log.tail', { lines: 1 });
    expect(lines[0]).toMatchObject({ category: 'LogPython', verbosity: 'Warning', text: 'watch out' });
  });

  it('uses a function when Python is blocked, with the verbosity in the text', async () => {
    const { bench, editor } = await open({ fake: { python: false } });
    const { line: written } = await bench.call('log.write', { message: 'watch out', verbosity: 'error' });
    expect(written).toBe('Error: watch out');
    expect(editor.project.log).toEqual(['LogBlueprintUserMessages: Error: watch out']);
  });

  it('is closed when both ways are blocked, with the line that allows Python', async () => {
    const { bench } = await open({ fake: { version: '5.8', functions: false } });
    const error = await bench.fails('closed', bench.call('log.write', { message: 'x', verbosity: 'log' }));
    expect(error.enable).toContain('PythonScriptLibrary');
  });

  it('is refused for a text that is too long', async () => {
    const { bench } = await open();
    await bench.fails('invalid', bench.call('log.write', { message: 'x'.repeat(20_000), verbosity: 'log' }));
  });
});

describe('a console command', () => {
  it('returns the new lines of the log', async () => {
    const { bench, editor } = await open();
    editor.project.write('LogTemp: before');
    const { output } = await bench.call('console.run', { command: 'stat fps' });
    expect(output).toEqual(['stat fps']);
    expect(editor.project.commands).toEqual(['stat fps']);
  });

  it('returns nothing when the log cannot be read, with a note', async () => {
    const { bench } = await open({ sameHost: false });
    const answer = await bench.call('console.run', { command: 'stat fps' });
    expect(answer).toEqual({ output: [], note: expect.stringContaining('is unknown') });
  });

  it('is sent with a world, which 4.x needs', async () => {
    const { bench, editor } = await open({ fake: { version: '4.26' } });
    await bench.call('console.run', { command: 'stat fps' });
    expect(editor.project.commands).toEqual(['stat fps']);
  });

  it.each(['a', 'b'] as const)(
    'is blocked by its own gate, which the error names, in both wordings (%s)',
    async variant => {
      const { bench } = await open({ fake: { console: false, variant } });
      const error = await bench.fails('closed', bench.call('console.run', { command: 'stat fps' }));
      expect(error.enable).toContain('bAllowConsoleCommandRemoteExecution=True');
      expect(error.enable).not.toContain('bAllowAnyRemoteFunctionCall');
      expect(bench.gate('functions').state).toBe('open');
    },
  );

  it('is not run by Python when its gate is closed', async () => {
    const { bench, editor } = await open({ fake: { console: false } });
    await bench.fails('closed', bench.call('console.run', { command: 'stat fps' }));
    expect(editor.requests.some(calls('ExecutePythonCommandEx'))).toBe(false);
  });

  it('on 5.8 can be blocked by either gate, and the error names both', async () => {
    const { bench } = await open({ fake: { version: '5.8', functions: false } });
    const error = await bench.fails('closed', bench.call('console.run', { command: 'stat fps' }));
    expect(error.enable).toContain('bAllowConsoleCommandRemoteExecution=True');
    expect(error.enable).toContain('FunctionName="ExecuteConsoleCommand"');
  });

  it('that fails for another reason does not name the gate', async () => {
    const { bench, editor } = await open();
    editor.fail(refusal('Something else.'), calls('ExecuteConsoleCommand'), 1);
    await bench.fails('failed', bench.call('console.run', { command: 'stat fps' }));
    editor.fail(empty(), calls('ExecuteConsoleCommand'), 1);
    expect((await bench.call('console.run', { command: 'stat fps' })).output).toEqual([]);
  });
});
