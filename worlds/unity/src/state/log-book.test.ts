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
    const messages = book.tail(100).Items.map(({ Message }) => Message);
    expect(messages.filter(message => message.includes('stranger'))).toEqual([
      '[MCP] error -32600: stranger 0',
      '[MCP] error -32600: stranger 1000',
    ]);
    expect(messages.filter(message => message.includes('known'))).toHaveLength(20);
  });
});
