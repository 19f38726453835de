import { describe, expect, it } from 'vitest';
import { sorted } from './sorted.js';
import { TimeSlice } from './time-slice.js';

const SIGNAL = new AbortController().signal;

/** Blocks the thread for one turn. */
function spend(slice: TimeSlice): void {
  while (!slice.isOver);
}

describe('a slice', () => {
  it('lets the event loop serve other events', async () => {
    let served = 0;
    const count = () => {
      served++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const slice = new TimeSlice(SIGNAL);
    for (let step = 0; step < 10; step++) {
      spend(slice);
      await slice.yieldToEventLoop();
    }
    clearImmediate(next);
    expect(served).toBeGreaterThanOrEqual(9);
  });

  it('is over by time, whatever work is reported', () => {
    const slice = new TimeSlice(SIGNAL);
    spend(slice);
    expect(slice.isOverAfter(0)).toBe(true);
    expect(slice.isOverAfter(1_000_000)).toBe(true);
  });

  it('gives each turn of the event loop to one piece of work', async () => {
    const steps: string[] = [];
    let turn = 0;
    const count = () => {
      turn++;
      next = setImmediate(count);
    };
    let next = setImmediate(count);
    const work = async (name: string) => {
      const slice = new TimeSlice(SIGNAL);
      for (let step = 0; step < 3; step++) {
        spend(slice);
        await slice.yieldToEventLoop();
        steps.push(`${name}${turn}`);
      }
    };
    await Promise.all(['a', 'b', 'c'].map(work));
    clearImmediate(next);
    expect(steps.map(step => step[0]).join('')).toBe('abcabcabc');
    expect(new Set(steps.map(step => step.slice(1))).size).toBe(9);
  });

  it('stops the work when its signal aborts', async () => {
    const stop = new AbortController();
    const slice = new TimeSlice(stop.signal);
    spend(slice);
    const taken = slice.yieldToEventLoop();
    stop.abort(new Error('stopped'));
    await expect(taken).rejects.toThrow('stopped');
  });
});

describe('a sort with pauses', () => {
  it.each([0, 1, 2_047, 2_048, 2_049, 10_000, 50_001])('orders %i items as toSorted does', async length => {
    const items = Array.from({ length }, (_, at) => ({ key: (at * 7_919) % 997, at }));
    const compare = (a: { key: number }, b: { key: number }) => a.key - b.key;
    expect(await sorted(items, compare, new TimeSlice(SIGNAL))).toEqual(items.toSorted(compare));
  });
});
