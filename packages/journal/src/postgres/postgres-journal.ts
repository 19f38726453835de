import { randomUUID } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import { check, checkText } from '../contract/argument-checks.js';
import { JournalConflict, JournalUnavailable } from '../contract/errors.js';
import type {
  Append,
  Bookmark,
  Created,
  Entry,
  Expected,
  Head,
  Journal,
  ListOptions,
  NewLog,
  OperationKey,
  Recorded,
  Snapshot,
} from '../contract/journal.js';
import { JournalIdFile } from '../integrity/journal-id-file.js';
import { Findings, verifyLogs } from '../integrity/verify-logs.js';
import {
  checkedBookmark,
  checkedRecorded,
  checkedSnapshot,
  rangeAfter,
  rangeBefore,
} from '../rows/checked-rows.js';
import {
  bookmarkChecksum,
  creationChecksum,
  entryChecksum,
  operationChecksum,
  type Stored,
  snapshotChecksum,
} from '../rows/checksums.js';
import { encodeEntry } from '../rows/entry-row.js';
import { charactersOf } from '../rows/page.js';
import { Connections, clientConfig, type PostgresOptions, type Query, type Settings } from './connections.js';
import { NotificationListener } from './notification-listener.js';
import { asJournalError, isUniqueViolation } from './postgres-errors.js';
import {
  type CreatedRow,
  checkedCreation,
  checkedHead,
  checkedNewest,
  checkedPage,
  type HeadRow,
  type NewestRow,
  type PageRow,
} from './postgres-rows.js';
import { migrate } from './postgres-schema.js';
import { SQL } from './postgres-statements.js';
import { verifyKeys } from './verify-keys.js';

const DEFAULTS = {
  idFile: undefined,
  schema: 'worldwire',
  connections: 10,
  connectMs: 5_000,
  statementMs: 10_000,
};
/** PostgreSQL truncates longer names, and the name of the channel contains that of the schema. */
const MAX_SCHEMA_BYTES = 50;

/** Connects, and creates the schema and its tables if they are missing. The database must exist. */
export async function openPostgres(
  connectionString: string,
  options: PostgresOptions = {},
): Promise<PostgresJournal> {
  const settings = { ...DEFAULTS, ...options, connectionString };
  checkText('schema', settings.schema);
  if (Buffer.byteLength(settings.schema) > MAX_SCHEMA_BYTES) {
    throw new RangeError(`schema is longer than ${MAX_SCHEMA_BYTES} bytes.`);
  }
  const journalId = settings.idFile === undefined ? undefined : new JournalIdFile(settings.idFile);
  const checkEmpty = () => journalId?.checkEmpty('The database has no tables of a journal');
  const connections = new Connections(settings);
  try {
    const id = await connections.with(client => migrate(client, settings.schema, checkEmpty));
    journalId?.accept(id);
  } catch (error) {
    await connections.end();
    throw asJournalError(error);
  }
  return new PostgresJournal(connections, settings);
}

/** A database that several servers may share. An append locks the row of its log. */
export class PostgresJournal implements Journal {
  readonly #connections: Connections;
  readonly #notifications: NotificationListener;
  readonly #pending = new Set<Promise<unknown>>();
  #closing: Promise<void> | undefined;

  constructor(connections: Connections, settings: Settings) {
    this.#connections = connections;
    this.#notifications = new NotificationListener(clientConfig(settings), `worldwire:${settings.schema}`);
  }

  async create(log: NewLog): Promise<Created> {
    check.create(log);
    return this.#run(() => this.#create(log));
  }

  async find(id: string): Promise<Head | undefined> {
    check.log(id);
    return this.#run(() => this.#find(id));
  }

  async list(options: ListOptions): Promise<readonly Head[]> {
    check.list(options);
    const { after, limit } = options;
    const [query, values] = after === undefined ? [SQL.list, [limit]] : [SQL.listAfter, [limit, after]];
    return this.#rows<HeadRow, readonly Head[]>(query, values, rows => rows.map(checkedHead));
  }

  async rename(id: string, name: string, at: string, expected: Expected = {}): Promise<boolean> {
    check.rename(id, name, at, expected);
    const values = [id, name, at, ...this.#notification(id), ...expectations(expected)];
    return this.#run(async () => {
      const { rowCount } = await this.#connections.query(SQL.rename, values);
      return rowCount > 0 || this.#absent(id, expected);
    });
  }

  async remove(id: string, expected: Expected = {}): Promise<boolean> {
    check.remove(id, expected);
    return this.#run(async () => (await this.#remove(id, expected)) || this.#absent(id, expected));
  }

  async append(append: Append): Promise<number> {
    check.append(append);
    const { id, expected, after, operations = [], name } = append;
    const rows = append.entries.map(entry => {
      const row = encodeEntry(entry);
      return { ...row, checksum: entryChecksum(id, row) };
    });
    const keyed = operations.map(operation => ({ ...operation, checksum: operationChecksum(id, operation) }));
    const { revision, at } = rows.at(-1)!;
    const values = [
      ...[id, revision, at, name],
      ...columns(rows, ['revision', 'at', 'principal', 'key', 'undoes', 'body', 'checksum']),
      ...columns(keyed, ['principal', 'key', 'first', 'last', 'fingerprint', 'checksum']),
      ...this.#notification(id),
      ...expectations({ ...expected, revision: after }),
    ];
    return this.#run(async () => {
      const { rowCount } = await this.#connections.query(SQL.append, values).catch(error => {
        throw isUniqueViolation(error) ? JournalConflict.keyTaken() : error;
      });
      if (rowCount === 0) throw JournalConflict.moved(id, after);
      return charactersOf(rows);
    });
  }

  async read(id: string, after: number, limit: number, incarnation?: string): Promise<readonly Entry[]> {
    check.read(id, after, limit, incarnation);
    return this.#rows<PageRow, readonly Entry[]>(SQL.read, [id, incarnation, after, limit], rows =>
      checkedPage(rows, head => rangeAfter(head, after, limit)),
    );
  }

  async readBack(
    id: string,
    before: number | undefined,
    limit: number,
    incarnation?: string,
  ): Promise<readonly Entry[]> {
    check.readBack(id, before, limit, incarnation);
    const values = [id, incarnation, before ?? Number.MAX_SAFE_INTEGER, limit];
    return this.#rows<PageRow, readonly Entry[]>(SQL.readBack, values, rows =>
      checkedPage(rows, head => rangeBefore(head, before, limit)),
    );
  }

  async recorded(
    id: string,
    principal: string,
    key: string,
    incarnation?: string,
  ): Promise<Recorded | undefined> {
    check.recorded(id, principal, key, incarnation);
    return this.#rows<Stored<OperationKey & Recorded>, Recorded | undefined>(
      SQL.recorded,
      [id, incarnation, principal, key],
      ([row]) => row && checkedRecorded(id, principal, key, row),
    );
  }

  async snapshot(id: string, incarnation?: string): Promise<Snapshot | undefined> {
    check.log(id, incarnation);
    return this.#rows<NewestRow, Snapshot | undefined>(
      SQL.snapshot,
      [id, incarnation],
      ([row]) => row && checkedNewest(id, row),
    );
  }

  async origin(id: string, incarnation?: string): Promise<Snapshot | undefined> {
    check.log(id, incarnation);
    return this.#rows<Stored<Snapshot>, Snapshot | undefined>(
      SQL.origin,
      [id, incarnation],
      ([row]) => row && checkedSnapshot(id, row),
    );
  }

  async snapshotAt(id: string, revision: number, incarnation?: string): Promise<Snapshot | undefined> {
    check.snapshotAt(id, revision, incarnation);
    return this.#rows<Stored<Snapshot>, Snapshot | undefined>(
      SQL.snapshotAt,
      [id, incarnation, revision],
      ([row]) => row && checkedSnapshot(id, row),
    );
  }

  async saveSnapshot(id: string, snapshot: Snapshot, incarnation?: string, spacing?: number): Promise<void> {
    check.saveSnapshot(id, snapshot, incarnation, spacing);
    const { revision, state } = snapshot;
    // Null is no spacing: the comparison with it keeps nothing.
    const values = [id, revision, state, incarnation, snapshotChecksum(id, snapshot), spacing];
    await this.#run(() => this.#connections.query(SQL.saveSnapshot, values));
  }

  async bookmarks(id: string, incarnation?: string): Promise<readonly Bookmark[]> {
    check.log(id, incarnation);
    return this.#rows<Stored<Bookmark>, readonly Bookmark[]>(SQL.bookmarks, [id, incarnation], rows =>
      rows.map(row => checkedBookmark(id, row)),
    );
  }

  async saveBookmark(id: string, bookmark: Bookmark, incarnation?: string): Promise<boolean> {
    check.bookmark(id, bookmark, incarnation);
    const { name, revision, at, principal } = bookmark;
    const values = [id, incarnation, name, revision, at, principal, bookmarkChecksum(id, bookmark)];
    return this.#run(async () => (await this.#connections.query(SQL.saveBookmark, values)).rowCount > 0);
  }

  async removeBookmark(id: string, name: string, incarnation?: string): Promise<boolean> {
    check.bookmarkName(id, name, incarnation);
    const values = [id, incarnation, name];
    return this.#run(async () => (await this.#connections.query(SQL.removeBookmark, values)).rowCount > 0);
  }

  async verify(): Promise<readonly string[]> {
    const findings = new Findings();
    await this.#run(() => verifyKeys(this.#connections, findings));
    await verifyLogs(this, findings);
    return findings.all;
  }

  watch(listener: (id: string | undefined) => void): () => void {
    if (this.#closing !== undefined) throw JournalUnavailable.closed();
    return this.#notifications.watch(listener);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #create({ id, name, at, state, operation }: NewLog): Promise<Created> {
    const key = [operation?.principal, operation?.key, operation?.fingerprint];
    const incarnation = randomUUID();
    const checksums = [
      snapshotChecksum(id, { revision: 0, state }),
      operation && creationChecksum(id, operation),
    ];
    const made = await this.#connections
      .query(SQL.create, [id, name, at, state, ...key, ...this.#notification(id), incarnation, ...checksums])
      .then(({ rowCount }) => rowCount > 0)
      .catch(error => {
        if (isUniqueViolation(error)) return false;
        throw error;
      });
    if (made) {
      return { head: { id, incarnation, name, createdAt: at, updatedAt: at, revision: 0 }, replayed: false };
    }
    if (operation === undefined) throw JournalConflict.idTaken(id);
    const { rows } = await this.#connections.query<CreatedRow>(SQL.created, key.slice(0, 2));
    if (rows[0] === undefined) throw JournalConflict.idTaken(id);
    const { head, fingerprint } = checkedCreation(rows[0]);
    if (fingerprint !== operation.fingerprint) throw JournalConflict.keyTaken();
    if (head === null) throw JournalConflict.removed();
    return { head, replayed: true };
  }

  async #find(id: string): Promise<Head | undefined> {
    const { rows } = await this.#connections.query<HeadRow>(SQL.find, [id]);
    return rows[0] && checkedHead(rows[0]);
  }

  /** False if the log does not exist; otherwise it is not the expected one. */
  async #absent(id: string, expected: Expected): Promise<false> {
    const head = await this.#find(id);
    if (head !== undefined && Object.keys(expected).length > 0) throw JournalConflict.unexpected(id);
    return false;
  }

  #remove(id: string, expected: Expected): Promise<boolean> {
    return this.#connections.with(async client => {
      await client.query('BEGIN');
      const { rows } = await client.query({
        ...SQL.removeLog,
        values: [id, ...this.#notification(id), ...expectations(expected)],
      });
      for (const { number } of rows) {
        for (const query of [
          SQL.removeEntries,
          SQL.removeOperations,
          SQL.forgetCreation,
          SQL.removeSnapshot,
          SQL.removeOrigin,
          SQL.removeKeptSnapshots,
          SQL.removeBookmarks,
        ]) {
          await client.query({ ...query, values: [number] });
        }
      }
      await client.query('COMMIT');
      return rows.length > 0;
    });
  }

  #notification(id: string): [channel: string, payload: string] {
    return [this.#notifications.channel, this.#notifications.payload(id)];
  }

  #rows<Row extends QueryResultRow, Result>(
    query: Query,
    values: readonly unknown[],
    read: (rows: readonly Row[]) => Result,
  ): Promise<Result> {
    return this.#run(async () => read((await this.#connections.query<Row>(query, values)).rows));
  }

  async #run<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#closing !== undefined) throw JournalUnavailable.closed();
    const running = work();
    this.#pending.add(running);
    try {
      return await running;
    } catch (error) {
      throw asJournalError(error);
    } finally {
      this.#pending.delete(running);
    }
  }

  async #close(): Promise<void> {
    await Promise.allSettled(this.#pending);
    await this.#notifications.close();
    await this.#connections.end();
  }
}

function expectations({ incarnation, name, revision }: Expected): unknown[] {
  return [incarnation, name, revision];
}

/** The columns of rows, for `unnest`. */
function columns<Row>(rows: readonly Row[], names: readonly (keyof Row)[]): unknown[][] {
  return names.map(name => rows.map(row => row[name]));
}
