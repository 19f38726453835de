import { randomUUID } from 'node:crypto';
import { JournalDamaged, JournalUnavailable } from '../contract/errors.js';
import { addChecksums } from './add-sqlite-checksums.js';
import type { Database } from './binding.js';
import { pragma } from './pragma.js';
import { transactions } from './transactions.js';

/** "WWJL" */
const APPLICATION_ID = 0x57574a4c;

/** Each step migrates from the version of its index to the next. */
export const MIGRATIONS: readonly ((database: Database) => void)[] = [
  database =>
    database.exec(`
  CREATE TABLE log (
    number INTEGER PRIMARY KEY,
    id TEXT NOT NULL UNIQUE,
    name TEXT NOT NULL,
    created_at TEXT NOT NULL,
    updated_at TEXT NOT NULL,
    revision INTEGER NOT NULL
  ) STRICT;
  CREATE TABLE entry (
    log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    at TEXT NOT NULL,
    principal TEXT NOT NULL,
    key TEXT,
    undoes INTEGER,
    body TEXT NOT NULL,
    PRIMARY KEY (log, revision)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE operation (
    log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    principal TEXT NOT NULL,
    key TEXT NOT NULL,
    first INTEGER NOT NULL,
    last INTEGER NOT NULL,
    fingerprint TEXT NOT NULL,
    PRIMARY KEY (log, principal, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE creation (
    principal TEXT NOT NULL,
    key TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    log INTEGER UNIQUE REFERENCES log ON DELETE SET NULL,
    PRIMARY KEY (principal, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE snapshot (
    log INTEGER PRIMARY KEY REFERENCES log ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL
  ) STRICT;
  `),
  // SQLite reuses the number of a removed log, so it does not identify a log.
  database =>
    database.exec(`
  ALTER TABLE log ADD COLUMN incarnation TEXT NOT NULL DEFAULT '';
  UPDATE log SET incarnation = 'log ' || number;
  `),
  addChecksums,
  database => {
    database.exec('CREATE TABLE journal (id TEXT NOT NULL) STRICT');
    database.prepare('INSERT INTO journal VALUES (?)').run(randomUUID());
  },
  // With rowids: a state is larger than a page.
  database =>
    database.exec(`
  CREATE TABLE kept_snapshot (
    log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    revision INTEGER NOT NULL,
    state TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (log, revision)
  ) STRICT;
  CREATE TABLE bookmark (
    log INTEGER NOT NULL REFERENCES log ON DELETE CASCADE,
    name TEXT NOT NULL,
    revision INTEGER NOT NULL,
    at TEXT NOT NULL,
    principal TEXT NOT NULL,
    checksum INTEGER NOT NULL,
    PRIMARY KEY (log, name)
  ) STRICT, WITHOUT ROWID;
  `),
  // With rowids: without them, SQLite reads whole rows to compare their keys, so an entry of megabytes slows all appends near it.
  database =>
    database.exec(`
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
  ) STRICT;
  INSERT INTO new_entry (log, revision, at, principal, key, undoes, body, checksum)
  SELECT log, revision, at, principal, key, undoes, body, checksum FROM entry ORDER BY log, revision;
  DROP TABLE entry;
  ALTER TABLE new_entry RENAME TO entry;
  `),
];

/**
 * Migrates the file to the newest schema, or refuses the database of another program. Foreign keys must be off: dropping a
 * table would delete the rows that refer to it.
 */
export function migrate(database: Database, file: string): void {
  transactions(
    database,
    'BEGIN IMMEDIATE',
  )(() => {
    const version = pragma(database, 'user_version') as number;
    const empty = database.prepare('SELECT 1 FROM sqlite_schema').get() === undefined;
    if (!empty && pragma(database, 'application_id') !== APPLICATION_ID) {
      throw new JournalUnavailable(
        `${file} is the database of another program. Use another path for the journal.`,
      );
    }
    if (version > MIGRATIONS.length) {
      throw new JournalUnavailable(
        `${file} has schema ${version}, but this Worldwire knows only ${MIGRATIONS.length}. Use a newer Worldwire.`,
      );
    }
    if (version === MIGRATIONS.length) return;
    // Checksums computed from damaged rows would hide the damage.
    if (!empty) checkStructure(database, 'quick_check');
    for (const step of MIGRATIONS.slice(version)) step(database);
    pragma(database, `application_id = ${APPLICATION_ID}`);
    pragma(database, `user_version = ${MIGRATIONS.length}`);
  });
}

/** Runs one of SQLite's checks of pages and indexes. */
export function checkStructure(database: Database, check: string): void {
  const result = pragma(database, check);
  if (result !== 'ok') throw new JournalDamaged(`The database of the journal is damaged: ${result}.`);
}
