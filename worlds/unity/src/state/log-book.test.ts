import { describe, expect, it } from 'vitest';
import { LogBook } from './log-book.js';

describe('the log', () => {
  it('has one line per second for requests without a credential, and all other failures', () => {
    let now = 0;
    const book = new LogBook({ now: () => now, date: () => now, least: () => 'info', added: () => {} });
    for (now = 0; now < 2_000; now += 100) {
      book.noteAnonymous(-32600, `stranger ${now}`);
      book.noteFailure(-32600, `known ${now}`, 'wire');
    }
    const messages = book.tail({ count: 100 }, 100_000).Items.map(({ Message }) => Message);
    expect(messages.filter(message => message.includes('stranger'))).toEqual([
      '[MCP] error -32600: stranger 0',
      '[MCP] error -32600: stranger 1000',
    ]);
    expect(messages.filter(message => message.includes('known'))).toHaveLength(20);
  });

  it('masks what looks like a credential', () => {
    const book = new LogBook({ now: () => 0, date: () => 0, least: () => 'info', added: () => {} });
    book.note('info', 'GET /x Authorization: Bearer hunter2hunter2');
    book.note('info', 'login password=hunter2 user=ann');
    const messages = book.tail({ count: 9 }, 100_000).Items.map(({ Message }) => Message);
    expect(messages).toEqual(['GET /x Authorization: ***', 'login password=*** user=ann']);
  });

  describe('in parts', () => {
    const MAX = 64 * 1024;
    const filled = (lines: number, text = '') => {
      const book = new LogBook({ now: () => 0, date: () => 0, least: () => 'info', added: () => {} });
      for (let line = 1; line <= lines; line++) book.note('info', `${line}${text}`);
      return book;
    };
    const messages = (items: readonly { Message: string }[]) =>
      items.map(({ Message }) => Number.parseInt(Message, 10));

    it('goes back by offset, without a gap', () => {
      const book = filled(500, ' x'.repeat(500));
      const seen: number[] = [];
      for (let offset: number | undefined = 0; offset !== undefined; ) {
        const part = book.tail({ count: 200, offset }, MAX);
        expect(part.Total).toBe(500);
        expect(part.Truncated === true).toBe(part.Items.length < Math.min(200, 500 - offset));
        seen.unshift(...messages(part.Items));
        offset = part.NextOffset;
      }
      expect(seen).toEqual(Array.from({ length: 500 }, (_, index) => index + 1));
    });

    it('goes on by since, also while lines are added and dropped', () => {
      const book = filled(10);
      const first = book.tail({ count: 4, since: 3 }, MAX);
      expect([messages(first.Items), first.Last]).toEqual([[4, 5, 6, 7], 7]);
      expect([first.Remaining, book.tail({ count: 50, since: 3 }, MAX).Remaining]).toEqual([3, undefined]);
      expect(book.tail({ count: 50, since: 7 }, MAX)).toMatchObject({
        Last: 10,
        Items: [expect.anything(), expect.anything(), expect.anything()],
      });
      expect(book.tail({ count: 50, since: 10 }, MAX)).toMatchObject({ Last: 10, Items: [] });
      expect(book.tail({ count: 50, since: 99 }, MAX)).toMatchObject({ Last: 10, Items: [] });
      for (let line = 11; line <= 9_000; line++) book.note('info', `${line}`);
      const later = book.tail({ count: 1, since: 10 }, MAX);
      expect(later).toMatchObject({
        Total: 2_000,
        Dropped: 6_990,
        Last: 7_001,
        Items: [{ Message: '7001' }],
      });
    });

    it('has the newest lines first of all, and says how many are not kept', () => {
      const { Items, Dropped, Last, NextOffset } = filled(5_000).tail({ count: 3 }, MAX);
      expect(messages(Items)).toEqual([4_998, 4_999, 5_000]);
      expect([Dropped, Last, NextOffset]).toEqual([3_000, 5_000, 3]);
    });
  });
});
