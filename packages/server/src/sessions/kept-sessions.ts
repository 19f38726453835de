import { type ClientCapabilities, type ClientInfo, type LogLevel, WireError } from '@worldwire/protocol';
import type { Principal } from '../policy/principal.js';

/** What the id of a session says. Times are milliseconds since 1970. */
export interface SessionRecord {
  readonly revision: string;
  readonly client: ClientInfo;
  readonly capabilities: ClientCapabilities;
  readonly issuedAt: number;
  /** No use of the session makes this later. */
  readonly expiresAt: number;
}

/** One change of a session after `initialize`. */
export type SessionChange =
  | { readonly logLevel: LogLevel }
  | { readonly watch: string }
  | { readonly leave: string }
  | { readonly shut: true }
  | { readonly remember: string; readonly text: string | null };

/** All changes of a session together. */
export interface SessionState {
  /** When it was last known to be in use. */
  readonly usedAt: number;
  readonly logLevel: LogLevel | undefined;
  readonly watched: ReadonlySet<string>;
  readonly shut: boolean;
  /** What the world remembers with the session, by name. */
  readonly remembered: ReadonlyMap<string, string>;
}

export interface KeptSession {
  readonly record: SessionRecord;
  readonly state: SessionState;
}

/**
 * Keeps the sessions of one world beyond the process. Their ids are sealed records, so that `initialize` stores nothing; a change is
 * stored before the answer to its request. Methods that store throw if they cannot.
 */
export interface KeptSessions {
  /** The id of a new session. Undefined if it cannot be kept: it then ends with the process. */
  seal(record: SessionRecord, who: Principal): string | undefined;
  /** Undefined for an id that was not sealed in this world for this principal, and for a session that has ended. */
  open(id: string, who: Principal): KeptSession | undefined;
  change(id: string, change: SessionChange): void;
  /** Stores when the session was last used. */
  use(id: string, at: number): void;
  end(id: string): void;
  /** Whether another process may have ended sessions since the last call. */
  endsElsewhere(): boolean;
  hasEnded(id: string): boolean;
  /** Removes what has expired. Called often. */
  sweep(): void;
}

/** The error where the end of a session is not stored. The log has the reason. */
export function endNotStored(): WireError {
  return WireError.of('InternalError', 'The end of the session could not be stored.', {
    kind: 'Internal',
    hint: 'Its id may be valid again after a restart of the server. The log of the server has the reason.',
  });
}
