import { until } from '../http/until.js';
import type { Visitor } from '../universe/official-clients.js';

/** The updates of the resources that a client watches. */
export class Watching {
  readonly #updates: string[] = [];

  static async of(client: Visitor, ...uris: readonly string[]): Promise<Watching> {
    const watching = new Watching();
    for (const uri of uris) await client.watch(uri, updated => watching.#updates.push(updated));
    return watching;
  }

  /** Waits for updates of all these URIs since the last call, and returns all updates. */
  async updated(...uris: readonly string[]): Promise<readonly string[]> {
    const isComplete = () => uris.every(uri => this.#updates.includes(uri));
    await until(isComplete, `updates of ${uris.join(', ')}`, 20_000);
    return this.#updates.splice(0);
  }
}
