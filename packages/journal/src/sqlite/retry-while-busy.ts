import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './sqlite-errors.js';

const PAUSE_MS = 5;

/** Tries again while another process holds the lock, without stopping this one's event loop meanwhile. */
export async function retryWhileBusy<Result>(work: () => Result, busyTimeoutMs: number): Promise<Result> {
  for (let until: number | undefined; ; ) {
    try {
      return work();
    } catch (error) {
      until ??= performance.now() + busyTimeoutMs;
      if (!isBusy(error) || performance.now() >= until) throw error;
    }
    await delay(PAUSE_MS);
  }
}
