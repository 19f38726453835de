import type { AuditEvent } from './audit.js';
import type { Environment } from './environment.js';
import type { Tool } from './tool.js';

/** Who asked, and by which key a retry would be known. */
export type AuditSubject = Pick<AuditEvent, 'principal' | 'client' | 'operationKey'>;

/** Writes the one event of a call that may change the world, when its outcome is known. */
export class AuditTrail {
  readonly #started: number;
  #written = false;

  constructor(
    readonly environment: Pick<Environment, 'audit' | 'now'>,
    readonly world: string,
    readonly tool: Pick<Tool, 'name' | 'access'>,
    readonly subject: AuditSubject,
  ) {
    this.#started = environment.now();
  }

  /** What comes first counts: a call that was stopped stays stopped, whatever its handler does afterwards. */
  report(outcome: AuditEvent['outcome']): void {
    if (this.#written) return;
    this.#written = true;
    const { subject, tool, environment } = this;
    const { principal, client, operationKey } = subject;
    environment.audit({
      at: new Date(this.#started).toISOString(),
      world: this.world,
      principal,
      ...(client !== undefined && { client }),
      tool: tool.name,
      access: tool.access,
      outcome,
      ...(operationKey !== undefined && { operationKey }),
      ms: environment.now() - this.#started,
    });
  }
}
