import { PAGE_CHARACTERS } from '../page.js';
import type { Query } from './connections.js';

const HEAD = 'id, incarnation, name, created_at AS "createdAt", updated_at AS "updatedAt", revision';
const ENTRY = 'revision, at, principal, key, undoes, body';
const OF_LOG = 'log = (SELECT number FROM log WHERE id = $1 AND incarnation = COALESCE($2, incarnation))';

const TEXTS = {
  find: `SELECT ${HEAD} FROM log WHERE id = $1`,
  list: `SELECT ${HEAD} FROM log ORDER BY id LIMIT $1`,
  listAfter: `SELECT ${HEAD} FROM log WHERE id > $2 ORDER BY id LIMIT $1`,
  created: `SELECT ${HEAD}, fingerprint FROM creation LEFT JOIN log ON number = log WHERE principal = $1 AND key = $2`,
  recorded: `SELECT first, last, fingerprint FROM operation WHERE ${OF_LOG} AND principal = $3 AND key = $4`,
  read: paged(`SELECT ${ENTRY} FROM entry WHERE ${OF_LOG} AND revision > $3 ORDER BY revision LIMIT $4`, ''),
  readBack: paged(
    `SELECT ${ENTRY} FROM entry WHERE ${OF_LOG} AND revision < $3 ORDER BY revision DESC LIMIT $4`,
    'DESC',
  ),
  snapshot: `SELECT revision, state FROM snapshot WHERE ${OF_LOG}`,

  // Each of the following is one statement, so it is one transaction and one round trip.
  create: `
    WITH fresh AS (
      INSERT INTO log (id, name, created_at, updated_at, revision, incarnation)
      VALUES ($1, $2, $3, $3, 0, $10)
      ON CONFLICT (id) DO NOTHING RETURNING number
    ), state AS (
      INSERT INTO snapshot (log, revision, state) SELECT number, 0, $4 FROM fresh
    ), keyed AS (
      INSERT INTO creation (principal, key, fingerprint, log)
      SELECT $5, $6, $7, number FROM fresh WHERE $5::text IS NOT NULL
    )
    SELECT pg_notify($8, $9) FROM fresh`,
  rename: `
    WITH head AS (
      UPDATE log SET name = $2, updated_at = $3
      WHERE id = $1 AND ${expected(6)} RETURNING number
    )
    SELECT pg_notify($4, $5) FROM head`,
  // A second writer waits here for the first one's row, and then finds that the revision has moved.
  append: `
    WITH head AS (
      UPDATE log SET revision = $2, updated_at = $3, name = COALESCE($4, name)
      WHERE id = $1 AND ${expected(18)} RETURNING number
    ), written AS (
      INSERT INTO entry (log, ${ENTRY})
      SELECT head.number, entries.* FROM head,
        unnest($5::bigint[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[]) AS entries
    ), keyed AS (
      INSERT INTO operation (log, principal, key, first, last, fingerprint)
      SELECT head.number, operations.* FROM head,
        unnest($11::text[], $12::text[], $13::bigint[], $14::bigint[], $15::text[]) AS operations
    )
    SELECT pg_notify($16, $17) FROM head`,
  // The lock lets appends through and keeps a removal out until the snapshot is there to be removed.
  saveSnapshot: `
    WITH head AS (
      SELECT number FROM log
      WHERE id = $1 AND revision >= $2 AND incarnation = COALESCE($4, incarnation) FOR KEY SHARE
    )
    INSERT INTO snapshot AS kept (log, revision, state) SELECT number, $2, $3 FROM head
    ON CONFLICT (log) DO UPDATE SET revision = excluded.revision, state = excluded.state
    WHERE excluded.revision >= kept.revision`,

  // A removal needs several: entries that were appended while it waited for the log must go too.
  removeLog: `
    DELETE FROM log WHERE id = $1 AND ${expected(4)}
    RETURNING number, pg_notify($2, $3)`,
  removeEntries: 'DELETE FROM entry WHERE log = $1',
  removeOperations: 'DELETE FROM operation WHERE log = $1',
  // The key stays, so that a late retry of the creation does not make a second one.
  forgetCreation: 'UPDATE creation SET log = NULL WHERE log = $1',
  removeSnapshot: 'DELETE FROM snapshot WHERE log = $1',
} as const;

/** What the parameters from `first` on say of a log, where they say something. */
function expected(first: number): string {
  return ['incarnation', 'name', 'revision']
    .map((column, index) => `${column} = COALESCE($${first + index}, ${column})`)
    .join(' AND ');
}

/** The rows of a query up to the characters of a page, and the first one in any case. */
function paged(query: string, direction: '' | 'DESC'): string {
  return `
    SELECT ${ENTRY} FROM (
      SELECT *, sum(length(body)) OVER (ORDER BY revision ${direction}) - length(body) AS before
      FROM (${query}) AS wanted
    ) AS counted WHERE before = 0 OR before + length(body) <= ${PAGE_CHARACTERS}
    ORDER BY revision ${direction}`;
}

/** Every statement of the journal. Connections prepare each once, under its own name. */
export const SQL = Object.fromEntries(
  Object.entries(TEXTS).map(([name, text]) => [name, { name, text }]),
) as {
  readonly [Name in keyof typeof TEXTS]: Query;
};
