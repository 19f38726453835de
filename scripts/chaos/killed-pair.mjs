import { ServerProcess } from './server-process.mjs';

/** Two servers on one store. The one at work is killed, and its clients turn to the other before it is back. */
export class KilledPair {
  #options;
  /** @type {ServerProcess[]} the one at work first */
  #servers = [];
  kills = 0;

  /** @param {ConstructorParameters<typeof ServerProcess>[0]} options */
  constructor(options) {
    this.#options = options;
  }

  /** @returns {Promise<string>} where the one at work can be reached */
  async up() {
    while (this.#servers.length < 2) this.#servers.push(new ServerProcess(this.#options));
    const [working] = this.#servers;
    return /** @type {ServerProcess} */ (working).ready;
  }

  /** Has killed the one at work before it returns, and resolves when it is gone. */
  async crash() {
    this.kills += 1;
    await this.#servers.shift()?.kill('SIGKILL');
  }

  /** Ends both in peace. */
  async stop() {
    await Promise.all(this.#servers.map(server => server.kill('SIGTERM')));
  }
}
