import { signal } from '@preact/signals';
import { callerName } from '@worldwire/protocol';
import type { AuditRecord } from '../api/operator.js';
import { colourOf } from './colour.js';

export const MAX_AGENTS = 200;

/** What an agent changed last. */
export interface Touch {
  readonly world: string;
  /** What of the world: a universe. */
  readonly item?: string;
  /** The id of the object. */
  readonly id?: string;
  readonly at: string;
  /** In a few words, such as `addStar vesta`. */
  readonly what: string;
  readonly revision?: number;
}

export interface Agent {
  /** The principal with its client. */
  readonly name: string;
  readonly principal: string;
  readonly colour: string;
  readonly last?: Touch;
}

/** Principals with their clients that wrote or tried to, by name. The one that was seen last is the last. */
export const agents = signal<ReadonlyMap<string, Agent>>(new Map());

/** The agent that the view follows. */
export const followed = signal<string | undefined>(undefined);

/** Learns from records of the audit, oldest first. */
export function learn(records: readonly AuditRecord[]): void {
  agents.value = withRecords(agents.peek(), records);
}

/** The agents after some records, oldest first: at most `MAX_AGENTS`, the latest. */
export function withRecords(
  known: ReadonlyMap<string, Agent>,
  records: readonly AuditRecord[],
): ReadonlyMap<string, Agent> {
  const next = new Map(known);
  for (const record of records) {
    const { principal, kind, tool } = record;
    if (principal === undefined || kind !== undefined || tool === undefined) continue;
    const name = callerName({ ...record, principal });
    const before = next.get(name);
    const last = touchOf(record) ?? before?.last;
    next.delete(name);
    next.set(name, {
      name,
      principal,
      colour: before?.colour ?? colourOf(name),
      ...(last !== undefined && { last }),
    });
  }
  const excess = next.size - MAX_AGENTS;
  for (const name of [...next.keys()].slice(0, Math.max(0, excess))) next.delete(name);
  return next;
}

/** What a write changed, by the record of its outcome. A call that only planned or failed changed nothing. */
export function touchOf(record: AuditRecord): Touch | undefined {
  const { world, outcome, dryRun, at, revision } = record;
  if (outcome !== 'done' || dryRun || world === undefined) return undefined;
  const { universe, object } = record.about ?? {};
  const number = Number(revision);
  return {
    world,
    ...(universe !== undefined && { item: String(universe) }),
    ...(object !== undefined && { id: String(object) }),
    at,
    what: whatOf(record),
    ...(revision !== undefined && Number.isSafeInteger(number) && { revision: number }),
  };
}

/** A call in a few words. */
export function whatOf({ tool, about }: Pick<AuditRecord, 'tool' | 'about'>): string {
  const { command, object } = about ?? {};
  return [command ?? tool ?? '', object ?? ''].filter(part => part !== '').join(' ');
}
