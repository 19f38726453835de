/** `worldwire serve universe` with a universe of a given size. */
import { FIRST_ID } from './call-template.mjs';
import { drive } from './drive.mjs';
import { startProduct } from './product-server.mjs';
import { gapIn } from './revision-tally.mjs';
import { fillingCommands, UNIVERSE } from './universe-bodies.mjs';

export class UniverseServer {
  #server;
  #store;
  #revision = 0;

  static async start({ folder, store, size }) {
    try {
      const args = ['universe', '--store', store.option];
      const { prepared } = await startProduct({ folder, args }, async server => {
        const universe = new UniverseServer(server, store, size);
        await universe.#fill();
        return universe;
      });
      return prepared;
    } catch (error) {
      await store.close();
      throw error;
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

  /** Sends updates, and checks that the log has each answered one exactly once. */
  async command(load, wire, who) {
    const before = this.#revision;
    const run = await this.drive(
      // Ids become masses: a mass that a body already has would change nothing.
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
