import { setImmediate as turn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { WorkQueue } from './work-queue.js';

describe('a queue of work', () => {
  it('runs a bounded number at a time, also of work added meanwhile', async () => {
    const queue = new WorkQueue(3, new AbortController().signal);
    let running = 0;
    let most = 0;
    let done = 0;
    const work = (left: number) => async () => {
      most = Math.max(most, ++running);
      await turn();
      running--;
      done++;
      if (left > 0) for (let i = 0; i < 3; i++) queue.add(work(left - 1));
    };
    for (let i = 0; i < 5; i++) queue.add(work(2));
    await queue.done();
    expect(done).toBe(5 + 15 + 45);
    expect(most).toBe(3);
  });

  it('is done at once without work', async () => {
    await new WorkQueue(2, new AbortController().signal).done();
  });

  it('stops with the first failure', async () => {
    const queue = new WorkQueue(1, new AbortController().signal);
    let later = 0;
    queue.add(async () => {
      throw new Error('broken');
    });
    queue.add(async () => void later++);
    await expect(queue.done()).rejects.toThrow('broken');
    expect(later).toBe(0);
  });

  it('starts nothing more after an abort', async () => {
    const stop = new AbortController();
    const queue = new WorkQueue(1, stop.signal);
    let later = 0;
    queue.add(async () => stop.abort(new Error('left')));
    queue.add(async () => void later++);
    await expect(queue.done()).rejects.toThrow('left');
    expect(later).toBe(0);
  });
});
