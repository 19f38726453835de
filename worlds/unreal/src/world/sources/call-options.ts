import type { Context } from '@worldwire/server';
import type { CallOptions } from '../../port/unreal-source.js';

/** A step is reported after this time even where it is small, because each report extends the deadline of the call. */
const MAX_PAUSE_MS = 250;

/** The options of a source's call: the caller's signal, and its progress as notifications. */
export function optionsOf(context: Context, now = () => performance.now()): CallOptions {
  const steps = new ProgressThrottle(context, now);
  return {
    signal: context.signal,
    principal: context.principal,
    progress: (done, total, message) => steps.take(done, total, message),
  };
}

/**
 * Reports at most one step per percent. Reported progress only grows, as the protocol demands: where a source starts again
 * or another takes over, its steps are added to those before.
 */
class ProgressThrottle {
  readonly #context: Context;
  readonly #now: () => number;
  #before = 0;
  #done = 0;
  #last:
    | { readonly done: number; readonly percent: number; readonly message?: string; readonly at: number }
    | undefined;

  constructor(context: Context, now: () => number) {
    this.#context = context;
    this.#now = now;
  }

  take(step: number, of?: number, message?: string): void {
    if (step < this.#done) this.#before += this.#done;
    this.#done = step;
    const done = this.#before + step;
    const total = of === undefined ? undefined : this.#before + of;
    const percent = total === undefined ? 0 : Math.floor((done / total) * 100);
    const at = this.#now();
    const last = this.#last;
    const isDue =
      last === undefined ||
      (done > last.done &&
        (done === total ||
          percent !== last.percent ||
          message !== last.message ||
          at - last.at >= MAX_PAUSE_MS));
    if (!isDue) return;
    this.#last = { done, percent, at, ...(message !== undefined && { message }) };
    this.#context.progress(done, total, message);
  }
}
