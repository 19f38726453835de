import { getEventListeners } from 'node:events';
import { describe, expect, it } from 'vitest';
import { untilAborted } from './until-aborted.js';

describe('untilAborted', () => {
  it('gives the outcome of the work, and leaves no listener', async () => {
    const { signal } = new AbortController();
    expect(await untilAborted(Promise.resolve(1), signal)).toBe(1);
    await expect(untilAborted(Promise.reject(new Error('failed')), signal)).rejects.toThrow('failed');
    await expect.poll(() => getEventListeners(signal, 'abort').length).toBe(0);
  });

  it('rejects with the reason when the signal aborts first', async () => {
    const stop = new AbortController();
    const outcome = untilAborted(new Promise(() => {}), stop.signal);
    stop.abort(new Error('gone'));
    await expect(outcome).rejects.toThrow('gone');
  });

  it('rejects at once where the signal is aborted already, and drops what the work throws later', async () => {
    const work = Promise.resolve().then(() => Promise.reject(new Error('late')));
    await expect(untilAborted(work, AbortSignal.abort(new Error('gone')))).rejects.toThrow('gone');
  });

  it('is the work itself without a signal', () => {
    const work = Promise.resolve(1);
    expect(untilAborted(work, undefined)).toBe(work);
  });
});
