/** Measures the latency of a well-behaved client during an attack. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { summarize } from './latencies.mjs';
import { sleep, within } from './wait.mjs';

const PROGRAM = fileURLToPath(new URL('bystander-process.mjs', import.meta.url));
const WARM_UP_MS = 300;
const QUIET_MS = 700;
const LAST_ANSWER_MS = 40_000;

/**
 * Measures a bystander before and during some work.
 * @param {{ url: string, token: string, headers: Record<string, string>, body: string }} request its small request
 * @param {() => Promise<unknown>} work
 */
export async function withBystander(request, work) {
  const bystander = new Bystander(request);
  await sleep(WARM_UP_MS);
  bystander.next();
  await sleep(QUIET_MS);
  bystander.next();
  const worked = work();
  await worked.catch(() => {});
  const [, quiet, during] = await bystander.stop();
  await worked;
  return {
    quiet: summarize(quiet.latencies),
    during: summarize(during.latencies),
    failures: during.failures,
  };
}

class Bystander {
  #child;

  /** @param {object} request */
  constructor(request) {
    this.#child = fork(PROGRAM, [JSON.stringify(request)]);
  }

  /** Starts the next phase of the measurement. */
  next() {
    this.#child.send('next');
  }

  /** @returns {Promise<{ latencies: number[], failures: Record<string, number> }[]>} of each phase */
  async stop() {
    const reported = once(this.#child, 'message');
    this.#child.send('stop');
    try {
      const [phases] = await within(reported, LAST_ANSWER_MS, "the bystander's last answer");
      return phases;
    } finally {
      this.#child.kill('SIGKILL');
    }
  }
}
