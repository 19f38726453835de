import type { Head } from '@worldwire/journal';
import { type Capture, finish, type Steps, type Universe } from '../domain/index.js';
import type { Caller } from './caller.js';
import type { SharedWork } from './shared-work.js';
import { StateText } from './state-text.js';

/** Turns that work on the state waits for what is being committed, before the state is captured out of turn. */
const MAX_TURNS_AHEAD = 3;
/** A universe with so few entities is written in about a millisecond. */
export const SMALL_ENTITIES = 256;
const SMALL_CHARACTERS = 128 * 1024;

/** The newest committed state, as it stays whatever comes behind it. */
export interface Committed {
  readonly capture: Capture;
  readonly revision: number;
  readonly head: Head;
}

/** What is known of a universe in memory. */
interface Source {
  readonly universe: Universe;
  readonly head: Head;
  readonly revision: number;
  /** Whether the state has what is not committed yet. */
  readonly ahead: boolean;
  /** Waits until it has not. */
  read<Seen>(look: () => Seen): Promise<Seen>;
}

/** What is made of the committed states of one universe, in steps. */
export class CommittedStates {
  #newest: { readonly revision: number; readonly capture: WeakRef<Capture> } | undefined;

  constructor(
    readonly replica: Source,
    readonly work: SharedWork,
  ) {}

  /**
   * Makes something of the newest committed state, in steps and in the caller's turns. What costs little for each entity is made
   * at once of a universe with at most `atOnce` of them.
   */
  async make<Result>(
    caller: Caller,
    work: (committed: Committed) => Steps<Result>,
    atOnce = 0,
  ): Promise<Result> {
    if (this.replica.universe.size <= atOnce) return this.replica.read(() => finish(work(this.#committed())));
    for (let turns = 0; turns < MAX_TURNS_AHEAD; turns++) {
      const made = await caller.heavy(this.#inTurn(work));
      if (made !== undefined) return made.result;
      await this.replica.read(() => {});
    }
    return caller.heavy(work(await this.replica.read(() => this.#committed())));
  }

  /** The whole state as JSON, written once for each revision that somebody asks for. */
  async text(caller: Caller): Promise<StateText> {
    const { work, replica } = this;
    const known = replica.ahead
      ? undefined
      : work.kept.get<StateText>(textName(replica.head, replica.revision));
    // To send a large text takes long, too: that is done in a turn.
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

  /** Undefined where the state is ahead of the log when the turn comes. */
  *#inTurn<Result>(
    work: (committed: Committed) => Steps<Result>,
  ): Steps<{ readonly result: Result } | undefined> {
    if (this.replica.ahead) return undefined;
    const committed = this.#committed();
    yield;
    return { result: yield* work(committed) };
  }

  /** Shared by all who look at the same revision at the same time. */
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
