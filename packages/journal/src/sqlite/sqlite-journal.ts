import { randomUUID } from 'node:crypto';
import { check } from '../contract/argument-checks.js';
import { JournalConflict, JournalUnavailable } from '../contract/errors.js';
import {
  type Append,
  type Bookmark,
  type Created,
  type Entry,
  type Expected,
  type Head,
  isExpected,
  type Journal,
  type ListOptions,
  type NewLog,
  type Recorded,
  type Snapshot,
} from '../contract/journal.js';
import { Findings, verifyLogs } from '../integrity/verify-logs.js';
import {
  bookmarkChecksum,
  creationChecksum,
  entryChecksum,
  headChecksum,
  operationChecksum,
  snapshotChecksum,
} from '../rows/checksums.js';
import { encodeEntry } from '../rows/entry-row.js';
import { charactersOf } from '../rows/page.js';
import type { Database } from './binding.js';
import { CheckedReads, headOf } from './checked-reads.js';
import { CommitPoller } from './commit-poller.js';
import { openDatabase, type SqliteOptions } from './database.js';
import { GroupCommit } from './group-commit.js';
import { retryWhileBusy } from './retry-while-busy.js';
import { asDamagedSchema, asUnavailable } from './sqlite-errors.js';
import { type LogRow, prepareStatements, type Statements } from './sqlite-statements.js';
import { transactions } from './transactions.js';
import { verifyFile } from './verify-file.js';

const BUSY_TIMEOUT_MS = 5_000;
const WATCH_MS = 100;

/** Opens the file, or creates it. Its folder must exist. */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<SqliteJournal> {
  const { busyTimeoutMs = BUSY_TIMEOUT_MS, watchMs = WATCH_MS } = options;
  const database = await openDatabase(path, { ...options, busyTimeoutMs });
  try {
    return new SqliteJournal(database, { busyTimeoutMs, watchMs });
  } catch (error) {
    database.close();
    throw asDamagedSchema(error);
  }
}

/** One file, which several processes may have open. Each append checks the revision inside its transaction. */
export class SqliteJournal implements Journal {
  readonly #database: Database;
  readonly #busyTimeoutMs: number;
  readonly #sql: Statements;
  readonly #reads: CheckedReads;
  readonly #transaction: <Result>(work: () => Result) => Result;
  readonly #group: GroupCommit;
  readonly #poller: CommitPoller;
  #closing: Promise<void> | undefined;

  constructor(
    database: Database,
    { busyTimeoutMs, watchMs }: { readonly busyTimeoutMs: number; readonly watchMs: number },
  ) {
    this.#database = database;
    this.#busyTimeoutMs = busyTimeoutMs;
    this.#sql = prepareStatements(database);
    this.#reads = new CheckedReads(this.#sql);
    this.#transaction = transactions(database, 'BEGIN');
    this.#group = new GroupCommit(database, busyTimeoutMs);
    this.#poller = new CommitPoller(() => this.#sql.dataVersion.get()?.data_version, watchMs);
  }

  async create(log: NewLog): Promise<Created> {
    check.create(log);
    return this.#write(() => this.#create(log));
  }

  async find(id: string): Promise<Head | undefined> {
    check.log(id);
    return this.#read(() => {
      const log = this.#reads.log(id);
      return log && headOf(log);
    });
  }

  async list(options: ListOptions): Promise<readonly Head[]> {
    check.list(options);
    return this.#read(() => this.#reads.heads(options));
  }

  async rename(id: string, name: string, at: string, expected: Expected = {}): Promise<boolean> {
    check.rename(id, name, at, expected);
    return this.#write(() => {
      const log = this.#reads.log(id);
      if (log === undefined) return false;
      if (!isExpected(log, expected)) throw JournalConflict.unexpected(id);
      this.#advance(log, log.revision, at, name);
      return true;
    });
  }

  async remove(id: string, expected: Expected = {}): Promise<boolean> {
    check.remove(id, expected);
    return this.#write(() => {
      // Without its checksum: a damaged log can be removed.
      const log = this.#sql.locate.get(id);
      if (log !== undefined && !isExpected(log, expected)) throw JournalConflict.unexpected(id);
      return log !== undefined && this.#sql.remove.run(log.number).changes > 0;
    });
  }

  async append(append: Append): Promise<number> {
    check.append(append);
    const { id, expected = {}, after, operations = [], name } = append;
    const rows = append.entries.map(encodeEntry);
    const checksums = rows.map(row => entryChecksum(id, row));
    const keys = new Set(operations.map(({ principal, key }) => `${principal}\0${key}`));
    if (keys.size < operations.length) throw JournalConflict.keyTaken();
    return this.#write(() => {
      const log = this.#reads.log(id);
      if (log === undefined || !isExpected(log, { ...expected, revision: after })) {
        throw JournalConflict.moved(id, after);
      }
      const { number } = log;
      for (const { principal, key } of operations) {
        if (this.#sql.keyTaken.get(number, principal, key) !== undefined) throw JournalConflict.keyTaken();
      }
      for (const [index, { revision, at, principal, key, undoes, body }] of rows.entries()) {
        this.#sql.insertEntry.run(number, revision, at, principal, key, undoes, body, checksums[index]!);
      }
      for (const operation of operations) {
        const { principal, key, first, last, fingerprint } = operation;
        const checksum = operationChecksum(id, operation);
        this.#sql.insertOperation.run(number, principal, key, first, last, fingerprint, checksum);
      }
      const { revision, at } = rows.at(-1)!;
      this.#advance(log, revision, at, name ?? log.name);
      return charactersOf(rows);
    });
  }

  async read(id: string, after: number, limit: number, incarnation?: string): Promise<readonly Entry[]> {
    check.read(id, after, limit, incarnation);
    return (await this.#readLog(id, incarnation, log => this.#reads.after(log, after, limit))) ?? [];
  }

  async readBack(
    id: string,
    before: number | undefined,
    limit: number,
    incarnation?: string,
  ): Promise<readonly Entry[]> {
    check.readBack(id, before, limit, incarnation);
    return (await this.#readLog(id, incarnation, log => this.#reads.before(log, before, limit))) ?? [];
  }

  async recorded(
    id: string,
    principal: string,
    key: string,
    incarnation?: string,
  ): Promise<Recorded | undefined> {
    check.recorded(id, principal, key, incarnation);
    return this.#read(() => this.#reads.recorded(id, incarnation, principal, key));
  }

  async snapshot(id: string, incarnation?: string): Promise<Snapshot | undefined> {
    check.log(id, incarnation);
    return this.#readLog(id, incarnation, log => this.#reads.snapshot(log));
  }

  async origin(id: string, incarnation?: string): Promise<Snapshot | undefined> {
    check.log(id, incarnation);
    return this.#readLog(id, incarnation, log => this.#reads.origin(log));
  }

  async snapshotAt(id: string, revision: number, incarnation?: string): Promise<Snapshot | undefined> {
    check.snapshotAt(id, revision, incarnation);
    return this.#readLog(id, incarnation, log => this.#reads.snapshotAt(log, revision));
  }

  async saveSnapshot(id: string, snapshot: Snapshot, incarnation?: string, spacing?: number): Promise<void> {
    check.saveSnapshot(id, snapshot, incarnation, spacing);
    const { revision, state } = snapshot;
    const checksum = snapshotChecksum(id, snapshot);
    return this.#write(() => {
      const log = this.#reads.log(id, incarnation);
      if (log === undefined || revision > log.revision) return;
      const { changes } = this.#sql.saveSnapshot.run(log.number, revision, state, checksum, log.revision);
      if (changes === 0 || spacing === undefined) return;
      const kept = this.#sql.keptRevision.get(log.number)?.revision ?? 0;
      if (revision - kept >= spacing) this.#sql.keepSnapshot.run(log.number, revision, state, checksum);
    });
  }

  async bookmarks(id: string, incarnation?: string): Promise<readonly Bookmark[]> {
    check.log(id, incarnation);
    return (await this.#readLog(id, incarnation, log => this.#reads.bookmarks(log))) ?? [];
  }

  async saveBookmark(id: string, bookmark: Bookmark, incarnation?: string): Promise<boolean> {
    check.bookmark(id, bookmark, incarnation);
    const { name, revision, at, principal } = bookmark;
    const checksum = bookmarkChecksum(id, bookmark);
    return this.#write(() => {
      const log = this.#reads.log(id, incarnation);
      if (log === undefined || revision > log.revision) return false;
      this.#sql.saveBookmark.run(log.number, name, revision, at, principal, checksum);
      return true;
    });
  }

  async removeBookmark(id: string, name: string, incarnation?: string): Promise<boolean> {
    check.bookmarkName(id, name, incarnation);
    return this.#write(() => {
      const log = this.#reads.log(id, incarnation);
      return log !== undefined && this.#sql.removeBookmark.run(log.number, name).changes > 0;
    });
  }

  async verify(): Promise<readonly string[]> {
    const findings = new Findings();
    await findings.checkAsync(() =>
      this.#read(() => verifyFile(this.#database, this.#sql, this.#reads, findings)),
    );
    await verifyLogs(this, findings);
    return findings.all;
  }

  watch(listener: (id: string | undefined) => void): () => void {
    this.#checkOpen();
    return this.#poller.watch(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #create({ id, name, at, state, operation }: NewLog): Created {
    const before = operation && this.#reads.created(operation);
    if (before !== undefined) {
      if (before.fingerprint !== operation?.fingerprint) throw JournalConflict.keyTaken();
      if (before.head === null) throw JournalConflict.removed();
      return { head: before.head, replayed: true };
    }
    if (this.#reads.log(id) !== undefined) throw JournalConflict.idTaken(id);
    const head = { id, incarnation: randomUUID(), name, createdAt: at, updatedAt: at, revision: 0 };
    const { lastInsertRowid: number } = this.#sql.insertLog.run(
      ...([id, head.incarnation, name, at, at] as const),
      headChecksum(head),
    );
    this.#sql.saveOrigin.run(number, state, snapshotChecksum(id, { revision: 0, state }));
    if (operation !== undefined) {
      const { principal, key, fingerprint } = operation;
      this.#sql.insertCreation.run(principal, key, fingerprint, number, creationChecksum(id, operation));
    }
    return { head, replayed: false };
  }

  #advance(log: LogRow, revision: number, at: string, name: string): void {
    const checksum = headChecksum({ ...log, revision, updatedAt: at, name });
    this.#sql.advance.run(revision, at, name, checksum, log.number);
  }

  #write<Result>(work: () => Result): Promise<Result> {
    this.#checkOpen();
    return this.#group.write(work);
  }

  async #read<Result>(work: () => Result): Promise<Result> {
    try {
      return await retryWhileBusy(() => {
        this.#checkOpen();
        return work();
      }, this.#busyTimeoutMs);
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  }

  /** Reads the head and more of a log at the same commit. Undefined if the log does not exist. */
  #readLog<Result>(
    id: string,
    incarnation: string | undefined,
    read: (log: LogRow) => Result,
  ): Promise<Result | undefined> {
    return this.#read(() =>
      this.#transaction(() => {
        const log = this.#reads.log(id, incarnation);
        return log && read(log);
      }),
    );
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw JournalUnavailable.closed();
  }

  async #close(): Promise<void> {
    this.#poller.close();
    await this.#group.drained();
    this.#database.close();
  }
}
