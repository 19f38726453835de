import { JournalDamaged } from '../contract/errors.js';
import type { Entry, Head, OperationKey, Snapshot } from '../contract/journal.js';
import { checkCreation, checkedEntries, checkedSnapshot, type EntryRange } from '../rows/checked-rows.js';
import type { Stored } from '../rows/checksums.js';
import type { EntryRow } from '../rows/entry-row.js';

/** `valid`: whether the checksum matches, which the server computes. */
export type HeadRow = Head & { readonly valid: boolean };
/** An entry of a page with the head of its log. An empty page is one row without an entry. */
export type PageRow = Stored<EntryRow> & {
  readonly id: string;
  readonly head: number;
  readonly valid: boolean;
  readonly found: number | null;
};
/** The newest snapshot, or the state at revision 0 before the first one. */
export type NewestRow = { readonly [Column in keyof Stored<Snapshot>]: Stored<Snapshot>[Column] | null } & {
  readonly origin: string | null;
  readonly sum: number | null;
};
export type CreatedRow = { readonly [Column in keyof HeadRow]: HeadRow[Column] | null } & OperationKey & {
    readonly log: number | null;
    readonly sum: number;
  };

export function checkedHead({ valid, ...head }: HeadRow): Head {
  if (!valid) throw JournalDamaged.head(head.id);
  return head;
}

export function checkedPage(
  rows: readonly PageRow[],
  rangeOf: (head: { readonly id: string; readonly revision: number }) => EntryRange,
): Entry[] {
  const [first] = rows;
  if (first === undefined) return [];
  const { id, head, valid, found } = first;
  if (!valid) throw JournalDamaged.head(id);
  const entries = found === null ? [] : rows;
  return checkedEntries(entries, rangeOf({ id, revision: head }), (found ?? 0) > rows.length);
}

export function checkedNewest(id: string, { revision, state, checksum, origin, sum }: NewestRow): Snapshot {
  if (revision !== null && state !== null && checksum !== null) {
    return checkedSnapshot(id, { revision, state, checksum });
  }
  if (origin === null || sum === null) throw JournalDamaged.snapshot(id);
  return checkedSnapshot(id, { revision: 0, state: origin, checksum: sum });
}

/** The log that a key created, with a null head if it was removed. */
export function checkedCreation(row: CreatedRow): {
  readonly head: Head | null;
  readonly fingerprint: string;
} {
  const { id, incarnation, name, createdAt, updatedAt, revision, valid, log, sum, ...operation } = row;
  const { fingerprint } = operation;
  if (log === null) return { head: null, fingerprint };
  if (id === null)
    throw new JournalDamaged('The key that created a log refers to a log that does not exist.');
  const head = checkedHead({ id, incarnation, name, createdAt, updatedAt, revision, valid } as HeadRow);
  checkCreation(id, { ...operation, checksum: sum });
  return { head, fingerprint };
}
