import { randomUUID } from 'node:crypto';
import type { Database } from 'better-sqlite3';
import {
  checkAppend,
  checkExpected,
  checkId,
  checkKey,
  checkLimit,
  checkLog,
  checkNewLog,
  checkRevision,
  checkState,
  checkText,
} from '../checks.js';
import { decodeEntry, encodeEntry } from '../entry-row.js';
import { JournalConflict, JournalUnavailable } from '../errors.js';
import type { Append, Entry, Expected, Head, Journal, NewLog, Recorded, Snapshot } from '../journal.js';
import { charactersOf, page } from '../page.js';
import { openDatabase, type SqliteOptions } from './database.js';
import { asUnavailable } from './failures.js';
import { ForeignCommits } from './foreign-commits.js';
import { GroupCommit } from './group-commit.js';
import { whenFree } from './patience.js';
import { prepareStatements, type Statements } from './statements.js';

const PATIENCE_MS = 5_000;
const WATCH_MS = 100;

/** Opens the file, and makes it where there is none. Its folder must be there. */
export async function openSqlite(path: string, options: SqliteOptions = {}): Promise<SqliteJournal> {
  const { patienceMs = PATIENCE_MS, watchMs = WATCH_MS } = options;
  const database = await openDatabase(path, { ...options, patienceMs });
  return new SqliteJournal(database, { patienceMs, watchMs });
}

/** One file, which several processes may have open. Every revision is checked inside the transaction that writes. */
export class SqliteJournal implements Journal {
  readonly #database: Database;
  readonly #patienceMs: number;
  readonly #sql: Statements;
  readonly #group: GroupCommit;
  readonly #foreign: ForeignCommits;
  #closing: Promise<void> | undefined;

  constructor(
    database: Database,
    { patienceMs, watchMs }: { readonly patienceMs: number; readonly watchMs: number },
  ) {
    this.#database = database;
    this.#patienceMs = patienceMs;
    this.#sql = prepareStatements(database);
    this.#group = new GroupCommit(database, patienceMs);
    this.#foreign = new ForeignCommits(() => this.#sql.dataVersion.get()?.data_version, watchMs);
  }

  async create(log: NewLog): Promise<{ readonly head: Head; readonly replayed: boolean }> {
    checkNewLog(log);
    return this.#write(() => this.#create(log));
  }

  async find(id: string): Promise<Head | undefined> {
    checkId(id);
    return this.#read(() => this.#sql.find.get(id));
  }

  async list({
    after,
    limit,
  }: {
    readonly after?: string;
    readonly limit: number;
  }): Promise<readonly Head[]> {
    checkLimit(limit);
    if (after === undefined) return this.#read(() => this.#sql.list.all(limit));
    checkId(after);
    return this.#read(() => this.#sql.listAfter.all(after, limit));
  }

  async rename(id: string, name: string, at: string, expected: Expected = {}): Promise<boolean> {
    checkId(id);
    checkText('name', name);
    checkText('at', at);
    checkExpected(expected);
    return this.#write(() => {
      this.#expect(id, expected);
      return this.#sql.rename.run(name, at, id).changes > 0;
    });
  }

  async remove(id: string, expected: Expected = {}): Promise<boolean> {
    checkId(id);
    checkExpected(expected);
    return this.#write(() => {
      this.#expect(id, expected);
      return this.#sql.remove.run(id).changes > 0;
    });
  }

  async append(append: Append): Promise<number> {
    checkAppend(append);
    const rows = append.entries.map(encodeEntry);
    const { id, expected = {}, after, operations = [], name } = append;
    const keys = new Set(operations.map(({ principal, key }) => `${principal}\0${key}`));
    if (keys.size < operations.length) throw JournalConflict.keyTaken();
    return this.#write(() => {
      const log = this.#sql.locate.get(id);
      if (log === undefined || !isExpected(log, { ...expected, revision: after })) {
        throw JournalConflict.moved(id, after);
      }
      const { number } = log;
      for (const { principal, key } of operations) {
        if (this.#sql.keyTaken.get(number, principal, key) !== undefined) throw JournalConflict.keyTaken();
      }
      for (const { revision, at, principal, key, undoes, body } of rows) {
        this.#sql.insertEntry.run(number, revision, at, principal, key, undoes, body);
      }
      for (const { principal, key, first, last, fingerprint } of operations) {
        this.#sql.insertOperation.run(number, principal, key, first, last, fingerprint);
      }
      const { revision, at } = rows.at(-1)!;
      this.#sql.advance.run(revision, at, name ?? log.name, number);
      return charactersOf(rows);
    });
  }

  async read(id: string, after: number, limit: number, incarnation?: string): Promise<readonly Entry[]> {
    checkLog(id, incarnation);
    checkRevision('after', after);
    checkLimit(limit);
    const of = [id, incarnation ?? null] as const;
    return (await this.#read(() => page(this.#sql.read.iterate(...of, after, limit)))).map(decodeEntry);
  }

  async readBack(
    id: string,
    before: number | undefined,
    limit: number,
    incarnation?: string,
  ): Promise<readonly Entry[]> {
    checkLog(id, incarnation);
    if (before !== undefined) checkRevision('before', before);
    checkLimit(limit);
    const end = before ?? Number.MAX_SAFE_INTEGER;
    const of = [id, incarnation ?? null] as const;
    return (await this.#read(() => page(this.#sql.readBack.iterate(...of, end, limit)))).map(decodeEntry);
  }

  async recorded(
    id: string,
    principal: string,
    key: string,
    incarnation?: string,
  ): Promise<Recorded | undefined> {
    checkLog(id, incarnation);
    checkKey(principal, key);
    return this.#read(() => this.#sql.recorded.get(id, incarnation ?? null, principal, key));
  }

  async snapshot(id: string, incarnation?: string): Promise<Snapshot | undefined> {
    checkLog(id, incarnation);
    return this.#read(() => this.#sql.snapshot.get(id, incarnation ?? null));
  }

  async saveSnapshot(id: string, { revision, state }: Snapshot, incarnation?: string): Promise<void> {
    checkLog(id, incarnation);
    checkRevision('revision', revision);
    checkState(state);
    return this.#write(() => {
      const log = this.#sql.locate.get(id);
      if (log === undefined || revision > log.revision) return;
      if (log.incarnation === (incarnation ?? log.incarnation)) {
        this.#sql.saveSnapshot.run(log.number, revision, state);
      }
    });
  }

  watch(listener: (id: string | undefined) => void): () => void {
    this.#checkOpen();
    return this.#foreign.watch(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  #create({ id, name, at, state, operation }: NewLog): { readonly head: Head; readonly replayed: boolean } {
    if (operation !== undefined) {
      const before = this.#sql.created.get(operation.principal, operation.key);
      if (before !== undefined) {
        const { fingerprint, ...head } = before;
        if (fingerprint !== operation.fingerprint) throw JournalConflict.keyTaken();
        if (!head.id) throw JournalConflict.removed();
        return { head: head as Head, replayed: true };
      }
    }
    if (this.#sql.locate.get(id) !== undefined) throw JournalConflict.idTaken(id);
    const incarnation = randomUUID();
    const { lastInsertRowid: number } = this.#sql.insertLog.run(id, incarnation, name, at, at);
    this.#sql.saveSnapshot.run(number, 0, state);
    if (operation !== undefined) {
      this.#sql.insertCreation.run(operation.principal, operation.key, operation.fingerprint, number);
    }
    return { head: { id, incarnation, name, createdAt: at, updatedAt: at, revision: 0 }, replayed: false };
  }

  #expect(id: string, expected: Expected): void {
    const log = this.#sql.locate.get(id);
    if (log !== undefined && !isExpected(log, expected)) throw JournalConflict.unexpected(id);
  }

  #write<Result>(work: () => Result): Promise<Result> {
    this.#checkOpen();
    return this.#group.write(work);
  }

  async #read<Result>(work: () => Result): Promise<Result> {
    try {
      return await whenFree(() => {
        this.#checkOpen();
        return work();
      }, this.#patienceMs);
    } catch (error) {
      throw asUnavailable(error) ?? error;
    }
  }

  #checkOpen(): void {
    if (this.#closing !== undefined) throw JournalUnavailable.closed();
  }

  async #close(): Promise<void> {
    this.#foreign.close();
    await this.#group.drained();
    this.#database.close();
  }
}

function isExpected(log: Required<Expected>, expected: Expected): boolean {
  const { incarnation, name, revision } = { ...log, ...expected };
  return incarnation === log.incarnation && name === log.name && revision === log.revision;
}
