import { callerName } from '@worldwire/protocol';
import type { AuditRecord } from '../api/operator.js';
import { whatOf } from './agents.js';

export const MAX_SPANS = 2_000;

/** A call from its intent to its outcome. */
export interface Span {
  readonly id: string;
  /** The principal with its client. */
  readonly caller: string;
  readonly world: string;
  readonly tool: string;
  readonly what: string;
  /** Milliseconds since 1970. */
  readonly start: number;
  /** Undefined while the call runs. */
  readonly end?: number;
  /** Undefined while the call runs: see the outcomes of the audit. */
  readonly outcome?: string;
  /** The record with the most knowledge: the outcome, or the intent. */
  readonly record: AuditRecord;
}

/** The last calls, by the records of the audit. The oldest gives way to a new one. */
export class Spans {
  readonly #byId = new Map<string, Span>();

  /** Takes records in any order. */
  add(records: readonly AuditRecord[]): void {
    for (const record of records) {
      const { id, principal, world, tool, outcome } = record;
      if (id === undefined || principal === undefined || world === undefined || tool === undefined) continue;
      if (outcome === undefined && this.#byId.has(id)) continue;
      const start = Date.parse(record.at);
      this.#byId.set(id, {
        id,
        caller: callerName({ ...record, principal }),
        world,
        tool,
        what: whatOf(record),
        start,
        ...(outcome !== undefined && { outcome, end: start + (record.ms ?? 0) }),
        record,
      });
    }
    const excess = this.#byId.size - MAX_SPANS;
    if (excess <= 0) return;
    const oldest = [...this.#byId.values()].sort((a, b) => a.start - b.start).slice(0, excess);
    for (const { id } of oldest) this.#byId.delete(id);
  }

  /** All calls, the oldest first. */
  list(): readonly Span[] {
    return [...this.#byId.values()].sort((a, b) => a.start - b.start);
  }

  get size(): number {
    return this.#byId.size;
  }
}

/** Whether a call was refused before it began. */
export function isRefused(outcome: string | undefined): boolean {
  return outcome === 'denied' || outcome === 'invalid' || outcome === 'suppressed' || outcome === 'refused';
}
