import {
  creationChecksum,
  entryChecksum,
  headChecksum,
  operationChecksum,
  snapshotChecksum,
} from '../rows/checksums.js';
import type { Database } from './binding.js';

const HEAD = 'id, incarnation, name, created_at, updated_at, revision';
const ENTRY = 'revision, at, principal, key, undoes, body';
const OPERATION = 'principal, key, first, last, fingerprint';
const CREATION = 'principal, key, fingerprint';

/**
 * Adds a checksum to every row, computed from the current data. SQLite cannot add a NOT NULL column without a default, so
 * the tables are rebuilt. An older Worldwire that has the file open then fails to write.
 */
export function addChecksums(database: Database): void {
  define(database, 'head_checksum', (id, incarnation, name, createdAt, updatedAt, revision) =>
    headChecksum({ id, incarnation, name, createdAt, updatedAt, revision }),
  );
  define(database, 'entry_checksum', (id, revision, at, principal, key, undoes, body) =>
    entryChecksum(id, { revision, at, principal, key, undoes, body }),
  );
  define(database, 'operation_checksum', (id, principal, key, first, last, fingerprint) =>
    operationChecksum(id, { principal, key, first, last, fingerprint }),
  );
  define(database, 'creation_checksum', (id, principal, key, fingerprint) =>
    creationChecksum(id ?? '', { principal, key, fingerprint }),
  );
  define(database, 'snapshot_checksum', (id, revision, state) => snapshotChecksum(id, { revision, state }));
  database.exec(`
  CREATE TABLE new_log (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    incarnation TEXT NOT NULL,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    revision INTEGER NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  INSERT INTO new_log (number, ${HEAD}, checksum) SELECT number, ${HEAD}, head_checksum(${HEAD}) FROM log;

  CREATE TABLE new_entry (
    log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    at TEXT NOT NULL,
    principal TEXT NOT NULL,
    key TEXT,
    undoes INTEGER,
    body TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (log, revision)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_entry (log, ${ENTRY}, checksum)
  SELECT log, ${ENTRY}, entry_checksum((SELECT id FROM log WHERE number = log), ${ENTRY}) FROM entry
  ORDER BY log, revision;

  CREATE TABLE new_operation (
    log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    principal TEXT NOT NULL,
    key TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (log, principal, key)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_operation (log, ${OPERATION}, checksum)
  SELECT log, ${OPERATION}, operation_checksum((SELECT id FROM log WHERE number = log), ${OPERATION}) FROM operation
  ORDER BY log, principal, key;

  CREATE TABLE new_creation (
    principal TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    log INTEGER UNIQUE REFERENCES log ON DELETE SET NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (principal, key)
  ) STRICT, WITHOUT ROWID;
  INSERT INTO new_creation (log, ${CREATION}, checksum)
  SELECT log, ${CREATION}, creation_checksum((SELECT id FROM log WHERE number = log), ${CREATION}) FROM creation;

  CREATE TABLE origin (
    log INTEGER PRIMARY KEY REFERENCES log ON DELETE CASCADE,
    state TEXT NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  INSERT INTO origin SELECT number, state, snapshot_checksum(id, 0, state)
  FROM snapshot JOIN log ON number = log WHERE snapshot.revision = 0;

  CREATE TABLE new_snapshot (
    log INTEGER PRIMARY KEY REFERENCES log ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL,
    checksum INTEGER NOT NULL
  ) STRICT;
  INSERT INTO new_snapshot SELECT number, snapshot.revision, state, snapshot_checksum(id, snapshot.revision, state)
  FROM snapshot JOIN log ON number = log WHERE snapshot.revision > 0;

  DROP TABLE entry;
  DROP TABLE operation;
  DROP TABLE creation;
  DROP TABLE snapshot;
  DROP TABLE log;
  ALTER TABLE new_log RENAME TO log;
  ALTER TABLE new_entry RENAME TO entry;
  ALTER TABLE new_operation RENAME TO operation;
  ALTER TABLE new_creation RENAME TO creation;
  ALTER TABLE new_snapshot RENAME TO snapshot;
  `);
}

// biome-ignore lint/suspicious/noExplicitAny: SQLite gives each argument the type of its column.
function define(database: Database, name: string, checksum: (...columns: any[]) => number): void {
  database.function(name, { varargs: true }, checksum);
}
