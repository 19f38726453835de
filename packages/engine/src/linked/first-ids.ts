import { EngineError } from '../port/engine-error.js';
import type { LinkHello } from './link-hello.js';

/** Ids of one process of the engine; those of the next begin behind them. */
const IDS_PER_PROCESS = 1_000_000_000;
/** Far enough from where numbers are no longer exact: those of many further processes begin behind it. */
const MAX_FIRST_ID = 2 ** 52;
const MAX_PROCESSES = 1000;

/** Keeps where the ids of the next process begin. */
export interface IdLedger {
  readonly next: number;
  /** Called before a process is given the numbers below. */
  keep(next: number): void;
}

/** Where the numbers of objects begin, in each process of the engine that was here. */
export class FirstIds {
  readonly #known = new Map<string, number>();
  readonly #ledger: IdLedger;
  #next: number;

  constructor(ledger: IdLedger) {
    this.#ledger = ledger;
    this.#next = ledger.next;
  }

  /** A process keeps the numbers it has; they must not be those of another that was here. */
  of({ instance, firstId }: LinkHello): number {
    const known = this.#known.get(instance);
    const given = firstId ?? known ?? this.#next;
    if (given === known) return given;
    if (given > MAX_FIRST_ID && given >= this.#next && firstId !== undefined) {
      throw new EngineError('invalid', `engine.firstId is ${MAX_FIRST_ID} at most`);
    }
    if (given < this.#next && this.#known.size > 0) {
      const message = `ids from obj:${given} on belong to an engine that was here before`;
      throw new EngineError('not-ready', message, 'start the engine anew');
    }
    const next = Math.max(this.#next, given) + IDS_PER_PROCESS;
    this.#ledger.keep(next);
    this.#next = next;
    this.#known.set(instance, given);
    if (this.#known.size > MAX_PROCESSES) this.#known.delete(this.#known.keys().next().value as string);
    return given;
  }
}
