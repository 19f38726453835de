import { WorldEvents } from '@worldwire/server';

const OWN = 'unity://';

/** The events of one engine. Its resources have two addresses where several engines may link. */
export class BenchEvents extends WorldEvents {
  readonly #world: WorldEvents;
  readonly #name: () => string | undefined;

  constructor(world: WorldEvents, name: () => string | undefined) {
    super();
    this.#world = world;
    this.#name = name;
  }

  override resourceUpdated(uri: string): void {
    this.#world.resourceUpdated(uri);
    const name = this.#name();
    if (name !== undefined && uri.startsWith(OWN)) {
      this.#world.resourceUpdated(`engine://${name}/${uri.slice(OWN.length)}`);
    }
  }
}
