import type { AuditEvent } from './audit.js';
import type { Limits } from './limits.js';
import type { Policy } from './policy.js';

/** Where the kernel writes what concerns the operator. */
export interface Log {
  debug(fields: object, message: string): void;
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
  error(fields: object, message: string): void;
}

/** What the kernel needs from outside. Clocks, randomness and secrets come in here and nowhere else. */
export interface Environment {
  readonly limits: Limits;
  readonly policy: Policy;
  readonly log: Log;
  readonly now: () => number;
  readonly randomBytes: (size: number) => Uint8Array;
  /** Signs what travels through a client and comes back. */
  readonly secret: Uint8Array;
  readonly audit: (event: AuditEvent) => void;
}
