import { untilAborted } from '@worldwire/server/kit';

/** The order of writes. Work that runs alone waits for all before it, and all after it waits for it. */
export class Turns {
  #lastAlone: Promise<unknown> = Promise.resolve();
  readonly #together = new Set<Promise<unknown>>();

  together<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const run = after(this.#lastAlone, work, signal);
    const settled: Promise<unknown> = run.catch(() => {}).then(() => this.#together.delete(settled));
    this.#together.add(settled);
    return run;
  }

  alone<Result>(work: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    const before = Promise.all([this.#lastAlone, ...this.#together]);
    const run = after(before, work, signal);
    // A caller that left does not end the work before its own.
    this.#lastAlone = Promise.all([before, run.catch(() => {})]).then(() => {});
    return run;
  }

  /** Resolves when all work so far is done. */
  async idle(): Promise<void> {
    await Promise.all([this.#lastAlone, ...this.#together]);
  }
}

async function after<Result>(
  before: Promise<unknown>,
  work: () => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  await untilAborted(before, signal);
  signal.throwIfAborted();
  return work();
}
