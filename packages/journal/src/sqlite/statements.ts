import type { Database } from 'better-sqlite3';
import type { EntryRow } from '../entry-row.js';
import type { Head, Recorded, Snapshot } from '../journal.js';

const HEAD = 'id, incarnation, name, created_at AS createdAt, updated_at AS updatedAt, revision';
const ENTRY = 'revision, at, principal, key, undoes, body';
const OF_LOG = 'log = (SELECT number FROM log WHERE id = ? AND incarnation = COALESCE(?, incarnation))';

type Of = [id: string, incarnation: string | null];

/** What we ask of a prepared statement. */
export interface Prepared<Parameters extends unknown[], Row> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): Iterable<Row>;
  run(...parameters: Parameters): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

export type Statements = ReturnType<typeof prepareStatements>;

/** Every statement of the journal, prepared once. */
export function prepareStatements(database: Database) {
  function prepare<Parameters extends unknown[], Row = never>(sql: string): Prepared<Parameters, Row> {
    return database.prepare<unknown[], Row>(sql);
  }
  return {
    find: prepare<[id: string], Head>(`SELECT ${HEAD} FROM log WHERE id = ?`),
    list: prepare<[limit: number], Head>(`SELECT ${HEAD} FROM log ORDER BY id LIMIT ?`),
    listAfter: prepare<[id: string, limit: number], Head>(
      `SELECT ${HEAD} FROM log WHERE id > ? ORDER BY id LIMIT ?`,
    ),
    locate: prepare<[id: string], Pick<Head, 'incarnation' | 'name' | 'revision'> & { number: number }>(
      'SELECT number, incarnation, name, revision FROM log WHERE id = ?',
    ),
    created: prepare<[principal: string, key: string], Partial<Head> & { fingerprint: string }>(
      `SELECT ${HEAD}, fingerprint FROM creation LEFT JOIN log ON number = log WHERE principal = ? AND key = ?`,
    ),
    insertLog: prepare<[id: string, incarnation: string, name: string, createdAt: string, updatedAt: string]>(
      'INSERT INTO log (id, incarnation, name, created_at, updated_at, revision) VALUES (?, ?, ?, ?, ?, 0)',
    ),
    insertCreation: prepare<[principal: string, key: string, fingerprint: string, log: number | bigint]>(
      'INSERT INTO creation (principal, key, fingerprint, log) VALUES (?, ?, ?, ?)',
    ),
    rename: prepare<[name: string, at: string, id: string]>(
      'UPDATE log SET name = ?, updated_at = ? WHERE id = ?',
    ),
    remove: prepare<[id: string]>('DELETE FROM log WHERE id = ?'),
    advance: prepare<[revision: number, at: string, name: string, log: number]>(
      'UPDATE log SET revision = ?, updated_at = ?, name = ? WHERE number = ?',
    ),
    insertEntry: prepare<
      [log: number, number, string, string, key: string | null, undoes: number | null, body: string]
    >(`INSERT INTO entry (log, ${ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    keyTaken: prepare<[log: number, principal: string, key: string], unknown>(
      'SELECT 1 FROM operation WHERE log = ? AND principal = ? AND key = ?',
    ),
    insertOperation: prepare<
      [log: number, principal: string, key: string, first: number, last: number, fingerprint: string]
    >('INSERT INTO operation (log, principal, key, first, last, fingerprint) VALUES (?, ?, ?, ?, ?, ?)'),
    recorded: prepare<[...Of, principal: string, key: string], Recorded>(
      `SELECT first, last, fingerprint FROM operation WHERE ${OF_LOG} AND principal = ? AND key = ?`,
    ),
    read: prepare<[...Of, after: number, limit: number], EntryRow>(
      `SELECT ${ENTRY} FROM entry WHERE ${OF_LOG} AND revision > ? ORDER BY revision LIMIT ?`,
    ),
    readBack: prepare<[...Of, before: number, limit: number], EntryRow>(
      `SELECT ${ENTRY} FROM entry WHERE ${OF_LOG} AND revision < ? ORDER BY revision DESC LIMIT ?`,
    ),
    snapshot: prepare<Of, Snapshot>(`SELECT revision, state FROM snapshot WHERE ${OF_LOG}`),
    saveSnapshot: prepare<[log: number | bigint, revision: number, state: string]>(
      `INSERT INTO snapshot (log, revision, state) VALUES (?, ?, ?) ON CONFLICT (log) DO UPDATE
       SET revision = excluded.revision, state = excluded.state WHERE excluded.revision >= snapshot.revision`,
    ),
    /** Another number whenever another connection has committed. */
    dataVersion: prepare<[], { data_version: number }>('PRAGMA data_version'),
  };
}
