import { EngineError } from '../port/engine-error.js';
import type { LinkHello } from './link-hello.js';

/** Ids that one process of the engine may use. */
const IDS_PER_PROCESS = 1_000_000_000;
/** Leaves room for many further processes below Number.MAX_SAFE_INTEGER. */
const MAX_FIRST_ID = 2 ** 52;
const MAX_PROCESSES = 1000;

/** Keeps where the ids of the next process begin. */
export interface IdStore {
  readonly next: number;
  /** Called before a process gets the numbers below `next`. */
  keep(next: number): void;
}

/** Where the object ids of each engine process begin. */
export class FirstIds {
  readonly #known = new Map<string, number>();
  readonly #store: IdStore;
  #next: number;

  constructor(store: IdStore) {
    this.#store = store;
    this.#next = store.next;
  }

  /** A process keeps its numbers. Numbers of another process are refused. */
  of({ instance, firstId }: LinkHello): number {
    const known = this.#known.get(instance);
    const given = firstId ?? known ?? this.#next;
    if (given === known) return given;
    if (given > MAX_FIRST_ID && given >= this.#next && firstId !== undefined) {
      throw new EngineError(
        'invalid',
        `engine.firstId is ${given} and must be ${MAX_FIRST_ID} at most`,
        'send the number that the server gave to this process, or leave it out',
      );
    }
    if (given < this.#next && this.#known.size > 0) {
      const message = `the ids from obj:${given} on belong to an engine that was linked before`;
      throw new EngineError('not-ready', message, 'restart the engine');
    }
    const next = Math.max(this.#next, given) + IDS_PER_PROCESS;
    this.#store.keep(next);
    this.#next = next;
    this.#known.set(instance, given);
    if (this.#known.size > MAX_PROCESSES) this.#known.delete(this.#known.keys().next().value as string);
    return given;
  }
}
