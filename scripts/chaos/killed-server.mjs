import { setTimeout as delay } from 'node:timers/promises';
import { ServerProcess } from './server-process.mjs';

const KILLED_WHILE_STARTING = 0.2;
/** About as long as a start takes. */
const START_MS = 500;

/** A server that is killed and started again, now and then before it has quite started. */
export class KilledServer {
  #options;
  #random;
  /** @type {ServerProcess | undefined} */
  #server;
  kills = 0;

  /**
   * @param {ConstructorParameters<typeof ServerProcess>[0]} options
   * @param {() => number} random
   */
  constructor(options, random) {
    this.#options = options;
    this.#random = random;
  }

  /** @returns {Promise<string>} where it can be reached */
  async up() {
    while (this.#random() < KILLED_WHILE_STARTING) {
      this.#server = new ServerProcess(this.#options);
      await delay(this.#random() * START_MS);
      await this.crash();
    }
    this.#server = new ServerProcess(this.#options);
    return this.#server.ready;
  }

  /** Has killed it before it returns, and resolves when it is gone. */
  async crash() {
    this.kills += 1;
    await this.#server?.kill('SIGKILL');
  }

  /** Ends it in peace. */
  async stop() {
    await this.#server?.kill('SIGTERM');
  }
}
