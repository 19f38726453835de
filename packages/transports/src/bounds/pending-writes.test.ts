import { createMemory, DEFAULT_LIMITS } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { type PendingWriter, PendingWrites } from './pending-writes.js';

/** A reader that has taken nothing for so long. */
class Reader implements PendingWriter {
  readonly connection = this;
  closed = false;

  constructor(
    readonly principal: string,
    public idleMs: number,
  ) {}

  tick(): void {}

  close(): void {
    this.closed = true;
  }
}

/** Room for 1,000 bytes, of which a principal may have 500. */
function open() {
  const memory = createMemory({ ...DEFAULT_LIMITS, waitingBytes: 1_000, principalPercent: 50 });
  return { waiting: PendingWrites.of(memory), held: memory.waiting };
}

describe('output that waits for readers', () => {
  it('closes the longest idle reader of the same principal when the share of that principal is used', () => {
    const { waiting, held } = open();
    const [bobs, older, newer] = [
      new Reader('bob', 90_000),
      new Reader('ada', 5_000),
      new Reader('ada', 2_000),
    ];
    waiting.set(bobs, 400);
    waiting.set(older, 200);
    waiting.set(newer, 200);
    expect(waiting.set(new Reader('ada', 0), 200)).toBe(true);
    expect([bobs, older, newer].map(({ closed }) => closed)).toEqual([false, true, false]);
    expect([held.held('ada'), held.held('bob')]).toEqual([400, 400]);
  });

  it('closes a reader of the largest principal when all memory is used', () => {
    const { waiting, held } = open();
    const [adas, bobs, eves] = [
      new Reader('ada', 2_000),
      new Reader('bob', 90_000),
      new Reader('eve', 3_000),
    ];
    waiting.set(adas, 300);
    waiting.set(bobs, 200);
    waiting.set(eves, 500);
    expect(waiting.set(new Reader('ada', 0), 100)).toBe(true);
    expect([adas, bobs, eves].map(({ closed }) => closed)).toEqual([false, false, true]);
    expect(held.total).toBe(600);
  });

  it('refuses output rather than close a reader that reads', () => {
    const { waiting, held } = open();
    const reads = new Reader('ada', 999);
    waiting.set(reads, 400);
    expect(waiting.set(new Reader('ada', 0), 200)).toBe(false);
    expect([reads.closed, held.held('ada')]).toEqual([false, 400]);
    waiting.set(reads, 0);
    expect(held.total).toBe(0);
  });
});
