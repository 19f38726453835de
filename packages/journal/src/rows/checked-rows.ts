import { JournalDamaged } from '../contract/errors.js';
import type { Bookmark, Entry, OperationKey, Recorded, Snapshot } from '../contract/journal.js';
import {
  bookmarkChecksum,
  creationChecksum,
  entryChecksum,
  operationChecksum,
  type Stored,
  snapshotChecksum,
} from './checksums.js';
import { decodeEntry, type EntryRow } from './entry-row.js';

/** The entries that a read must return. */
export interface EntryRange {
  readonly id: string;
  readonly first: number;
  readonly step: 1 | -1;
  /** According to the head of the log. */
  readonly count: number;
}

export function rangeAfter(
  head: { readonly id: string; readonly revision: number },
  after: number,
  limit: number,
): EntryRange {
  const count = Math.max(0, Math.min(limit, head.revision - after));
  return { id: head.id, first: after + 1, step: 1, count };
}

export function rangeBefore(
  head: { readonly id: string; readonly revision: number },
  before: number | undefined,
  limit: number,
): EntryRange {
  const first = Math.min(head.revision, (before ?? Number.POSITIVE_INFINITY) - 1);
  return { id: head.id, first, step: -1, count: Math.max(0, Math.min(limit, first)) };
}

/** The entries of a range, or of its beginning if the page was full. Throws if one is missing, misplaced or changed. */
export function checkedEntries(rows: readonly Stored<EntryRow>[], run: EntryRange, full: boolean): Entry[] {
  const { id, first, step, count } = run;
  const entries = rows.map((row, index) => {
    const revision = first + index * step;
    if (index >= count) throw JournalDamaged.pastHead(id, row.revision);
    if (row.revision !== revision) throw JournalDamaged.missing(id, revision);
    if (entryChecksum(id, row) !== row.checksum) throw JournalDamaged.entry(id, revision);
    return decodeEntry(row);
  });
  if (!full && rows.length < count) throw JournalDamaged.missing(id, first + rows.length * step);
  return entries;
}

export function checkedSnapshot(id: string, { checksum, ...snapshot }: Stored<Snapshot>): Snapshot {
  if (snapshotChecksum(id, snapshot) !== checksum) throw JournalDamaged.snapshot(id);
  return snapshot;
}

export function checkedBookmark(id: string, { checksum, ...bookmark }: Stored<Bookmark>): Bookmark {
  if (bookmarkChecksum(id, bookmark) !== checksum) throw JournalDamaged.bookmark(id);
  return bookmark;
}

/** A damaged index leads to the row of another key. */
export function checkedRecorded(
  id: string,
  principal: string,
  key: string,
  row: Stored<OperationKey & Recorded>,
): Recorded {
  if (row.principal !== principal || row.key !== key) throw JournalDamaged.operation(id);
  return checkedOperation(id, row);
}

export function checkedOperation(id: string, row: Stored<OperationKey & Recorded>): Recorded {
  if (operationChecksum(id, row) !== row.checksum) throw JournalDamaged.operation(id);
  const { first, last, fingerprint } = row;
  return { first, last, fingerprint };
}

export function checkCreation(id: string, row: Stored<OperationKey>): void {
  if (creationChecksum(id, row) !== row.checksum) throw JournalDamaged.operation(id);
}
