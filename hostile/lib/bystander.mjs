/** A client that did nothing wrong, and how long it waits while others do. */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { summarize } from './latencies.mjs';
import { sleep, within } from './wait.mjs';

const PROGRAM = fileURLToPath(new URL('bystander-process.mjs', import.meta.url));
const BEFORE_MS = 1_000;
const LAST_ANSWER_MS = 40_000;

/**
 * Measures a bystander before and during some work.
 * @param {{ url: string, token: string, headers: Record<string, string>, body: string }} request its small request
 * @param {() => Promise<unknown>} work
 */
export async function withBystander(request, work) {
  const before = await Bystander.start(request);
  await sleep(BEFORE_MS);
  const quiet = await before.stop();
  const bystander = await Bystander.start(request);
  const worked = work();
  await worked.catch(() => {});
  const during = await bystander.stop();
  await worked;
  return { quiet: quiet.latencies, during: during.latencies, failures: during.failures };
}

class Bystander {
  #child;

  /** @param {object} request */
  static async start(request) {
    const bystander = new Bystander(request);
    // The first requests warm up its connection and code.
    await sleep(300);
    bystander.#child.send('clear');
    return bystander;
  }

  /** @private @param {object} request */
  constructor(request) {
    this.#child = fork(PROGRAM, [JSON.stringify(request)]);
  }

  async stop() {
    const reported = once(this.#child, 'message');
    this.#child.send('stop');
    try {
      const [{ latencies, failures }] = await within(reported, LAST_ANSWER_MS, "the bystander's last answer");
      return { latencies: summarize(latencies), failures };
    } finally {
      this.#child.kill('SIGKILL');
    }
  }
}
