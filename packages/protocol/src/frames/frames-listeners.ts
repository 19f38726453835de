/**
 * Calls listeners. An error of one does not affect the others or later events. It is thrown again at the end of the turn.
 */
export class FramesListeners {
  readonly #thrown: unknown[] = [];
  #inTurn = false;

  /** A nested turn is part of the outer one. */
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

  /** Within a turn. Listeners added meanwhile get the next event. */
  notify<Args extends unknown[]>(listeners: Iterable<(...args: Args) => void>, ...args: Args): void {
    for (const listener of [...listeners]) {
      try {
        listener(...args);
      } catch (thrown) {
        this.#thrown.push(thrown);
      }
    }
  }
}
