import { until } from '../http/until.js';
import type { Visitor } from '../universe/official-clients.js';

/** The updates of the resources that a client watches. */
export class Watching {
  readonly #heard: string[] = [];

  static async of(client: Visitor, ...uris: readonly string[]): Promise<Watching> {
    const watching = new Watching();
    for (const uri of uris) await client.watch(uri, told => watching.#heard.push(told));
    return watching;
  }

  /** Waits for updates of all these URIs since the last call, and returns all updates. */
  async hears(...uris: readonly string[]): Promise<readonly string[]> {
    const heard = () => uris.every(uri => this.#heard.includes(uri));
    await until(heard, `news of ${uris.join(', ')}`, 20_000);
    return this.#heard.splice(0);
  }
}
