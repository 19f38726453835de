/** Lets one piece of work begin when the one before has ended, so that what a write reads before is what it finds. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  run<Result>(work: () => Promise<Result>): Promise<Result> {
    const mine = this.#last.then(work);
    // Whoever waits for the work hears of its failure; the next in line only waits for its end.
    this.#last = mine.catch(() => {});
    return mine;
  }
}
