import { setTimeout as delay } from 'node:timers/promises';
import { ServerProcess } from './server-process.mjs';

const KILLED_WHILE_STARTING = 0.2;
/** About as long as a start takes. */
const START_MS = 500;

/** A server that is killed and restarted, sometimes during its start. */
export class KilledServer {
  #options;
  #random;
  #server;
  kills = 0;

  constructor(options, random) {
    this.#options = options;
    this.#random = random;
  }

  async up() {
    while (this.#random() < KILLED_WHILE_STARTING) {
      this.#server = new ServerProcess(this.#options);
      await delay(this.#random() * START_MS);
      await this.crash();
    }
    this.#server = new ServerProcess(this.#options);
    return this.#server.ready;
  }

  /** Kills the server at once, and resolves when it has exited. */
  async crash() {
    this.kills += 1;
    await this.#server?.kill('SIGKILL');
  }

  async stop() {
    await this.#server?.kill('SIGTERM');
  }
}
