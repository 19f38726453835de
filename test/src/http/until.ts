import { setTimeout as delay } from 'node:timers/promises';

const PAUSE_MS = 5;

/**
 * Waits for a condition without an event. Fails after the deadline, naming the condition. The deadline begins again whenever
 * `progress` is another number: much work takes long on a loaded machine.
 */
export async function until(
  condition: () => boolean,
  what: string,
  deadlineMs = 10_000,
  progress = () => 0,
): Promise<void> {
  let deadline = Date.now() + deadlineMs;
  let reached = progress();
  while (!condition()) {
    const now = progress();
    if (now !== reached) deadline = Date.now() + deadlineMs;
    else if (Date.now() > deadline) throw new Error(`Never happened: ${what}.`);
    reached = now;
    await delay(PAUSE_MS);
  }
}

/** Fails when the promise takes too long. */
export async function within<Value>(
  promise: Promise<Value>,
  what: string,
  deadlineMs = 10_000,
): Promise<Value> {
  const late = new AbortController();
  try {
    return await Promise.race([
      promise,
      delay(deadlineMs, undefined, { signal: late.signal }).then(() => {
        throw new Error(`Took too long: ${what}.`);
      }),
    ]);
  } finally {
    late.abort();
  }
}
