import { Problem } from '../errors/problem.js';
import { type AuditFilter, type AuditRecord, matches, parseRecord } from './audit-record.js';
import { cursorOf, listSegments, type Place, placesOf } from './audit-segments.js';
import { BackwardLines } from './backward-lines.js';

const MAX_LIMIT = 1_000;
/** Bytes that one page may read to find records for a filter. */
const MAX_SCAN_BYTES = 32 * 1024 * 1024;

export interface AuditQuery {
  /** Only records before this cursor, which a page has as `older`. */
  readonly before?: string;
  /** Only records after this cursor, which a page has as `newest`. */
  readonly after?: string;
  readonly limit: number;
  readonly filter?: AuditFilter;
}

export interface AuditPage {
  /** The latest first. Records of one chain are in their order; chains are merged by time. */
  readonly records: readonly AuditRecord[];
  /** For `before`, where there may be more records. A page may have fewer than its limit although there are more. */
  readonly older?: string;
  /** The place behind the first record, for `after` and `follow`. */
  readonly newest: string;
}

/** Reads a page of the audit backwards from its end. Reads blocks of files, never a whole one. */
export async function readAudit(
  data: string,
  { before, after, limit, filter = {} }: AuditQuery,
): Promise<AuditPage> {
  const [from, stop] = [parse(before), parse(after)];
  const chains = listSegments(data)
    // A chain that a cursor does not have began after it.
    .filter(({ chain }) => from === undefined || from.has(chain))
    .map(segments => {
      const { chain } = segments;
      return new ChainPeek(
        chain,
        new BackwardLines(data, segments, from?.get(chain), stop?.get(chain), filter.since),
      );
    });
  const records: AuditRecord[] = [];
  try {
    for (const chain of chains) await chain.advance();
    const newest = cursorOf(new Map(chains.map(({ chain, behind }) => [chain, behind])));
    for (;;) {
      const latest = latestOf(chains);
      const older = cursorOf(new Map(chains.map(({ chain, behind }) => [chain, behind])));
      if (latest?.record === undefined) return { records, newest };
      const scanned = chains.reduce((sum, { lines }) => sum + lines.scanned, 0);
      if (records.length >= Math.min(limit, MAX_LIMIT) || scanned > MAX_SCAN_BYTES)
        return { records, older, newest };
      if (matches(latest.record, filter)) records.push(latest.record);
      await latest.advance();
    }
  } finally {
    for (const { lines } of chains) await lines.close();
  }
}

/** A chain with the next record that is not in the page yet. */
class ChainPeek {
  record: AuditRecord | undefined;
  /** The place behind the record. */
  behind: Place = { first: 0, offset: 0 };

  constructor(
    readonly chain: string,
    readonly lines: BackwardLines,
  ) {}

  async advance(): Promise<void> {
    for (;;) {
      const before = this.lines.place;
      const line = await this.lines.previous();
      const { first, offset } = this.lines.place;
      // The place before the first line of a segment is the end of the segment before it.
      this.behind = line === undefined ? before : { first, offset: offset + line.length + 1 };
      this.record = line === undefined ? undefined : parseRecord(this.chain, line);
      if (line === undefined || this.record !== undefined) return;
    }
  }
}

function latestOf(chains: readonly ChainPeek[]): ChainPeek | undefined {
  let latest: ChainPeek | undefined;
  for (const chain of chains) {
    if (chain.record === undefined) continue;
    if (latest?.record === undefined || chain.record.at > latest.record.at) latest = chain;
  }
  return latest;
}

function parse(cursor: string | undefined): Map<string, Place> | undefined {
  if (cursor === undefined) return undefined;
  const places = placesOf(cursor);
  if (places !== undefined) return places;
  throw Problem.usage(
    'The cursor is not valid: use the one that the page before has, or none for the last records.',
  );
}
