import { describe, expect, it } from 'vitest';
import { LogBook } from './log-book.js';

function logBook() {
  let elapsed = 0;
  let date = Date.UTC(2026, 0, 1);
  const book = new LogBook({ now: () => elapsed, date: () => date, least: () => 'info', added: () => {} });
  const messages = () => book.tail({ count: 2_000 }, 10_000_000).Items.map(({ Message }) => Message);
  return {
    book,
    messages,
    pass: (ms: number) => {
      elapsed += ms;
    },
    setBack: (ms: number) => {
      date -= ms;
    },
  };
}

describe('the log', () => {
  it('shows every hidden character, and keeps line ends and tabs', () => {
    const { book, messages } = logBook();
    book.add({ T: '', Level: 'info', Message: 'a\u001b[31m\n\tb\u202e\u200b\u3164', Source: 's\u2066' });
    expect(messages()).toEqual(['a\\u001b[31m\n\tb\\u202e\\u200b\\u3164']);
    expect(book.tail({ count: 1 }, 10_000).Items[0]?.Source).toBe('s\\u2066');
  });

  it('keeps 2,048 characters of a line, also where each was escaped', () => {
    const { book, messages } = logBook();
    book.note('info', '\u200b'.repeat(1_000_000));
    expect(messages()[0]).toHaveLength(2_048);
  });

  it('merges two reports of a failure within a second, also if the clock is set back', () => {
    const { book, messages, pass, setBack } = logBook();
    book.noteFailure(1, 'no', 'world');
    setBack(3_600_000);
    book.noteFailure(1, 'no', 'wire');
    expect(messages()).toHaveLength(1);
    book.noteFailure(1, 'no', 'world');
    pass(2_000);
    book.noteFailure(1, 'no', 'wire');
    expect(messages()).toHaveLength(3);
  });
});
