/**
 * The order of writes. Those with a guard (`ifRevision`, `expectDigest`) run alone, so that nothing changes between the check and the
 * write. All others run at the same time.
 */
export class WriteTurns {
  #lastAlone: Promise<unknown> = Promise.resolve();
  readonly #together = new Set<Promise<unknown>>();

  together<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = this.#lastAlone.then(work);
    const settled: Promise<unknown> = run.catch(() => {}).then(() => this.#together.delete(settled));
    this.#together.add(settled);
    return run;
  }

  alone<Result>(work: () => Promise<Result>): Promise<Result> {
    const run = Promise.all([this.#lastAlone, ...this.#together]).then(work);
    this.#lastAlone = run.catch(() => {});
    return run;
  }
}
