import type { Context } from '@worldwire/server';
import type { CallOptions } from '../../port/unreal-source.js';

/** Milliseconds of silence after which a step is told that nobody would miss: each one told gives the call more time. */
const SILENCE_MS = 250;

/** A source goes on for as long as the caller waits, and the caller hears how far it is. */
export function optionsOf(context: Context, now = () => performance.now()): CallOptions {
  const steps = new Steps(context, now);
  return {
    signal: context.signal,
    progress: (done, total, message) => steps.take(done, total, message),
  };
}

/**
 * Tells of a thousand steps those that somebody would notice. What is told only ever grows, as the protocol demands:
 * where a source begins anew, or another takes over, its steps are counted on top of those before.
 */
class Steps {
  readonly #context: Context;
  readonly #now: () => number;
  #before = 0;
  #done = 0;
  #told:
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
    const told = this.#told;
    const worth =
      told === undefined ||
      (done > told.done &&
        (done === total ||
          percent !== told.percent ||
          message !== told.message ||
          at - told.at >= SILENCE_MS));
    if (!worth) return;
    this.#told = { done, percent, at, ...(message !== undefined && { message }) };
    this.#context.progress(done, total, message);
  }
}
