import type { Entry, Head } from '@worldwire/journal';
import type { AppliedChanges, Capture, Change, DomainEvent, Universe } from '../domain/index.js';
import type { Caller } from './caller.js';

/** A write is refused if the universe does not match. */
export interface Precondition {
  readonly ifRevision?: number | undefined;
  /** Compares the name and the incarnation. */
  readonly ifHead?: ((head: Head) => boolean) | undefined;
}

export interface WriteOptions extends Precondition {
  readonly principal: string;
  /** The name of its client, for the history. */
  readonly client?: string | undefined;
  /** The idempotency key. */
  readonly key?: string | undefined;
  /** Called before something is removed or overwritten, in the turn of the write. Throws if that must not be. */
  readonly beforeLoss?: (() => void) | undefined;
  /** Runs expensive checks in the caller's turns. Default: the server's. */
  readonly heavy?: Caller['heavy'] | undefined;
}

/** `Held` is what becomes of it where `hold` keeps its steps back. */
export interface Operation<Held = never> extends WriteOptions {
  /** A digest of the request, to tell a retry from another operation with the same key. */
  readonly fingerprint: string;
  /** Maximum number of entries. */
  readonly steps: number;
  /** Renames the universe in the same commit. */
  readonly name?: string;
  /** Reads from the log. Nothing is written between it and `run`. */
  readonly prepare?: ((head: Head) => Promise<void>) | undefined;
  /** Applies the operation, or throws without an effect. */
  readonly run: (universe: Universe, base: Base) => readonly AppliedCommand[];
  /**
   * Looks at the steps before they are recorded. Where it returns something, or throws, they are taken back, and that is the
   * outcome of the operation.
   */
  readonly hold?: ((steps: readonly AppliedCommand[], base: Base) => Held | undefined) | undefined;
  /** Captures the state after the operation, for the answer. */
  readonly capture?: ((universe: Universe) => Capture | undefined) | undefined;
}

/** What an operation is applied to. */
export interface Base {
  readonly incarnation: Head['incarnation'];
  readonly revision: number;
}

export interface AppliedCommand extends AppliedChanges {
  readonly command: unknown;
  readonly events: readonly DomainEvent[];
  readonly undoes?: number;
}

/** The result of a committed operation. */
export interface Receipt {
  /** The revision of its first entry. */
  readonly first: number;
  /** The revision of its last entry. */
  readonly revision: number;
  readonly events: readonly DomainEvent[];
  readonly changes: readonly Change[];
  readonly entries: readonly Entry[];
  readonly captured: Capture | undefined;
  /** Whether an earlier request with the same key was applied. */
  readonly replayed: boolean;
}
