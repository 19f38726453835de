import { ServerProcess } from './server-process.mjs';

/**
 * Two servers on one store. The one at work is killed, and its clients turn to the other before it is back.
 */
export class KilledPair {
  #options;
  #servers = [];
  kills = 0;

  constructor(options) {
    this.#options = options;
  }

  async up() {
    while (this.#servers.length < 2) this.#servers.push(new ServerProcess(this.#options));
    const [working] = this.#servers;
    return working.ready;
  }

  /** Kills the active server at once, and resolves when it has exited. */
  async crash() {
    this.kills += 1;
    await this.#servers.shift()?.kill('SIGKILL');
  }

  async stop() {
    await Promise.all(this.#servers.map(server => server.kill('SIGTERM')));
  }
}
