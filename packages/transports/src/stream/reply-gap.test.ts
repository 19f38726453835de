import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { ReplyGap } from './reply-gap.js';

const GAP_MS = 5;

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function open() {
  const written: string[] = [];
  return { written, gap: new ReplyGap(text => written.push(text)) };
}

describe('ReplyGap', () => {
  it('writes a reply at once when no notification came before, and starts no timer', () => {
    const { gap, written } = open();
    gap.reply('a');
    expect(written).toEqual(['a']);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('delays replies directly after a notification, in order', () => {
    const { gap, written } = open();
    gap.sent();
    gap.reply('a');
    vi.advanceTimersByTime(GAP_MS - 1);
    gap.reply('b');
    expect(written).toEqual([]);
    vi.advanceTimersByTime(1);
    vi.runAllTimers();
    expect(written).toEqual(['a', 'b']);
    gap.reply('c');
    expect(written).toEqual(['a', 'b', 'c']);
  });

  it('does not delay them longer for later notifications', () => {
    const { gap, written } = open();
    gap.sent();
    gap.reply('a');
    for (let ms = 0; ms < GAP_MS + 1; ms++) {
      vi.advanceTimersByTime(1);
      gap.sent();
    }
    expect(written).toEqual(['a']);
  });

  it('writes a reply at once when the last notification is long ago', () => {
    const { gap, written } = open();
    for (const text of ['a', 'b']) {
      gap.sent();
      vi.advanceTimersByTime(GAP_MS);
      gap.reply(text);
      expect(written.at(-1)).toBe(text);
    }
  });

  it('writes delayed replies on release, once', () => {
    const { gap, written } = open();
    gap.sent();
    gap.reply('a');
    gap.release();
    vi.runAllTimers();
    expect(written).toEqual(['a']);
  });
});
