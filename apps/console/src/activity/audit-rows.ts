import { callerName } from '@worldwire/protocol';
import type { AuditRecord } from '../api/operator.js';
import { whatOf } from '../state/agents.js';

export const FILTERS = ['principal', 'world', 'tool', 'outcome', 'kind'] as const;
export type AuditFilter = Partial<Record<(typeof FILTERS)[number] | 'since', string>>;

export const OUTCOMES = [
  'done',
  'failed',
  'denied',
  'invalid',
  'cancelled',
  'asked',
  'unknown',
  'begun',
] as const;
export const KINDS = ['operator', 'approval', 'gate', 'tokens', 'audit'] as const;
/** Spans of time as a person names them, in milliseconds. */
export const SINCE: Readonly<Record<string, number>> = {
  '15 min': 900_000,
  '1 h': 3_600_000,
  '24 h': 86_400_000,
  '7 d': 604_800_000,
};

/** The filter in the address. `operated`: the worlds of a person who does not operate all. The server gives the records of one of them at a time. */
export function filterOf(
  more: Readonly<Record<string, string>>,
  operated: readonly string[] | undefined,
): AuditFilter {
  const names = [...FILTERS, 'since'] as const;
  const given: AuditFilter = Object.fromEntries(
    names.flatMap(name => (more[name] === undefined ? [] : [[name, more[name]]])),
  );
  const first = operated?.[0];
  return first === undefined || operated?.includes(given.world ?? '') ? given : { ...given, world: first };
}

/** The query of a filter for the server. */
export function queryOf(filter: AuditFilter, now: number): Record<string, string> {
  const { since, ...rest } = filter;
  const span = since === undefined ? undefined : SINCE[since];
  return { ...rest, ...(span !== undefined && { since: new Date(now - span).toISOString() }) };
}

/** Whether a record that came live belongs to a filtered list, as the server decides it. */
export function isWanted(record: AuditRecord, filter: AuditFilter): boolean {
  const details = record.details as Readonly<Record<string, unknown>> | null | undefined;
  return (
    (filter.principal === undefined || record.principal === filter.principal) &&
    (filter.kind === undefined || record.kind === filter.kind) &&
    (filter.world === undefined || (record.world ?? details?.world) === filter.world) &&
    (filter.tool === undefined || (record.tool ?? details?.tool) === filter.tool) &&
    (filter.outcome === undefined || (record.outcome ?? record.kind ?? 'begun') === filter.outcome)
  );
}

/** One row for each call or note, the latest first: the outcome of a call takes the place of its intent. */
export function rowsOf(records: readonly AuditRecord[]): readonly AuditRecord[] {
  const ended = new Set(
    records.flatMap(({ id, outcome }) => (id !== undefined && outcome !== undefined ? [id] : [])),
  );
  const seen = new Set<string>();
  return records.filter(record => {
    const key = `${record.chain} ${record.seq}`;
    if (seen.has(key)) return false;
    seen.add(key);
    return record.outcome !== undefined || record.id === undefined || !ended.has(record.id);
  });
}

/** The details of a note. Those that were cut are a text. */
interface NoteDetails {
  readonly world?: string;
  readonly tool?: string;
  readonly about?: Readonly<Record<string, string | number>>;
  readonly principal?: string;
  /** Of an approval: who sent the call. */
  readonly for?: string;
  readonly client?: string;
}

/** What a record says, in a few words. */
export function recordText(record: AuditRecord): string {
  if (record.what !== undefined) {
    const { world, tool, about: subject, ...who } = (record.details ?? {}) as NoteDetails;
    // The row has the name of who asked beside the text.
    const asked = who.for === record.principal ? undefined : who.for;
    const principal = who.principal ?? asked;
    const named = typeof subject === 'object' ? Object.values(subject).join(' ') : undefined;
    const by = principal === undefined ? undefined : callerName({ principal, client: who.client });
    const about = [tool, named, by, world].filter(value => typeof value === 'string');
    return about.length === 0 ? record.what : `${record.what}: ${about.join(', ')}`;
  }
  if (record.count !== undefined) return `${record.count} calls ${record.outcome ?? ''}`.trim();
  const what = whatOf(record);
  return record.tool !== undefined && !what.startsWith(record.tool) ? `${record.tool}: ${what}` : what;
}

/** Who approved a call, and whether the arguments were edited. */
export function approvedText({ approver = '', askedDigest }: AuditRecord): string {
  return `approved by ${approver}${askedDigest === undefined ? '' : ', edited'}`;
}

export function outcomeOf({ outcome, kind }: AuditRecord): string {
  return outcome ?? kind ?? 'begun';
}

export function outcomeKind(outcome: string): 'ok' | 'danger' | 'warn' | 'accent' | 'plain' {
  if (outcome === 'done') return 'ok';
  if (['failed', 'denied', 'invalid', 'refused', 'suppressed'].includes(outcome)) return 'danger';
  if (['unknown', 'cancelled', 'asked'].includes(outcome)) return 'warn';
  return outcome === 'begun' ? 'accent' : 'plain';
}
