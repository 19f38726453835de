import { appendFileSync, symlinkSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { LogFilter } from '../port/log-filter.js';
import { TempProject } from '../project/temp-project.test.js';
import { tailLog } from './log-file.js';

const { signal } = new AbortController();
const texts = async (project: TempProject, lines: number, query?: string) =>
  (await tailLog(project.root, { lines, ...(query !== undefined && { query }) }, signal)).lines.map(
    ({ text }) => text,
  );

describe('the tail of the log', () => {
  it('is empty without a log, and says where it was looked for', async () => {
    const { root } = new TempProject();
    const note = `There is no log file: no file *.log is in ${join(root, 'Saved', 'Logs')}. An editor that opens the project writes one.`;
    expect(await tailLog(root, { lines: 5 }, signal)).toEqual({ lines: [], notes: [note] });
  });

  it('has the newest lines of the newest log, oldest first', async () => {
    const project = new TempProject();
    const old = project.write('Saved/Logs/Demo-backup.log', 'LogTemp: old\n');
    utimesSync(old, 1, 1);
    project.write('Saved/Logs/Demo.log', '\ufeffLogTemp: one\r\nLogTemp: two\r\nLogTemp: three\r\n');
    const { lines, file } = await tailLog(project.root, { lines: 2 }, signal);
    expect(file).toBe('Saved/Logs/Demo.log');
    expect(lines).toEqual([
      { category: 'LogTemp', verbosity: 'Log', text: 'two' },
      { category: 'LogTemp', verbosity: 'Log', text: 'three' },
    ]);
    expect(await texts(project, 100)).toEqual(['one', 'two', 'three']);
  });

  it.each(['utf-8', 'utf16le'] as const)(
    'finds lines far back without reading the file from the start: %s',
    async encoding => {
      const project = new TempProject();
      const filler = Array.from({ length: 40_000 }, (_, i) => `LogFill: line ${i} Ünï`).join('\n');
      const text = `\ufeffLogTemp: Needle one\n${filler}\nLogTemp: needle TWO\n${filler}`;
      project.write('Saved/Logs/Demo.log', Buffer.from(text, encoding === 'utf-8' ? 'utf8' : 'utf16le'));
      expect(await texts(project, 5, 'NEEDLE')).toEqual(['Needle one', 'needle TWO']);
      expect(await texts(project, 1, 'needle')).toEqual(['needle TWO']);
      const last = await texts(project, 5_000);
      expect(last).toHaveLength(5_000);
      expect(last[0]).toBe('line 35000 Ünï');
      expect(last.at(-1)).toBe('line 39999 Ünï');
    },
  );

  it('searches the last 16 MiB, with a note if that was not enough', async () => {
    const project = new TempProject();
    const log = project.write('Saved/Logs/Demo.log', 'LogTemp: first\n');
    for (let megabyte = 0; megabyte < 17; megabyte++) appendFileSync(log, 'x\n'.repeat(512 * 1024));
    appendFileSync(log, 'LogTemp: last\n');
    const { lines, notes } = await tailLog(project.root, { lines: 10, query: 'LogTemp' }, signal);
    expect(lines).toMatchObject([{ text: 'last' }]);
    expect(notes).toEqual(['Only the last 16 MiB were searched.']);
    const enough = await tailLog(project.root, { lines: 1, query: 'LogTemp' }, signal);
    expect(enough).not.toHaveProperty('notes');
  });

  it('has a note, too, if the searched part is one line', async () => {
    const project = new TempProject();
    const log = project.write('Saved/Logs/Demo.log', 'LogTemp: first\n');
    for (let megabyte = 0; megabyte < 17; megabyte++) appendFileSync(log, 'x'.repeat(1024 * 1024));
    const nothing = await tailLog(project.root, { lines: 10 }, signal);
    expect(nothing).toEqual({
      lines: [],
      file: 'Saved/Logs/Demo.log',
      total: { bytes: 17 * 1024 * 1024 + 15 },
      nextCursor: `${1024 * 1024 + 15}:Demo.log`,
      notes: ['Only the last 16 MiB were searched.'],
    });
    const older = await tailLog(project.root, { lines: 10, cursor: nothing.nextCursor as string }, signal);
    expect(older.lines).toMatchObject([{ text: 'first' }, { text: expect.stringMatching(/^x+…$/) }]);
    expect(older).not.toHaveProperty('nextCursor');
    // That line was not searched, nor its start.
    expect((await tailLog(project.root, { lines: 10, query: 'x' }, signal)).notes).toEqual([
      'Only the last 16 MiB were searched.',
    ]);
    appendFileSync(log, '\nLogTemp: last\n');
    expect(await texts(project, 1)).toEqual(['last']);
  });

  it.each(['utf8', 'utf16le'] as const)(
    'finds a long line by its start, and the lines around it: %s',
    async encoding => {
      const project = new TempProject();
      const long = `LogTemp: Needle ${'ü'.repeat(2_000_000)} haystack`;
      const text = `\ufeffLogTemp: before\r\n${long}\r\nLogTemp: after\r\n`;
      project.write('Saved/Logs/Demo.log', Buffer.from(text, encoding));
      const [before, line, after, ...more] = await texts(project, 10);
      expect([before, after, more]).toEqual(['before', 'after', []]);
      expect(line).toMatch(/^Needle ü+…$/);
      expect(await texts(project, 10, 'needle')).toEqual([line]);
      expect(await tailLog(project.root, { lines: 10, query: 'haystack' }, signal)).toMatchObject({
        lines: [],
        notes: ['Only the beginning of very long lines was searched.'],
      });
    },
  );

  it('has every line, wherever the chunks start', async () => {
    const project = new TempProject();
    for (const length of [256 * 1024 - 2, 256 * 1024 - 1, 256 * 1024, 256 * 1024 + 1]) {
      project.write('Saved/Logs/Demo.log', `first\n${'x'.repeat(length - 6)}\nlast\n`);
      const [first, middle, last, ...more] = await texts(project, 10);
      expect([first, middle?.slice(0, 2), last, more]).toEqual(['first', 'xx', 'last', []]);
      project.write('Saved/Logs/Demo.log', `first\n${'x'.repeat(4)}\n${'y'.repeat(length)}`);
      expect((await texts(project, 10)).map(line => line.slice(0, 4))).toEqual(['firs', 'xxxx', 'yyyy']);
    }
  });

  it('cuts an endless line', async () => {
    const project = new TempProject();
    project.write('Saved/Logs/Demo.log', `LogTemp: ${'x'.repeat(1_000_000)}`);
    const [line] = await texts(project, 1);
    expect(line?.length).toBeLessThan(10_000);
  });

  it.each(['utf8', 'utf16le'] as const)('has every line once over its pages: %s', async encoding => {
    const project = new TempProject();
    const all = Array.from({ length: 30_000 }, (_, i) => `LogFill: line ${i} Ünï`);
    project.write('Saved/Logs/Demo.log', Buffer.from(`\ufeff${all.join('\r\n')}\r\n`, encoding));
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await tailLog(project.root, { lines: 4_999, ...(cursor && { cursor }) }, signal);
      expect(page.lines.length).toBeLessThanOrEqual(4_999);
      seen.unshift(...page.lines.map(({ text }) => text));
      cursor = page.nextCursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(all.map(line => line.replace(/^LogFill: /, '')));
  });

  it('has only lines of a category, or of a severity and worse', async () => {
    const project = new TempProject();
    const log = 'LogA: one\nLogA: Warning: two\nLogB: Error: three\n  its second line\nLogA: Display: four\n';
    project.write('Saved/Logs/Demo.log', log);
    const found = async (filter: LogFilter) =>
      (await tailLog(project.root, { lines: 10, ...filter }, signal)).lines.map(({ text }) => text);
    expect(await found({ category: 'loga' })).toEqual(['one', 'two', 'four']);
    expect(await found({ level: 'Warning' })).toEqual(['two', 'three']);
    expect(await found({ level: 'Display', category: 'LogA' })).toEqual(['two', 'four']);
    expect(await found({ level: 'Error', query: 'two' })).toEqual([]);
  });

  it.each(['x', '5', ':Demo.log', '99999:Demo.log', '3:Other.log', '-1:Demo.log'])(
    'refuses the cursor %s, which this log did not return',
    async cursor => {
      const project = new TempProject();
      project.write('Saved/Logs/Demo.log', 'LogTemp: one\nLogTemp: two\n');
      await expect(tailLog(project.root, { lines: 1, cursor }, signal)).rejects.toMatchObject({
        kind: 'invalid',
        enable: 'Start again without a cursor.',
      });
    },
  );

  it('is that of the project only', async () => {
    const [project, other] = [new TempProject(), new TempProject()];
    const secret = other.write('Saved/Logs/Other.log', 'secret\n');
    project.write('Saved/Logs/keep', '');
    symlinkSync(secret, project.at('Saved/Logs/Link.log'));
    expect(await texts(project, 5)).toEqual([]);
    const linked = new TempProject();
    symlinkSync(other.at('Saved'), linked.at('Saved'));
    expect(await texts(linked, 5)).toEqual([]);
  });

  it.each([0, -1, 1.5, 5_001, Number.NaN])('is refused for %s lines', async lines => {
    await expect(texts(new TempProject(), lines)).rejects.toMatchObject({ kind: 'invalid' });
  });
});
