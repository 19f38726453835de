import type { About } from '../api/about.js';
import type { Access } from '../api/tool.js';

/** Says that a call of a tool or a web route that may change the world is about to run. */
export interface AuditIntent {
  /** The same in the intent and in the outcome of one call. */
  readonly id: string;
  /** When the call began, as an ISO 8601 date. */
  readonly at: string;
  readonly world: string;
  readonly principal: string;
  readonly client?: string;
  /** The tool, or the method and path of the route. */
  readonly tool: string;
  readonly access: Access;
  /** What the call is about, where its tool or route says so. */
  readonly about?: About;
  readonly operationKey?: string;
}

/** Says what came of such a call. */
export interface AuditOutcome {
  /** `cancelled` where the work gave up for it, `unknown` where it was told to stop and did not come back. */
  readonly outcome: 'done' | 'failed' | 'denied' | 'invalid' | 'cancelled' | 'asked' | 'unknown';
  /** The caller was gone, or told that it took too long, before there was an outcome. */
  readonly unread?: true;
  readonly ms: number;
}

/** A call with its outcome, as one record. */
export interface AuditEvent extends AuditIntent, AuditOutcome {}

/** Where writes are recorded. */
export interface Audit {
  /** Records that a write begins. Where it cannot be recorded this throws or rejects, and the write is refused. */
  begin(intent: AuditIntent): void | Promise<void>;
  /** Records what came of a write that began. `intent` has the same `id`, and may know more of what it is about. */
  end(intent: AuditIntent, outcome: AuditOutcome): void;
  /** Records a call that was refused before it began. */
  refuse(intent: AuditIntent, outcome: AuditOutcome): void;
}
