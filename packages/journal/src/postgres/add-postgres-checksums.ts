import type { ClientBase, QueryResultRow } from 'pg';
import type { OperationKey, Recorded } from '../contract/journal.js';
import { creationChecksum, entryChecksum, operationChecksum, snapshotChecksum } from '../rows/checksums.js';
import type { EntryRow } from '../rows/entry-row.js';
import { PAGE_CHARACTERS } from '../rows/page.js';
import { headChecksum } from './postgres-statements.js';

const ROWS = 1_000;

/** Adds a checksum to every row, computed from the current data. An older Worldwire then fails to write. */
export async function addChecksums(client: ClientBase): Promise<void> {
  const query = async <Row extends QueryResultRow>(text: string, values: unknown[] = []) =>
    (await client.query<Row>(text, values)).rows;
  await query(`
    ALTER TABLE log ADD COLUMN checksum text;
    UPDATE log SET checksum = ${headChecksum()};
    ALTER TABLE log ALTER COLUMN checksum SET NOT NULL;
    ALTER TABLE entry ADD COLUMN checksum bigint;
    ALTER TABLE operation ADD COLUMN checksum bigint;
    ALTER TABLE creation ADD COLUMN checksum bigint;
    ALTER TABLE snapshot ADD COLUMN checksum bigint;
    CREATE TABLE origin (log bigint PRIMARY KEY, state text NOT NULL, checksum bigint);
    INSERT INTO origin SELECT log, state FROM snapshot WHERE revision = 0;
    DELETE FROM snapshot WHERE revision = 0;
  `);
  for (const { number, id } of await query<{ number: number; id: string }>('SELECT number, id FROM log')) {
    await entries(number, id);
    await operations(number, id);
    for (const [table, revision] of [
      ['origin', '0'],
      ['snapshot', 'revision'],
    ]) {
      const text = `SELECT ${revision} AS revision, state FROM ${table} WHERE log = $1`;
      for (const row of await query<{ revision: number; state: string }>(text, [number])) {
        await query(`UPDATE ${table} SET checksum = $2 WHERE log = $1`, [number, snapshotChecksum(id, row)]);
      }
    }
  }
  await creations();
  for (const table of ['entry', 'operation', 'creation', 'snapshot', 'origin']) {
    // Rows of a log that does not exist.
    if (table !== 'creation') await query(`DELETE FROM ${table} WHERE checksum IS NULL`);
    await query(`ALTER TABLE ${table} ALTER COLUMN checksum SET NOT NULL`);
  }

  /**
   * In pages, because an entry can contain a whole state. The range keeps the planner, which has no statistics yet, from
   * scanning the table for each page.
   */
  async function entries(number: number, id: string): Promise<void> {
    for (let after = 0; ; ) {
      const rows = await query<EntryRow>(
        `SELECT * FROM (
           SELECT *, sum(length(body)) OVER (ORDER BY revision) - length(body) AS before FROM (
             SELECT * FROM entry WHERE log = $1 AND revision > $2 ORDER BY revision LIMIT ${ROWS}
           ) AS wanted
         ) AS counted WHERE before = 0 OR before + length(body) <= ${PAGE_CHARACTERS} ORDER BY revision`,
        [number, after],
      );
      if (rows.length === 0) return;
      after = rows.at(-1)!.revision;
      await query(
        `UPDATE entry SET checksum = sums.checksum FROM unnest($2::bigint[], $3::bigint[]) AS sums (revision, checksum)
         WHERE log = $1 AND entry.revision BETWEEN $4 AND $5 AND entry.revision = sums.revision`,
        [
          ...[number, rows.map(({ revision }) => revision), rows.map(row => entryChecksum(id, row))],
          ...[rows[0]!.revision, after],
        ],
      );
    }
  }

  async function operations(number: number, id: string): Promise<void> {
    for (let last = ['', '']; ; ) {
      const rows = await query<OperationKey & Recorded>(
        `SELECT * FROM operation WHERE log = $1 AND (principal, key) > ($2, $3) ORDER BY principal, key LIMIT ${ROWS}`,
        [number, ...last],
      );
      if (rows.length === 0) return;
      last = [rows.at(-1)!.principal, rows.at(-1)!.key];
      await query(
        `UPDATE operation SET checksum = sums.checksum
         FROM unnest($2::text[], $3::text[], $4::bigint[]) AS sums (principal, key, checksum)
         WHERE log = $1 AND (operation.principal, operation.key) BETWEEN ($5, $6) AND ($7, $8)
         AND operation.principal = sums.principal AND operation.key = sums.key`,
        [
          number,
          ...keysOf(rows),
          rows.map(row => operationChecksum(id, row)),
          rows[0]!.principal,
          rows[0]!.key,
          ...last,
        ],
      );
    }
  }

  async function creations(): Promise<void> {
    for (let last = ['', '']; ; ) {
      const rows = await query<OperationKey & { id: string | null }>(
        `SELECT creation.*, id FROM creation LEFT JOIN log ON number = log
         WHERE (principal, key) > ($1, $2) ORDER BY principal, key LIMIT ${ROWS}`,
        last,
      );
      if (rows.length === 0) return;
      last = [rows.at(-1)!.principal, rows.at(-1)!.key];
      await query(
        `UPDATE creation SET checksum = sums.checksum
         FROM unnest($1::text[], $2::text[], $3::bigint[]) AS sums (principal, key, checksum)
         WHERE creation.principal = sums.principal AND creation.key = sums.key`,
        [...keysOf(rows), rows.map(({ id, ...row }) => creationChecksum(id ?? '', row))],
      );
    }
  }
}

function keysOf(rows: readonly OperationKey[]): unknown[] {
  return [rows.map(({ principal }) => principal), rows.map(({ key }) => key)];
}
