/** The real server as `worldwire serve universe` starts it, with a universe of a given size in it. */
import { closeSync, mkdirSync, openSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { FIRST_ID } from './call-template.mjs';
import { ChildServer, programPath } from './child-server.mjs';
import { drive } from './drive.mjs';
import { gapIn } from './revision-tally.mjs';
import { fillingCommands, UNIVERSE } from './universe-bodies.mjs';

const PROGRAM = '../../apps/worldwire/bin/worldwire.js';
const HEED_RUNNER = programPath('support/heed-runner.mjs');
const LOG_SHOWN = 2_000;

export class UniverseServer {
  #server;
  #store;
  /** Of the universe, as far as this bench changed it. */
  #revision = 0;

  static async start({ folder, store, size }) {
    mkdirSync(folder, { recursive: true });
    const logPath = join(folder, 'log');
    // Writes are logged, so a log there must be. A file takes it as an operator's would, at nobody else's expense.
    const log = openSync(logPath, 'w');
    let server;
    try {
      server = await ChildServer.start(PROGRAM, {
        nodeOptions: ['--import', HEED_RUNNER],
        args: ['serve', 'universe', '--json', '--data', folder, '--store', store.option],
        log,
      });
      const universe = new UniverseServer(server, store, size);
      await universe.#fill();
      return universe;
    } catch (error) {
      await server?.stop();
      await store.close();
      throw new Error(`${error}\n${readFileSync(logPath, 'utf8').slice(-LOG_SHOWN)}`);
    } finally {
      closeSync(log);
    }
  }

  constructor(server, store, size) {
    this.#server = server;
    this.#store = store;
    this.size = size;
  }

  get url() {
    return this.#server.url;
  }

  get revision() {
    return this.#revision;
  }

  /** Sends updates, and makes sure that each that was answered is in the log, once. */
  async command(load, wire, who) {
    const before = this.#revision;
    const run = await this.drive(
      // A mass that a body was given before would change nothing.
      { ...load, exchange: { kind: 'command', wire, size: this.size }, idsBehind: FIRST_ID + before },
      who,
    );
    this.#revision = await this.#recordedRevision();
    const wrong = gapIn(run.revisions ?? { count: 0 }, before, this.#revision);
    if (wrong) throw new Error(`${who}: ${wrong}`);
    return run;
  }

  drive(load, who) {
    return drive(this.#server, { url: this.url, ...load }, who);
  }

  async stop() {
    await this.#server.stop();
    await this.#store.close();
  }

  async #fill() {
    await this.#post('/universes', { id: UNIVERSE, name: 'Big' }, 201);
    for (const commands of fillingCommands(this.size)) {
      await this.#post(`/universes/${UNIVERSE}/commands?returning=changes`, commands, 200);
      this.#revision += commands.length;
    }
    const recorded = await this.#recordedRevision();
    if (recorded !== this.size) throw new Error(`${this.size} bodies were sent, ${recorded} are there`);
  }

  async #recordedRevision() {
    const answer = await fetch(new URL('/universes?limit=50', this.url));
    const { items } = await answer.json();
    return items.find(({ id }) => id === UNIVERSE).revision;
  }

  async #post(path, body, status) {
    const answer = await fetch(new URL(path, this.url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    const text = await answer.text();
    if (answer.status !== status) throw new Error(`POST ${path}: ${answer.status} ${text.slice(0, 300)}`);
  }
}
