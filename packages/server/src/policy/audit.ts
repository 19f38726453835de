import type { About } from '../api/about.js';
import type { Access } from '../api/tool.js';

/** The record before a write: a call of a tool or web route that may change the world. */
export interface AuditIntent {
  /** The same in the intent and the outcome of one call. */
  readonly id: string;
  /** Start of the call, ISO 8601. */
  readonly at: string;
  readonly world: string;
  readonly principal: string;
  readonly client?: string;
  /** The tool, or the method and path of the route. */
  readonly tool: string;
  readonly access: Access;
  /** The subject, if the tool or route defines one. */
  readonly about?: About;
  readonly operationKey?: string;
  /** The person who approved the call, and the digest of the plan that was approved. */
  readonly approver?: string;
  readonly planDigest?: string;
  /** The call only planned the write. */
  readonly dryRun?: true;
}

/** The record after a write. */
export interface AuditOutcome {
  /** `cancelled`: the handler stopped on its signal. `unknown`: the handler did not return after it was cancelled. */
  readonly outcome: 'done' | 'failed' | 'denied' | 'invalid' | 'cancelled' | 'asked' | 'unknown';
  /** The client disconnected or got a timeout before the outcome was known. */
  readonly unread?: true;
  readonly ms: number;
}

/** A call with its outcome, as one record. */
export interface AuditEvent extends AuditIntent, AuditOutcome {}

/** Where writes are recorded. */
export interface Audit {
  /** Records an intent. If it throws or rejects, the write is refused. */
  begin(intent: AuditIntent): void | Promise<void>;
  /** Records the outcome of a write that began. `intent` has the same `id`, and may have a longer subject. */
  end(intent: AuditIntent, outcome: AuditOutcome): void;
  /** Records a write that was refused before it began. */
  refuse(intent: AuditIntent, outcome: AuditOutcome): void;
}
