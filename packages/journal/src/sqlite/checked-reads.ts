import { JournalDamaged } from '../contract/errors.js';
import type {
  Bookmark,
  Entry,
  Head,
  ListOptions,
  OperationKey,
  Recorded,
  Snapshot,
} from '../contract/journal.js';
import {
  checkCreation,
  checkedBookmark,
  checkedEntries,
  checkedOperation,
  checkedRecorded,
  checkedSnapshot,
  type EntryRange,
  rangeAfter,
  rangeBefore,
} from '../rows/checked-rows.js';
import { headChecksum, type Stored } from '../rows/checksums.js';
import type { EntryRow } from '../rows/entry-row.js';
import { page } from '../rows/page.js';
import { isOutOfRange } from './sqlite-errors.js';
import type { CreationRow, LogRow, OperationRow, Statements } from './sqlite-statements.js';

/** Reads rows and compares their checksums. Each method runs inside one transaction. */
export class CheckedReads {
  readonly #sql: Statements;

  constructor(statements: Statements) {
    this.#sql = statements;
  }

  log(id: string, incarnation?: string): LogRow | undefined {
    const row = this.#sql.locate.get(id);
    if (row === undefined) return undefined;
    checkHead(row);
    // A damaged index leads to another row.
    if (row.id !== id) throw JournalDamaged.head(id);
    return incarnation === undefined || incarnation === row.incarnation ? row : undefined;
  }

  heads({ after, limit }: ListOptions): readonly Head[] {
    const rows = after === undefined ? this.#sql.list.all(limit) : this.#sql.listAfter.all(after, limit);
    for (const row of rows) checkHead(row);
    return rows.map(headOf);
  }

  after({ number, id, revision }: LogRow, after: number, limit: number): readonly Entry[] {
    return entriesOf(
      this.#sql.read.iterate(number, after, limit),
      rangeAfter({ id, revision }, after, limit),
    );
  }

  before({ number, id, revision }: LogRow, before: number | undefined, limit: number): readonly Entry[] {
    const end = before ?? Number.MAX_SAFE_INTEGER;
    const run = rangeBefore({ id, revision }, before, limit);
    return entriesOf(this.#sql.readBack.iterate(number, end, limit), run);
  }

  /** One statement, because every command with a key runs it. */
  recorded(
    id: string,
    incarnation: string | undefined,
    principal: string,
    key: string,
  ): Recorded | undefined {
    const row = this.#sql.recorded.get(id, incarnation ?? null, principal, key);
    return row && checkedRecorded(id, principal, key, row);
  }

  /** The newest snapshot, or the state at revision 0 before the first one. */
  snapshot(log: LogRow): Snapshot {
    const row = this.#sql.snapshot.get(log.number);
    const snapshot = row === undefined ? this.origin(log) : checkedSnapshot(log.id, row);
    if (snapshot === undefined) throw JournalDamaged.snapshot(log.id);
    return snapshot;
  }

  /** The newest of all stored states at or before a revision. */
  snapshotAt(log: LogRow, revision: number): Snapshot | undefined {
    const newest = this.#sql.snapshotRevision.get(log.number);
    if (newest !== undefined && newest.revision <= revision) return this.snapshot(log);
    const kept = this.#sql.keptSnapshot.get(log.number, revision);
    return kept === undefined ? this.origin(log) : checkedSnapshot(log.id, kept);
  }

  bookmarks({ number, id }: LogRow): readonly Bookmark[] {
    return this.#sql.bookmarks.all(number).map(row => checkedBookmark(id, row));
  }

  origin({ number, id }: LogRow): Snapshot | undefined {
    const row = this.#sql.origin.get(number);
    return row && checkedSnapshot(id, row);
  }

  /** The log that a key created, with a null head if it was removed. Undefined if the key is new. */
  created({ principal, key }: OperationKey): { head: Head | null; fingerprint: string } | undefined {
    const row = this.#sql.created.get(principal, key);
    if (row === undefined) return undefined;
    if (row.principal !== principal || row.key !== key) throw damagedCreation();
    return { head: this.checkedCreation(row), fingerprint: row.fingerprint };
  }

  /** Null if the log was removed; then only the key itself matters. */
  checkedCreation(row: CreationRow): Head | null {
    if (row.log === null) return null;
    const log = this.#sql.byNumber.get(row.log);
    if (log === undefined) throw damagedCreation();
    checkHead(log);
    checkCreation(log.id, row);
    return headOf(log);
  }
}

function entriesOf(rows: IterableIterator<Stored<EntryRow>>, run: EntryRange): readonly Entry[] {
  try {
    const { rows: taken, full } = page(rows);
    return checkedEntries(taken, run, full);
  } catch (error) {
    // A loop does not close an iterator that throws, and an open statement keeps its read transaction.
    rows.return?.();
    throw isOutOfRange(error) ? JournalDamaged.number(run.id, run.first, run.count) : error;
  }
}

function damagedCreation(): JournalDamaged {
  return new JournalDamaged('The operation key that created a log is damaged.');
}

export function headOf({ id, incarnation, name, createdAt, updatedAt, revision }: Head): Head {
  return { id, incarnation, name, createdAt, updatedAt, revision };
}

function checkHead(row: LogRow): void {
  if (headChecksum(row) !== row.checksum) throw JournalDamaged.head(row.id);
}

export function checkOperationRow(row: OperationRow): void {
  if (row.id === null) throw new JournalDamaged('An operation key refers to a log that does not exist.');
  checkedOperation(row.id, row);
}
