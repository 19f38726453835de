import { describe, expect, it } from 'vitest';
import { ProblemBook, type ProblemDto } from './problem-book.js';

const MAX = 64 * 1024;
const AT = '2026-01-01T00:00:00.000Z';
const SPIDER = {
  kind: 'script',
  file: 'res://spider.gd',
  line: 12,
  stack: ['bite (res://spider.gd:12)'],
} as const;

function filled(count: number, message = (number: number) => `problem ${number}`): ProblemBook {
  const book = new ProblemBook();
  for (let number = 1; number <= count; number++) {
    book.add({ level: 'error', message: message(number), at: AT, problem: SPIDER });
  }
  return book;
}

describe('the problems of a project', () => {
  it('have where they happened, and errors of the game itself are among them', () => {
    const book = new ProblemBook();
    book.add({ level: 'error', message: 'no leg', at: AT, problem: SPIDER });
    book.add({
      level: 'warning',
      message: 'unused',
      at: AT,
      problem: { kind: 'compile', file: 'a.cs', column: 3 },
    });
    book.add({ level: 'error', message: 'own', at: AT });
    expect(book.list({ limit: 10 }, MAX)).toEqual({
      Total: 3,
      Items: [
        {
          ...{ N: 1, Level: 'error', Kind: 'script', Message: 'no leg', T: AT },
          ...{ File: 'res://spider.gd', Line: 12, Stack: ['bite (res://spider.gd:12)'] },
        },
        { N: 2, Level: 'warning', Kind: 'compile', Message: 'unused', File: 'a.cs', Column: 3, T: AT },
        { N: 3, Level: 'error', Kind: 'log', Message: 'own', T: AT },
      ],
      Last: 3,
    });
    expect(book.list({ limit: 10, level: 'warning' }, MAX).Items).toHaveLength(1);
  });

  it('leave out other lines of the log', () => {
    const book = new ProblemBook();
    book.add({ level: 'info', message: 'hello', at: AT });
    book.add({ level: 'warning', message: 'the game says so', at: AT });
    expect([book.last, book.list({ limit: 10 }, MAX).Total]).toEqual([0, 0]);
  });

  it('are counted where they repeat, and come again after a cursor', () => {
    const book = filled(2);
    const { Last } = book.list({ limit: 10 }, MAX);
    for (let again = 0; again < 3; again++) {
      book.add({ level: 'error', message: 'problem 1', at: AT, problem: SPIDER });
    }
    const { Items, Total } = book.list({ since: Last, limit: 10 }, MAX);
    expect([Total, Items]).toMatchObject([1, [{ N: 5, Message: 'problem 1', Count: 4 }]]);
    expect(book.list({ since: 5, limit: 10 }, MAX)).toMatchObject({ Total: 0, Items: [], Last: 5 });
  });

  it('come in parts by a cursor, each once', () => {
    const book = filled(300, number => `${number} ${'x'.repeat(900)}`);
    const seen: number[] = [];
    for (let since = 0, left = true; left; ) {
      const { Items, Last, Remaining } = book.list({ since, limit: 500 }, MAX);
      seen.push(...Items.map(({ N }) => N));
      [since, left] = [Last, Remaining !== undefined];
    }
    expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => at + 1));
  });

  it('are 500 at most, and a cursor before those that are kept is told so', () => {
    const book = filled(600);
    expect(book.list({ since: 50, limit: 1 }, MAX)).toMatchObject({
      Total: 500,
      Items: [{ N: 101 }],
      Dropped: true,
    });
    expect(book.list({ since: 100, limit: 1 }, MAX)).not.toHaveProperty('Dropped');
    expect(book.list({ limit: 2 }, MAX)).toMatchObject({
      Items: [{ N: 599 }, { N: 600 }],
      Remaining: 498,
      Last: 600,
    });
  });

  it('show hidden characters, and keep bounded texts', () => {
    const book = new ProblemBook();
    const stack = Array.from({ length: 100 }, () => 'f'.repeat(1_000));
    const problem = { ...SPIDER, file: '\u202e'.repeat(3), stack };
    book.add({ level: 'error', message: `\u001b${'m'.repeat(5_000)}`, at: AT, problem });
    const [{ Message, File, Stack }] = book.list({ limit: 1 }, MAX).Items as readonly [ProblemDto];
    expect(Message).toMatch(/^\\u001bm+…$/);
    expect(Message.length).toBeLessThan(1_010);
    expect(File).toBe('\\u202e\\u202e\\u202e');
    expect(Stack).toHaveLength(20);
  });

  it('of files are out of date when the engine compiles or imports the file again, and come on request', () => {
    const book = new ProblemBook();
    const compile = { kind: 'compile', file: 'res://spider.gd', line: 3 } as const;
    book.add({ level: 'error', message: 'expected ")"', at: AT, problem: compile });
    book.add({ level: 'error', message: 'no leg', at: AT, problem: SPIDER });
    book.add({ level: 'error', message: 'other', at: AT, problem: { ...compile, file: 'res://web.gd' } });
    expect(book.check(['res://wolf.gd'])).toBe(false);
    expect(book.check(['res://spider.gd'])).toBe(true);
    expect(book.check(['res://spider.gd'])).toBe(false);
    expect(book.list({ limit: 10 }, MAX)).toMatchObject({
      Total: 2,
      Items: [{ Message: 'no leg' }, { Message: 'other' }],
      Past: 1,
    });
    expect(book.list({ limit: 10, past: true }, MAX)).toMatchObject({
      Total: 3,
      Items: [{ N: 1, Message: 'expected ")"', Past: 'checked' }, { N: 2 }, { N: 3 }],
    });
    expect(book.list({ limit: 10, past: true }, MAX)).not.toHaveProperty('Past');
    expect(book.list({ limit: 10, since: 1 }, MAX)).not.toHaveProperty('Past');
  });

  it('of the engine are out of date when it says so of their file', () => {
    const book = new ProblemBook();
    const problem = { kind: 'engine', file: 'res://a.tscn' } as const;
    book.add({ level: 'error', message: 'it has stopped in the debugger', at: AT, problem });
    expect(book.check(['res://a.tscn'])).toBe(true);
    expect(book.list({ limit: 10 }, MAX)).toMatchObject({ Total: 0, Past: 1 });
  });

  it('of an earlier process are out of date, and one that occurs again is new', () => {
    const book = filled(2);
    book.add({ level: 'error', message: 'problem 2', at: AT, problem: SPIDER });
    expect(book.startProcess()).toBe(true);
    expect(book.startProcess()).toBe(false);
    expect(book.list({ limit: 10 }, MAX)).toEqual({ Total: 0, Items: [], Last: 3, Past: 2 });
    book.add({ level: 'error', message: 'problem 2', at: AT, problem: SPIDER });
    const { Items, Past } = book.list({ limit: 10 }, MAX);
    expect([Items, Past]).toMatchObject([[{ N: 4, Message: 'problem 2' }], 1]);
    expect(Items[0]).not.toHaveProperty('Count');
    expect(Items[0]).not.toHaveProperty('Past');
    expect(book.list({ limit: 10, past: true }, MAX).Items).toMatchObject([
      { N: 1, Past: 'restart' },
      { N: 4 },
    ]);
  });

  it('after a cursor of an earlier server are the new ones', () => {
    expect(filled(2).list({ since: 900, limit: 5 }, MAX)).toMatchObject({ Items: [], Last: 2 });
  });
});
