import type { StageActor } from './stage.js';

/** The selected actors, in the order they were selected. */
export class Selection {
  #actors: ReadonlySet<StageActor> = new Set();

  get actors(): readonly StageActor[] {
    return [...this.#actors];
  }

  set(actors: readonly StageActor[]): void {
    this.#actors = new Set(actors);
  }

  drop(gone: StageActor): void {
    this.set(this.actors.filter(actor => actor !== gone));
  }
}
