/** A load in its own process, so that it does not delay the measurement. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { within } from './wait.mjs';

const PROGRAM = fileURLToPath(new URL('load-process.mjs', import.meta.url));
const LAST_ANSWERS_MS = 40_000;

/**
 * @param {object} load
 * @param {{ url: string, method?: string, headers?: Record<string, string>, bodyFile?: string }[]} load.requests
 * @param {string} load.token
 * @param {number} load.connections
 * @param {number} load.ms
 * @returns {Promise<Record<string, number>>} answers by status; 0 counts connections that failed
 */
export async function runLoad(load) {
  const child = fork(PROGRAM, [JSON.stringify(load)]);
  try {
    const [{ statuses }] = await within(once(child, 'message'), load.ms + LAST_ANSWERS_MS, 'the load');
    return statuses;
  } finally {
    child.kill('SIGKILL');
  }
}
