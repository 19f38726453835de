import { setTimeout as delay } from 'node:timers/promises';

/** Time as the world sees it. Tests bring their own, and need not wait. */
export interface Clock {
  /** Milliseconds since 1970. */
  now(): number;
  /** Rejects when the signal is aborted. */
  wait(ms: number, signal: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: Date.now,
  wait: (ms, signal) => delay(ms, undefined, { signal }),
};
