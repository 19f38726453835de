import { setTimeout as delay } from 'node:timers/promises';

/** The clock of the world. Tests use their own. */
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
