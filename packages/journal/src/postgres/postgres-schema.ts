import type { ClientBase } from 'pg';
import { escapeIdentifier } from 'pg';
import { JournalDamaged, JournalUnavailable } from '../contract/errors.js';
import { addChecksums } from './add-postgres-checksums.js';

/** Each step migrates from the version of its index to the next. The search path is set. */
export const MIGRATIONS: readonly (string | ((client: ClientBase) => Promise<void>))[] = [
  `
  CREATE TABLE log (
    number bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
    id text COLLATE "C" NOT NULL UNIQUE,
    name text NOT NULL,
    created_at text NOT NULL,
    updated_at text NOT NULL,
    revision bigint NOT NULL
  ) WITH (fillfactor = 70);
  CREATE TABLE entry (
    log bigint NOT NULL,
    revision bigint NOT NULL,
    at text NOT NULL,
    principal text NOT NULL,
    key text,
    undoes bigint,
    body text NOT NULL,
    PRIMARY KEY (log, revision)
  );
  CREATE TABLE operation (
    log bigint NOT NULL,
    principal text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    first bigint NOT NULL,
    last bigint NOT NULL,
    fingerprint text NOT NULL,
    PRIMARY KEY (log, principal, key)
  );
  CREATE TABLE creation (
    principal text COLLATE "C" NOT NULL,
    key text COLLATE "C" NOT NULL,
    fingerprint text NOT NULL,
    log bigint UNIQUE,
    PRIMARY KEY (principal, key)
  );
  CREATE TABLE snapshot (
    log bigint PRIMARY KEY,
    revision bigint NOT NULL,
    state text NOT NULL
  );
  CREATE TABLE version (number integer NOT NULL);
  INSERT INTO version VALUES (0);
  `,
  // Not the number: an incarnation has the same form in every store.
  'ALTER TABLE log ADD COLUMN incarnation text NOT NULL DEFAULT gen_random_uuid()::text',
  addChecksums,
  `
  CREATE TABLE journal (id text NOT NULL);
  INSERT INTO journal VALUES (gen_random_uuid()::text);
  `,
  `
  CREATE TABLE kept_snapshot (
    log bigint NOT NULL,
    revision bigint NOT NULL,
    state text NOT NULL,
    checksum bigint NOT NULL,
    PRIMARY KEY (log, revision)
  );
  CREATE TABLE bookmark (
    log bigint NOT NULL,
    name text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    at text NOT NULL,
    principal text NOT NULL,
    checksum bigint NOT NULL,
    PRIMARY KEY (log, name)
  );
  `,
];

/**
 * Migrates the tables to the newest version, and returns the id of the journal. A lock serializes processes that start at
 * the same time. `checkEmpty` may refuse to create missing tables.
 */
export async function migrate(client: ClientBase, schema: string, checkEmpty: () => void): Promise<string> {
  await client.query('BEGIN');
  await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
    `worldwire journal ${schema}`,
  ]);
  const { rows: found } = await client.query<{ there: boolean; tables: boolean }>(
    `SELECT to_regnamespace($1) IS NOT NULL AS there, to_regclass($1 || '.version') IS NOT NULL AS tables`,
    [escapeIdentifier(schema)],
  );
  if (!found[0]!.tables) checkEmpty();
  // IF NOT EXISTS needs the right to create a schema even if it exists.
  if (!found[0]!.there) await client.query(`CREATE SCHEMA ${escapeIdentifier(schema)}`);
  const version = found[0]!.tables ? await currentVersion(client) : 0;
  if (version > MIGRATIONS.length) {
    throw new JournalUnavailable(
      `The journal has schema ${version}, but this Worldwire knows only ${MIGRATIONS.length}. Use a newer Worldwire.`,
    );
  }
  for (const step of MIGRATIONS.slice(version)) {
    await (typeof step === 'string' ? client.query(step) : step(client));
  }
  if (version < MIGRATIONS.length) await client.query('UPDATE version SET number = $1', [MIGRATIONS.length]);
  const { rows } = await client.query<{ id: string }>('SELECT id FROM journal');
  if (rows[0] === undefined) throw new JournalDamaged('The id of the journal is missing in its tables.');
  await client.query('COMMIT');
  return rows[0].id;
}

async function currentVersion(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ number: number }>('SELECT number FROM version');
  return rows[0]!.number;
}
