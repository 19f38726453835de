import type { Bookmark, Head, OperationKey, Recorded, Snapshot } from '../contract/journal.js';
import type { Stored } from '../rows/checksums.js';
import type { EntryRow } from '../rows/entry-row.js';
import type { Database } from './binding.js';

const HEAD = 'id, incarnation, name, created_at AS createdAt, updated_at AS updatedAt, log.revision';
const ENTRY = 'revision, at, principal, key, undoes, body, checksum';
const BOOKMARK = 'name, revision, at, principal';
const OPERATION = 'principal, key, first, last, fingerprint';

/** A stored log, with the number by which other rows refer to it. */
export type LogRow = Stored<Head> & { readonly number: number };
/** An operation key with the id of its log, or null if the log does not exist. */
export type OperationRow = Stored<OperationKey & Recorded> & { readonly id: string | null };
/** The key of a creation, with the number of the log if it still exists. */
export type CreationRow = Stored<OperationKey> & { readonly log: number | null };

export interface Prepared<Parameters extends unknown[], Row> {
  get(...parameters: Parameters): Row | undefined;
  all(...parameters: Parameters): Row[];
  iterate(...parameters: Parameters): IterableIterator<Row>;
  run(...parameters: Parameters): { readonly changes: number; readonly lastInsertRowid: number | bigint };
}

export type Statements = ReturnType<typeof prepareStatements>;

/** Every statement of the journal, prepared once. */
export function prepareStatements(database: Database) {
  function prepare<Parameters extends unknown[], Row = never>(sql: string): Prepared<Parameters, Row> {
    return database.prepare(sql) as Prepared<Parameters, Row>;
  }
  const log = `SELECT number, ${HEAD}, checksum FROM log`;
  const operation = `SELECT id, ${OPERATION}, operation.checksum FROM operation LEFT JOIN log ON number = log`;
  const creation = 'SELECT principal, key, fingerprint, log, checksum FROM creation';
  return {
    locate: prepare<[id: string], LogRow>(`${log} WHERE id = ?`),
    byNumber: prepare<[number: number], LogRow>(`${log} WHERE number = ?`),
    list: prepare<[limit: number], LogRow>(`${log} ORDER BY id LIMIT ?`),
    listAfter: prepare<[id: string, limit: number], LogRow>(`${log} WHERE id > ? ORDER BY id LIMIT ?`),
    insertLog: prepare<
      [id: string, incarnation: string, name: string, created: string, updated: string, checksum: number]
    >(
      `INSERT INTO log (id, incarnation, name, created_at, updated_at, revision, checksum)
       VALUES (?, ?, ?, ?, ?, 0, ?)`,
    ),
    advance: prepare<[revision: number, at: string, name: string, checksum: number, log: number]>(
      'UPDATE log SET revision = ?, updated_at = ?, name = ?, checksum = ? WHERE number = ?',
    ),
    remove: prepare<[log: number]>('DELETE FROM log WHERE number = ?'),

    created: prepare<[principal: string, key: string], CreationRow>(
      `${creation} WHERE principal = ? AND key = ?`,
    ),
    creations: prepare<[], CreationRow>(creation),
    insertCreation: prepare<
      [principal: string, key: string, fingerprint: string, log: number | bigint, checksum: number]
    >('INSERT INTO creation (principal, key, fingerprint, log, checksum) VALUES (?, ?, ?, ?, ?)'),

    insertEntry: prepare<
      [log: number, number, string, string, key: string | null, undoes: number | null, string, number]
    >(`INSERT INTO entry (log, ${ENTRY}) VALUES (?, ?, ?, ?, ?, ?, ?, ?)`),
    read: prepare<[log: number, after: number, limit: number], Stored<EntryRow>>(
      `SELECT ${ENTRY} FROM entry WHERE log = ? AND revision > ? ORDER BY revision LIMIT ?`,
    ),
    readBack: prepare<[log: number, before: number, limit: number], Stored<EntryRow>>(
      `SELECT ${ENTRY} FROM entry WHERE log = ? AND revision < ? ORDER BY revision DESC LIMIT ?`,
    ),

    keyTaken: prepare<[log: number, principal: string, key: string], unknown>(
      'SELECT 1 FROM operation WHERE log = ? AND principal = ? AND key = ?',
    ),
    insertOperation: prepare<
      [log: number, principal: string, key: string, first: number, last: number, string, checksum: number]
    >(`INSERT INTO operation (log, ${OPERATION}, checksum) VALUES (?, ?, ?, ?, ?, ?, ?)`),
    recorded: prepare<
      [id: string, incarnation: string | null, principal: string, key: string],
      Stored<OperationKey & Recorded>
    >(
      `SELECT ${OPERATION}, checksum FROM operation
       WHERE log = (SELECT number FROM log WHERE id = ? AND incarnation = COALESCE(?, incarnation))
       AND principal = ? AND key = ?`,
    ),
    operations: prepare<[], OperationRow>(operation),
    /** Entries whose operation key has no row of its own. */
    withoutOperation: prepare<[limit: number], { readonly id: string; readonly revision: number }>(
      `SELECT id, entry.revision FROM entry JOIN log ON number = log WHERE key IS NOT NULL AND NOT EXISTS (
         SELECT 1 FROM operation WHERE operation.log = entry.log AND operation.principal = entry.principal
         AND operation.key = entry.key AND entry.revision BETWEEN first AND last) LIMIT ?`,
    ),

    snapshot: prepare<[log: number], Stored<Snapshot>>(
      'SELECT revision, state, checksum FROM snapshot WHERE log = ?',
    ),
    snapshotRevision: prepare<[log: number], { readonly revision: number }>(
      'SELECT revision FROM snapshot WHERE log = ?',
    ),
    origin: prepare<[log: number], Stored<Snapshot>>(
      'SELECT 0 AS revision, state, checksum FROM origin WHERE log = ?',
    ),
    /** The newest kept snapshot at or before a revision. */
    keptSnapshot: prepare<[log: number, revision: number], Stored<Snapshot>>(
      `SELECT revision, state, checksum FROM kept_snapshot WHERE log = ? AND revision <= ?
       ORDER BY revision DESC LIMIT 1`,
    ),
    keptRevision: prepare<[log: number], { readonly revision: number | null }>(
      'SELECT max(revision) AS revision FROM kept_snapshot WHERE log = ?',
    ),
    keepSnapshot: prepare<[log: number, revision: number, state: string, checksum: number]>(
      'INSERT INTO kept_snapshot (log, revision, state, checksum) VALUES (?, ?, ?, ?)',
    ),
    bookmarks: prepare<[log: number], Stored<Bookmark>>(
      `SELECT ${BOOKMARK}, checksum FROM bookmark WHERE log = ? ORDER BY name`,
    ),
    saveBookmark: prepare<
      [log: number, name: string, revision: number, at: string, principal: string, checksum: number]
    >(`INSERT OR REPLACE INTO bookmark (log, ${BOOKMARK}, checksum) VALUES (?, ?, ?, ?, ?, ?)`),
    removeBookmark: prepare<[log: number, name: string]>('DELETE FROM bookmark WHERE log = ? AND name = ?'),
    saveOrigin: prepare<[log: number | bigint, state: string, checksum: number]>(
      'INSERT INTO origin (log, state, checksum) VALUES (?, ?, ?)',
    ),
    /** Also replaces a snapshot that is ahead of its log: it is damaged. */
    saveSnapshot: prepare<[log: number, revision: number, state: string, checksum: number, head: number]>(
      `INSERT INTO snapshot (log, revision, state, checksum) VALUES (?, ?, ?, ?) ON CONFLICT (log) DO UPDATE
       SET revision = excluded.revision, state = excluded.state, checksum = excluded.checksum
       WHERE excluded.revision >= snapshot.revision OR snapshot.revision > ?`,
    ),
    /** Changes when another connection commits. */
    dataVersion: prepare<[], { data_version: number }>('PRAGMA data_version'),
  };
}
