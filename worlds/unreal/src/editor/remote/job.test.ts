import { describe, expect, it } from 'vitest';
import { type Job, pause, runJob } from './job.js';

const never = () => new Promise<never>(() => {});

describe('a job', () => {
  it('returns the result of its work, and is then over', async () => {
    const running = new Map<Job, Promise<unknown>>();
    const { signal } = new AbortController();
    expect(await runJob('work', { signal }, running, async () => 5)).toBe(5);
    await new Promise(setImmediate);
    expect(running.size).toBe(0);
  });

  it('ends at its deadline although the work goes on, and counts as running until the work ends', async () => {
    const running = new Map<Job, Promise<unknown>>();
    const { signal } = new AbortController();
    const work = runJob('work', { signal, deadline: 1 }, running, never);
    await expect(work).rejects.toMatchObject({ kind: 'timeout', unsure: false });
    expect(running.size).toBe(1);
  });

  it('is unsure when it is stopped after a write, and not before', async () => {
    for (const wrote of [true, false]) {
      const stop = new AbortController();
      const work = runJob('work', { signal: stop.signal }, new Map(), job => {
        job.wrote = wrote;
        return never();
      });
      stop.abort();
      await expect(work).rejects.toMatchObject({ kind: 'failed', unsure: wrote });
    }
  });

  it("leaves no listener on the caller's signal", async () => {
    const { signal } = new AbortController();
    let listeners = 0;
    const { addEventListener, removeEventListener } = signal;
    signal.addEventListener = (...given: [string, never]) => {
      listeners++;
      addEventListener.apply(signal, given);
    };
    signal.removeEventListener = (...given: [string, never]) => {
      listeners--;
      removeEventListener.apply(signal, given);
    };
    await runJob('work', { signal }, new Map(), async () => {});
    expect(listeners).toBe(0);
  });

  it('that is stopped ends its pause', async () => {
    const stop = new AbortController();
    const work = runJob('work', { signal: stop.signal }, new Map(), job => pause(job, 1_000_000));
    stop.abort();
    await expect(work).rejects.toThrow(/cancelled/);
  });
});
