import { WireError } from '@worldwire/protocol';
import type { AuditEvent } from './audit.js';
import type { Call } from './call.js';
import type { Environment } from './environment.js';
import { legible } from './legible.js';
import type { Tool } from './tool.js';

/** Who asked, and by which key a retry would be known. */
export type AuditSubject = Pick<AuditEvent, 'principal' | 'client' | 'operationKey'>;

/** Writes the one event of a call that may change the world, when its outcome is known. */
export class AuditTrail {
  readonly #started: number;
  #written = false;
  #unread = false;

  constructor(
    readonly environment: Pick<Environment, 'audit' | 'now'>,
    readonly world: string,
    readonly tool: Pick<Tool, 'name' | 'access'>,
    readonly subject: AuditSubject,
  ) {
    this.#started = environment.now();
  }

  get written(): boolean {
    return this.#written;
  }

  /** Nobody waits for the outcome any more. It is told all the same, as soon as it is known. */
  abandon(): void {
    this.#unread = true;
  }

  /** What comes first counts. */
  report(outcome: AuditEvent['outcome']): void {
    if (this.#written) return;
    this.#written = true;
    const { subject, tool, environment } = this;
    const { principal, client, operationKey } = subject;
    environment.audit({
      at: new Date(this.#started).toISOString(),
      world: this.world,
      principal,
      ...(client !== undefined && { client: legible(client) }),
      tool: tool.name,
      access: tool.access,
      outcome,
      ...(this.#unread && outcome !== 'cancelled' && { unread: true }),
      ...(operationKey !== undefined && { operationKey: legible(operationKey) }),
      ms: environment.now() - this.#started,
    });
  }
}

/** What a throw says of the call that it ended. */
export function outcomeOf(
  thrown: unknown,
  call: Pick<Call, 'cancelled' | 'signal' | 'asks'>,
): AuditEvent['outcome'] {
  const asked = call.asks;
  if (call.cancelled) return asked || gaveUp(thrown, call.signal) ? 'cancelled' : 'failed';
  if (thrown instanceof WireError) return 'invalid';
  return asked ? 'asked' : 'failed';
}

/** Whether it was thrown for the signal, and not for something that went wrong meanwhile. */
function gaveUp(thrown: unknown, { reason }: AbortSignal): boolean {
  if (thrown === reason) return true;
  return thrown instanceof Error && (thrown.name === 'AbortError' || thrown.cause === reason);
}
