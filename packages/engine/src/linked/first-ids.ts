import { EngineError } from '../port/engine-error.js';
import type { LinkHello } from './link-hello.js';

/** Ids that one process of the engine may use. */
export const IDS_PER_PROCESS = 1_000_000_000;
/** Leaves room for many further processes below Number.MAX_SAFE_INTEGER. */
const MAX_FIRST_ID = 2 ** 52;
const MAX_PROCESSES = 1000;

/** Keeps where the ids of the next process begin. */
export interface IdStore {
  readonly next: number;
  /** Called before a process gets the numbers below `next`. */
  keep(next: number): void;
}

/** Where the object ids of each engine process begin. One for all engines of a server, so that an id names its engine. */
export class FirstIds {
  /** The instance that has the numbers, by the first one. */
  readonly #owners = new Map<number, string>();
  readonly #byInstance = new Map<string, number>();
  readonly #store: IdStore;
  #next: number;

  constructor(store: IdStore) {
    this.#store = store;
    this.#next = store.next;
  }

  /** A process keeps its numbers. Numbers of another process are refused. `copy`: another process has the same instance text. */
  of({ instance, firstId }: LinkHello, copy = false): number {
    const given = firstId ?? (copy ? undefined : this.#byInstance.get(instance)) ?? this.#next;
    if (this.#owners.get(given) === instance) return given;
    if (given > MAX_FIRST_ID && given >= this.#next && firstId !== undefined) {
      throw new EngineError(
        'invalid',
        `engine.firstId is ${given} and must be ${MAX_FIRST_ID} at most`,
        'send the number that the server gave to this process, or leave it out',
      );
    }
    for (const other of this.#owners.keys()) {
      if (Math.abs(other - given) >= IDS_PER_PROCESS) continue;
      const message = `the ids from obj:${given} on belong to an engine that was linked before`;
      throw new EngineError('not-ready', message, 'restart the engine');
    }
    const next = Math.max(this.#next, given) + IDS_PER_PROCESS;
    this.#store.keep(next);
    this.#next = next;
    this.#owners.set(given, instance);
    if (!copy) this.#byInstance.set(instance, given);
    if (this.#owners.size > MAX_PROCESSES) this.#forgetOldest();
    return given;
  }

  #forgetOldest(): void {
    const [first, instance] = this.#owners.entries().next().value as [number, string];
    this.#owners.delete(first);
    if (this.#byInstance.get(instance) === first) this.#byInstance.delete(instance);
  }
}
