import type { About } from '../api/about.js';
import type { Access } from '../api/tool.js';
import type { Origin } from './principal.js';

/** The record before a write: a call of a tool or web route that may change the world. */
export interface AuditIntent {
  /** The same in the intent and the outcome of one call. */
  readonly id: string;
  /** Start of the call, ISO 8601. */
  readonly at: string;
  /** As rights name it. */
  readonly world: string;
  readonly principal: string;
  /** How the server knows the principal. */
  readonly origin?: Origin;
  readonly client?: string;
  /** The tool, or the method and path of the route. */
  readonly tool: string;
  readonly access: Access;
  /** The subject, if the tool or route defines one. */
  readonly about?: About;
  readonly operationKey?: string;
  /** The person who approved the call, and the digest of the plan that was approved. */
  readonly approver?: string;
  /** The id of the decision, where the call waited for it. */
  readonly approval?: string;
  readonly planDigest?: string;
  /** The call only planned the write. */
  readonly dryRun?: true;
  /** The first 16 hexadecimal digits of the HMAC-SHA-256 of the arguments as JSON, with a key that the audit does not have. */
  readonly argumentsDigest?: string;
  /** Of the arguments that were sent, if a person approved others. `argumentsDigest` and `about` are of those that ran. */
  readonly askedDigest?: string;
  /** The beginning of the arguments as JSON. Secrets are replaced. */
  readonly arguments?: string;
}

/** The record after a write. */
export interface AuditOutcome {
  /** `cancelled`: the handler stopped on its signal. `unknown`: the handler did not return after it was cancelled. */
  readonly outcome: 'done' | 'failed' | 'denied' | 'invalid' | 'cancelled' | 'asked' | 'unknown';
  /** The client disconnected or got a timeout before the outcome was known. */
  readonly unread?: true;
  readonly ms: number;
  /** The revision of the world that the answer has. */
  readonly revision?: string | number;
  /** The plan that the call confirmed or that its dry run made, unless the intent has one. */
  readonly planDigest?: string;
}

/** A record that is not a call: an action of the operator, a decision on an approval, a change of a gate or of the tokens. */
export interface AuditNote {
  readonly kind: 'operator' | 'approval' | 'gate' | 'tokens';
  readonly principal: string;
  /** Of a call that begins or ends to wait for an approval. */
  readonly client?: string | undefined;
  /** The action in a few words, such as `session ended`. */
  readonly what: string;
  /** Values without secrets. More than 2,000 characters of JSON are cut. */
  readonly details?: Readonly<Record<string, unknown>>;
}

/** A call with its outcome, as one record. */
export interface AuditEvent extends AuditIntent, AuditOutcome {}

/** Where writes are recorded. */
export interface Audit {
  /** Records an intent. If it throws or rejects, the write is refused. */
  begin(intent: AuditIntent): void | Promise<void>;
  /**
   * Records the outcome of a write that began. `intent` has the same `id`, and may have a longer subject. The answer waits for the promise,
   * which never rejects: the write has happened.
   */
  end(intent: AuditIntent, outcome: AuditOutcome): void | Promise<void>;
  /** Records a write that was refused before it began. */
  refuse(intent: AuditIntent, outcome: AuditOutcome): void;
  /** Records what is not a call. Never throws; the promise resolves when the record is written, or cannot be. */
  note?(note: AuditNote): void | Promise<void>;
}
