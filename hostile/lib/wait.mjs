/** Waiting, always with a limit. */
import { setTimeout as sleep } from 'node:timers/promises';

export { sleep };

const POLL_MS = 50;

/**
 * @param {() => boolean | Promise<boolean>} condition
 * @param {number} ms
 * @returns {Promise<boolean>} whether it became true in time
 */
export async function until(condition, ms) {
  const end = performance.now() + ms;
  for (;;) {
    if (await condition()) return true;
    if (performance.now() >= end) return false;
    await sleep(POLL_MS);
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {number} ms
 * @param {string} what for the error
 * @returns {Promise<T>}
 */
export async function within(promise, ms, what) {
  /** @type {NodeJS.Timeout | undefined} */
  let timer;
  const late = new Promise((_, reject) => {
    timer = setTimeout(() => reject(new Error(`${what} took longer than ${ms} ms`)), ms);
  });
  try {
    return await Promise.race([promise, /** @type {Promise<never>} */ (late)]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Runs `work` for each number from 0, some at a time.
 * @param {number} count
 * @param {number} parallel
 * @param {(index: number) => Promise<unknown>} work
 */
export async function each(count, parallel, work) {
  let next = 0;
  const worker = async () => {
    while (next < count) await work(next++);
  };
  await Promise.all(Array.from({ length: Math.min(parallel, count) }, worker));
}
