import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { withProgress } from './progress.js';

/** Like the context of a call: its methods need it. */
class Reports {
  readonly #aborts = new AbortController();
  readonly #all: unknown[][] = [];

  get all(): readonly unknown[][] {
    return this.#all;
  }

  get signal(): AbortSignal {
    return this.#aborts.signal;
  }

  progress(...report: unknown[]): void {
    this.#all.push(report);
  }

  abort(): void {
    this.#aborts.abort(new Error('left'));
  }
}

describe('the progress of a long wait', () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  it('is reported each second, up to its total, and not after its end', async () => {
    const reports = new Reports();
    let end: (value: string) => void = () => {};
    const work = new Promise<string>(resolve => {
      end = resolve;
    });
    const waiting = withProgress(reports, { ms: 2_500, message: 'It runs.' }, work);
    await vi.advanceTimersByTimeAsync(4_000);
    expect(reports.all).toEqual([1, 2, 3, 3].map(seconds => [seconds, 3, 'It runs.']));
    end('done');
    expect(await waiting).toBe('done');
    await vi.advanceTimersByTimeAsync(3_000);
    expect(reports.all).toHaveLength(4);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('ends at once when the call is cancelled', async () => {
    const reports = new Reports();
    const waiting = withProgress(reports, { ms: 60_000, message: 'It runs.' }, new Promise(() => {}));
    reports.abort();
    await expect(waiting).rejects.toThrow('left');
    expect(vi.getTimerCount()).toBe(0);
  });
});
