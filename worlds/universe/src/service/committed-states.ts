import type { Head } from '@worldwire/journal';
import { type Capture, finish, type Steps, type Universe } from '../domain/index.js';
import type { Caller } from './caller.js';
import type { SharedWork } from './shared-work.js';
import { StateText } from './state-text.js';

/** Turns in which a caller may find an uncommitted state, before the state is captured outside its turns. */
const MAX_TURNS = 3;
/** A universe of this size is written in about a millisecond. */
export const SMALL_ENTITIES = 256;
const SMALL_CHARACTERS = 128 * 1024;

/** An immutable committed state. */
export interface Committed {
  readonly capture: Capture;
  readonly revision: number;
  readonly head: Head;
}

/** Runs work on one committed state in the turns of a caller. */
export type Reading = <Result>(work: (committed: Committed) => Steps<Result>) => Promise<Result>;

interface Source {
  readonly universe: Universe;
  readonly head: Head;
  readonly revision: number;
  /** Whether the state has changes that are not committed. */
  readonly ahead: boolean;
  /** Waits until it has none. */
  read<Result>(look: () => Result): Promise<Result>;
}

/** Computes results from the committed states of one universe, in steps. */
export class CommittedStates {
  #newest: { readonly revision: number; readonly capture: WeakRef<Capture> } | undefined;

  constructor(
    readonly replica: Source,
    readonly work: SharedWork,
  ) {}

  /** Runs work on the newest committed state in the caller's turns, or at once if the universe has at most `atOnce` entities. */
  async make<Result>(
    caller: Caller,
    work: (committed: Committed) => Steps<Result>,
    atOnce = 0,
  ): Promise<Result> {
    if (this.replica.universe.size <= atOnce) return this.replica.read(() => finish(work(this.#committed())));
    for (let turns = 0; turns < MAX_TURNS; turns++) {
      const made = await caller.heavy(this.#inTurn(work));
      if (made !== undefined) return made.result;
      await this.replica.read(() => {});
    }
    return caller.heavy(work(await this.replica.read(() => this.#committed())));
  }

  /** Reads the newest committed state, a small one at once. */
  reading(caller: Caller): Reading {
    return work => this.make(caller, work, SMALL_ENTITIES);
  }

  /** The whole state as JSON, written once per revision. */
  async text(caller: Caller): Promise<StateText> {
    const { work, replica } = this;
    const known = replica.ahead
      ? undefined
      : (work.cache.get(textName(replica.head, replica.revision)) as StateText | undefined);
    // Sending a large text takes long too, so it waits for a turn.
    if (known !== undefined && known.text.length <= SMALL_CHARACTERS) return known;
    const write = ({ capture, revision, head }: Committed) =>
      work.share(
        textName(head, revision),
        function* () {
          return new StateText(revision, yield* capture.text());
        },
        ({ heldBytes }) => heldBytes,
      );
    return this.make(caller, write, SMALL_ENTITIES);
  }

  /** Undefined if the state has uncommitted changes when the turn comes. */
  *#inTurn<Result>(
    work: (committed: Committed) => Steps<Result>,
  ): Steps<{ readonly result: Result } | undefined> {
    if (this.replica.ahead) return undefined;
    const committed = this.#committed();
    yield;
    return { result: yield* work(committed) };
  }

  /** Readers of the same revision share one capture. */
  #committed(): Committed {
    const { revision, head, universe } = this.replica;
    let capture = this.#newest?.revision === revision ? this.#newest.capture.deref() : undefined;
    if (capture === undefined) {
      capture = universe.capture();
      this.#newest = { revision, capture: new WeakRef(capture) };
    }
    return { capture, revision, head };
  }
}

function textName({ id, incarnation }: Head, revision: number): string {
  return JSON.stringify(['text', id, incarnation, revision]);
}
