import type { Head } from '@worldwire/journal';
import type { Capture, Change, DomainEvent, Outcome, Universe } from '../domain/index.js';
import type { Caller } from './caller.js';

/** What a write was thought up on. It is refused where the universe is something else by now. */
export interface Precondition {
  readonly ifRevision?: number | undefined;
  /** Whether it is the same universe still, under the same name. */
  readonly ifHead?: ((head: Head) => boolean) | undefined;
}

/** Who asks for an operation, how a retry of it would be known, and what it was thought up on. */
export interface WriteOptions extends Precondition {
  readonly principal: string;
  readonly key?: string | undefined;
  /** In whose turns a large operation is checked. The server's own where it is left out. */
  readonly heavy?: Caller['heavy'] | undefined;
}

/** An operation before it is done. */
export interface Operation extends WriteOptions {
  /** A digest of what is asked, to tell a retry from another operation with the same key. */
  readonly fingerprint: string;
  /** Entries it will leave, at most. */
  readonly steps: number;
  /** Another name for the universe, which comes with the entries or not at all. */
  readonly name?: string;
  /** What must be read from the log first. Nothing else is written in between. */
  readonly prepare?: (head: Head) => Promise<void>;
  /** Does it, wholly or not at all. */
  readonly run: (universe: Universe) => readonly AppliedCommand[];
  /** Looks at the state right behind the operation, for those who want to answer with it. */
  readonly capture?: ((universe: Universe) => Capture | undefined) | undefined;
}

export type AppliedCommand = Pick<Outcome, 'events' | 'changes' | 'inverse'> & {
  readonly command: unknown;
  readonly undoes?: number;
};

/** What came of an operation, once it is committed. */
export interface Receipt {
  /** Of its first and its last entry. */
  readonly first: number;
  readonly revision: number;
  readonly events: readonly DomainEvent[];
  readonly changes: readonly Change[];
  /** What `look` saw. */
  readonly captured?: Capture;
  /** Whether this is the outcome of an earlier try with the same key. */
  readonly replayed: boolean;
}
