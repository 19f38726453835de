/**
 * Tells listeners what happens. What one of them throws keeps nothing from the others, nor from what comes behind it,
 * and is thrown on when the turn is over.
 */
export class FramesListeners {
  readonly #thrown: unknown[] = [];
  #inTurn = false;

  /** A turn inside another is a part of it. */
  turn(work: () => void): void {
    if (this.#inTurn) return work();
    this.#inTurn = true;
    try {
      work();
    } catch (thrown) {
      this.#thrown.push(thrown);
    } finally {
      this.#inTurn = false;
    }
    const thrown = this.#thrown.splice(0);
    if (thrown.length === 1) throw thrown[0];
    if (thrown.length > 1) throw new AggregateError(thrown, `${thrown.length} listeners failed.`);
  }

  /** Within a turn. Who begins to listen meanwhile hears of the next event. */
  tell<Args extends unknown[]>(listeners: Iterable<(...args: Args) => void>, ...args: Args): void {
    for (const listener of [...listeners]) {
      try {
        listener(...args);
      } catch (thrown) {
        this.#thrown.push(thrown);
      }
    }
  }
}
