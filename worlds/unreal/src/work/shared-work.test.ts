import { describe, expect, it, vi } from 'vitest';
import { SharedWork } from './shared-work.js';

/** Work that ends on demand. */
function held() {
  const runs: { end: () => void; signal: AbortSignal; progress: (done: number) => void }[] = [];
  const work = new SharedWork(
    (signal, progress) =>
      new Promise((resolve, reject) => {
        runs.push({ end: resolve, signal, progress });
        signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
      }),
  );
  return { work, runs };
}

describe('shared work', () => {
  it('is done once for concurrent callers, and again for the next', async () => {
    const { work, runs } = held();
    const { signal } = new AbortController();
    const heard = vi.fn();
    const both = [work.join(signal), work.join(signal, heard)];
    runs[0]?.progress(3);
    runs[0]?.end();
    await Promise.all(both);
    expect(runs).toHaveLength(1);
    expect(heard).toHaveBeenCalledWith(3, undefined, undefined);
    const next = work.join(signal);
    runs[1]?.end();
    await next;
    expect(runs).toHaveLength(2);
  });

  it('continues when one caller leaves, and stops when the last has left', async () => {
    const { work, runs } = held();
    const [one, two] = [new AbortController(), new AbortController()];
    const both = [work.join(one.signal), work.join(two.signal)];
    one.abort(new Error('one left'));
    await expect(both[0]).rejects.toThrow('one left');
    expect(runs[0]?.signal.aborted).toBe(false);
    two.abort(new Error('two left'));
    await expect(both[1]).rejects.toThrow('two left');
    expect(runs[0]?.signal.aborted).toBe(true);
  });

  it('starts again for a caller that arrives while it is stopping', async () => {
    let ended: (() => void) | undefined;
    let runs = 0;
    const work = new SharedWork(async signal => {
      if (++runs > 1) return;
      await new Promise<void>(resolve => (ended = resolve));
      signal.throwIfAborted();
    });
    const first = new AbortController();
    const left = work.join(first.signal);
    first.abort(new Error('left'));
    await expect(left).rejects.toThrow('left');
    const second = work.join(new AbortController().signal);
    ended?.();
    await second;
    expect(runs).toBe(2);
  });

  it('fails for all callers', async () => {
    const work = new SharedWork(async () => {
      throw new Error('broken');
    });
    const { signal } = new AbortController();
    const both = [work.join(signal), work.join(signal)];
    for (const one of both) await expect(one).rejects.toThrow('broken');
  });

  it('is not started for a caller that has already left', async () => {
    const { work, runs } = held();
    await expect(work.join(AbortSignal.abort(new Error('left')))).rejects.toThrow('left');
    expect(runs).toHaveLength(0);
  });
});
