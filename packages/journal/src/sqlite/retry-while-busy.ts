import { setTimeout as delay } from 'node:timers/promises';
import { isBusy } from './sqlite-errors.js';

const PAUSE_MS = 5;

/** Retries while another process holds the lock, without blocking the event loop. */
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
