import type { AuditEvent } from './audit.js';
import type { Call } from './call.js';
import type { Environment } from './environment.js';
import type { Tool } from './tool.js';

/** Writes the one event of a call that may change the world, when its outcome is known. */
export class AuditTrail {
  readonly #started: number;
  #written = false;

  constructor(
    readonly environment: Pick<Environment, 'audit' | 'now'>,
    readonly world: string,
    readonly tool: Pick<Tool, 'name' | 'access'>,
    readonly call: Call,
  ) {
    this.#started = environment.now();
  }

  /** What comes first counts: a call that was stopped stays stopped, whatever its handler does afterwards. */
  report(outcome: AuditEvent['outcome']): void {
    if (this.#written) return;
    this.#written = true;
    const { call, tool, environment } = this;
    const { key } = call.operation;
    environment.audit({
      at: new Date(this.#started).toISOString(),
      world: this.world,
      principal: call.principal,
      ...(call.caller.client.name !== undefined && { client: call.caller.client.name }),
      tool: tool.name,
      access: tool.access,
      outcome,
      ...(key !== undefined && { operationKey: key }),
      ms: environment.now() - this.#started,
    });
  }
}
