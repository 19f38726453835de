import type { AuditEvent } from '@worldwire/server/internal';

/** A record as it is in the file: an intent, an outcome, a note, or a count of refused calls. */
export interface AuditRecord extends Partial<Omit<AuditEvent, 'outcome'>> {
  /** The chain of the record. */
  readonly chain: string;
  readonly seq: number;
  readonly at: string;
  readonly hash: string;
  readonly outcome?: AuditEvent['outcome'] | 'suppressed' | 'refused';
  readonly kind?: 'operator' | 'approval' | 'gate' | 'tokens' | 'audit';
  readonly what?: string;
  readonly details?: unknown;
  readonly count?: number;
}

/** Which records are wanted. All that is given must hold. */
export interface AuditFilter {
  readonly principal?: string;
  readonly world?: string;
  readonly tool?: string;
  /** `begun`: the intent of a write. */
  readonly outcome?: string;
  readonly kind?: string;
  /** Milliseconds since 1970, of the start of the call. */
  readonly since?: number;
  readonly until?: number;
}

/** Undefined for a line that is not a record: `worldwire audit verify` finds it. */
export function parseRecord(chain: string, line: Buffer): AuditRecord | undefined {
  try {
    const record = JSON.parse(line.toString()) as AuditRecord;
    return typeof record.at === 'string' && typeof record.seq === 'number' ? { ...record, chain } : undefined;
  } catch {
    return undefined;
  }
}

export function matches(record: AuditRecord, filter: AuditFilter): boolean {
  for (const name of ['principal', 'kind'] as const)
    if (filter[name] !== undefined && record[name] !== filter[name]) return false;
  for (const name of ['world', 'tool'] as const)
    if (filter[name] !== undefined && (record[name] ?? detailOf(record, name)) !== filter[name]) return false;
  if (filter.outcome !== undefined && outcomeOf(record) !== filter.outcome) return false;
  if (filter.since === undefined && filter.until === undefined) return true;
  const at = Date.parse(record.at);
  return at >= (filter.since ?? Number.NEGATIVE_INFINITY) && at <= (filter.until ?? Number.POSITIVE_INFINITY);
}

/** A note has its world and tool in its details, which are a text where they were cut. */
function detailOf({ details }: AuditRecord, name: 'world' | 'tool'): unknown {
  return (details as Readonly<Record<string, unknown>> | null | undefined)?.[name];
}

/** The outcome as a word: `begun` for the intent of a write, the kind for a note. */
export function outcomeOf({ outcome, kind }: AuditRecord): string {
  return outcome ?? kind ?? 'begun';
}
