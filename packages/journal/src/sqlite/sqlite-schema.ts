import { randomUUID } from 'node:crypto';
import { JournalDamaged, JournalUnavailable } from '../contract/errors.js';
import { addChecksums } from './add-sqlite-checksums.js';
import type { Database } from './binding.js';
import { pragma } from './pragma.js';
import { transactions } from './transactions.js';

/** "WWJL": tells our files from other programs' databases. */
const APPLICATION_ID = 0x57574a4c;

/** Each takes the schema from its index to the next version. */
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
  // A number comes again when the newest log is removed, so it cannot tell a log from the one before it.
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
];

/**
 * Brings the file to the newest schema, or refuses one that is not ours to touch. Foreign keys must be off: a table that
 * is made anew would take the rows with it that refer to it.
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
        `${file} is the database of another program. Give another path for the journal.`,
      );
    }
    if (version > MIGRATIONS.length) {
      throw new JournalUnavailable(
        `${file} has schema ${version}, and this version of Worldwire knows ${MIGRATIONS.length}. Use a newer Worldwire.`,
      );
    }
    if (version === MIGRATIONS.length) return;
    // Checksums of damaged rows would say that they are whole.
    if (!empty) checkStructure(database, 'quick_check');
    for (const step of MIGRATIONS.slice(version)) step(database);
    pragma(database, `application_id = ${APPLICATION_ID}`);
    pragma(database, `user_version = ${MIGRATIONS.length}`);
  });
}

/** Asks SQLite whether its pages and indexes are as they should be. */
export function checkStructure(database: Database, check: string): void {
  const said = pragma(database, check);
  if (said !== 'ok') throw new JournalDamaged(`The database of the journal is damaged: ${said}.`);
}
