import { Writable } from 'node:stream';
import { setImmediate as turn } from 'node:timers/promises';
import { FRAMINGS } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { Outbox } from './outbox.js';

/** A reader that takes one write when it is told to. */
function open() {
  const writes: Buffer[] = [];
  const waiting: (() => void)[] = [];
  const output = new Writable({
    highWaterMark: 1_000,
    write(chunk: Buffer, _encoding, done) {
      writes.push(chunk);
      waiting.push(done);
    },
  });
  const state = { emptied: 0 };
  const outbox = new Outbox(output, FRAMINGS.newline, () => {
    state.emptied++;
  });
  const take = async () => {
    waiting.shift()?.();
    await turn();
  };
  return { outbox, output, writes, take, state };
}

describe('Outbox', () => {
  it('writes a message at once', () => {
    const { outbox, writes } = open();
    outbox.add('now');
    expect(writes.map(String)).toEqual(['now\n']);
  });

  it('writes held messages together, and reports when the reader has taken them', async () => {
    const { outbox, writes, take, state } = open();
    outbox.hold();
    outbox.add('a');
    outbox.add('b');
    expect(writes).toEqual([]);
    outbox.release();
    expect(writes.map(String)).toEqual(['a\nb\n']);
    expect([outbox.waiting, state.emptied]).toEqual([4, 0]);
    await take();
    expect([outbox.waiting, outbox.taken, state.emptied]).toEqual([0, 1, 1]);
  });

  it('writes on flush, also while held', () => {
    const { outbox, writes } = open();
    outbox.hold();
    outbox.add('now');
    outbox.flush();
    outbox.add('later');
    expect(writes.map(String)).toEqual(['now\n']);
  });

  it('writes a long message in pieces, and counts those that were taken', async () => {
    const { outbox, writes, take } = open();
    outbox.add('x'.repeat(150_000));
    await turn();
    expect(writes.map(({ length }) => length)).toEqual([65_536]);
    await take();
    await take();
    expect(outbox.taken).toBe(2);
    expect(outbox.waiting).toBe(150_001 - 2 * 65_536);
    await take();
    expect(Buffer.concat(writes).toString()).toBe(`${'x'.repeat(150_000)}\n`);
  });

  it('keeps the order of messages added during a write', async () => {
    const { outbox, writes, take } = open();
    for (const word of ['one', 'two', 'three']) {
      outbox.add(word);
      await turn();
    }
    await take();
    await take();
    expect(writes.map(String)).toEqual(['one\n', 'two\nthree\n']);
  });

  it('is full above the high-water mark of the stream', () => {
    const { outbox } = open();
    outbox.add('x'.repeat(999));
    expect(outbox.full).toBe(false);
    outbox.add('x');
    expect(outbox.full).toBe(true);
  });

  it.each([
    ['as a text, where one character needs two bytes', `${'x'.repeat(10_000)}→`],
    ['as UTF-8, where that is longer', 'é'.repeat(10_000)],
  ])('counts the bytes that a waiting text takes and not its characters: %s', async (_case, text) => {
    const { outbox, take } = open();
    outbox.add('first');
    outbox.add(text);
    expect(outbox.waiting).toBeGreaterThanOrEqual(20_000);
    await take();
    expect(outbox.waiting).toBe(Buffer.byteLength(text) + 1);
    await take();
    expect(outbox.waiting).toBe(0);
  });

  it('writes everything at the end, once, in order', async () => {
    const { outbox, writes, take, state } = open();
    outbox.add('x'.repeat(100_000));
    await turn();
    outbox.add('last');
    outbox.finish();
    expect(outbox.waiting).toBe(0);
    for (let i = 0; i < 4; i++) await take();
    expect(Buffer.concat(writes).toString()).toBe(`${'x'.repeat(100_000)}\nlast\n`);
    expect(state.emptied).toBe(0);
  });

  it('writes nothing to a destroyed stream', async () => {
    const { outbox, output, writes } = open();
    output.destroy();
    outbox.add('a');
    await turn();
    outbox.finish();
    expect(writes).toEqual([]);
  });
});
