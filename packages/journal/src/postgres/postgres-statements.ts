import { PAGE_CHARACTERS } from '../rows/page.js';
import type { Query } from './connections.js';

/** SQL expressions for the columns of a head that a statement changes. */
interface HeadColumns {
  readonly name?: string;
  readonly updatedAt?: string;
  readonly revision?: string;
}

const VALID = `log.checksum = ${headChecksum()}`;
const HEAD = `id, incarnation, name, created_at AS "createdAt", updated_at AS "updatedAt", revision, ${VALID} AS valid`;
const ROW = 'revision, at, principal, key, undoes, body, checksum';
const BOOKMARK = 'name, revision, at, principal';
const OPERATION = 'principal, key, first, last, fingerprint';
const OF_LOG = 'id = $1 AND incarnation = COALESCE($2, incarnation)';

const TEXTS = {
  find: `SELECT ${HEAD} FROM log WHERE id = $1`,
  list: `SELECT ${HEAD} FROM log ORDER BY id LIMIT $1`,
  listAfter: `SELECT ${HEAD} FROM log WHERE id > $2 ORDER BY id LIMIT $1`,
  created: `SELECT principal, key, fingerprint, creation.checksum AS sum, creation.log, head.*
    FROM creation LEFT JOIN (SELECT number, ${HEAD} FROM log) AS head ON number = log WHERE principal = $1 AND key = $2`,
  recorded: `SELECT ${OPERATION}, operation.checksum FROM operation JOIN log ON number = log
    WHERE ${OF_LOG} AND principal = $3 AND key = $4`,
  read: paged('revision > $3 ORDER BY revision LIMIT $4', ''),
  readBack: paged('revision < $3 ORDER BY revision DESC LIMIT $4', 'DESC'),
  snapshot: `SELECT snapshot.revision, snapshot.state, snapshot.checksum, origin.state AS origin, origin.checksum AS sum
    FROM log LEFT JOIN snapshot ON snapshot.log = number LEFT JOIN origin ON origin.log = number AND snapshot.log IS NULL
    WHERE ${OF_LOG}`,
  origin: `SELECT 0 AS revision, state, origin.checksum FROM origin JOIN log ON number = log WHERE ${OF_LOG}`,
  // The state is read once: the subqueries find only its revision.
  snapshotAt: `
    WITH found AS (
      SELECT number, (SELECT revision FROM snapshot WHERE log = number AND revision <= $3) AS newest,
        (SELECT max(revision) FROM kept_snapshot WHERE log = number AND revision <= $3) AS kept FROM log WHERE ${OF_LOG}
    )
    SELECT snapshot.revision, state, checksum FROM found JOIN snapshot ON log = number WHERE newest IS NOT NULL
    UNION ALL SELECT kept, state, checksum FROM found JOIN kept_snapshot ON log = number AND kept = kept_snapshot.revision
      WHERE newest IS NULL
    UNION ALL SELECT 0, state, checksum FROM found JOIN origin ON log = number WHERE newest IS NULL AND kept IS NULL`,
  bookmarks: `SELECT bookmark.name, bookmark.revision, at, principal, bookmark.checksum
    FROM bookmark JOIN log ON number = log WHERE ${OF_LOG} ORDER BY bookmark.name`,

  // One statement each, so one transaction and one round trip.
  create: `
    WITH fresh AS (
      INSERT INTO log (id, name, created_at, updated_at, revision, incarnation, checksum)
      SELECT *, ${headChecksum()} FROM (SELECT $1::text AS id, $2::text AS name, $3::text AS created_at,
        $3::text AS updated_at, 0::bigint AS revision, $10::text AS incarnation) AS log
      ON CONFLICT (id) DO NOTHING RETURNING number
    ), state AS (
      INSERT INTO origin (log, state, checksum) SELECT number, $4, $11::bigint FROM fresh
    ), keyed AS (
      INSERT INTO creation (principal, key, fingerprint, log, checksum)
      SELECT $5, $6, $7, number, $12::bigint FROM fresh WHERE $5::text IS NOT NULL
    )
    SELECT pg_notify($8, $9) FROM fresh`,
  rename: `
    WITH head AS (
      UPDATE log SET name = $2, updated_at = $3, checksum = ${headChecksum({ name: '$2::text', updatedAt: '$3::text' })}
      WHERE id = $1 AND ${expected(6)} AND ${VALID} RETURNING number
    )
    SELECT pg_notify($4, $5) FROM head`,
  // A second writer waits for the row lock of the first, and then finds another revision.
  append: `
    WITH head AS (
      UPDATE log SET revision = $2, updated_at = $3, name = COALESCE($4, name),
        checksum = ${headChecksum({ name: 'COALESCE($4, name)', updatedAt: '$3::text', revision: '$2::bigint' })}
      WHERE id = $1 AND ${expected(20)} AND ${VALID} RETURNING number
    ), written AS (
      INSERT INTO entry (log, ${ROW})
      SELECT head.number, entries.* FROM head, unnest(
        $5::bigint[], $6::text[], $7::text[], $8::text[], $9::bigint[], $10::text[], $11::bigint[]
      ) AS entries
    ), keyed AS (
      INSERT INTO operation (log, ${OPERATION}, checksum)
      SELECT head.number, operations.* FROM head,
        unnest($12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::text[], $17::bigint[]) AS operations
    )
    SELECT pg_notify($18, $19) FROM head`,
  // The lock blocks a removal, but no append, until the snapshot is written.
  saveSnapshot: `
    WITH head AS (
      SELECT number, revision FROM log
      WHERE id = $1 AND revision >= $2 AND incarnation = COALESCE($4, incarnation) FOR KEY SHARE
    )
    , saved AS (
      INSERT INTO snapshot AS kept (log, revision, state, checksum) SELECT number, $2, $3, $5::bigint FROM head
      ON CONFLICT (log) DO UPDATE
      SET revision = excluded.revision, state = excluded.state, checksum = excluded.checksum
      WHERE excluded.revision >= kept.revision OR kept.revision > (SELECT revision FROM head)
      RETURNING log, revision, state, checksum
    )
    INSERT INTO kept_snapshot (log, revision, state, checksum) SELECT * FROM saved
    WHERE revision - COALESCE((SELECT max(revision) FROM kept_snapshot WHERE log = saved.log), 0) >= $6::bigint
    ON CONFLICT DO NOTHING`,
  saveBookmark: `
    WITH head AS (
      SELECT number FROM log WHERE id = $1 AND revision >= $4 AND incarnation = COALESCE($2, incarnation) FOR KEY SHARE
    )
    INSERT INTO bookmark (log, ${BOOKMARK}, checksum)
    SELECT number, $3::text, $4::bigint, $5::text, $6::text, $7::bigint FROM head
    ON CONFLICT (log, name) DO UPDATE SET revision = excluded.revision, at = excluded.at,
      principal = excluded.principal, checksum = excluded.checksum`,
  removeBookmark: `DELETE FROM bookmark WHERE name = $3 AND log = (SELECT number FROM log WHERE ${OF_LOG})`,

  // Several statements: entries that were appended while the first waited for the lock must be removed too.
  removeLog: `
    DELETE FROM log WHERE id = $1 AND ${expected(4)}
    RETURNING number, pg_notify($2, $3)`,
  removeEntries: 'DELETE FROM entry WHERE log = $1',
  removeOperations: 'DELETE FROM operation WHERE log = $1',
  // The key stays, so that a late retry does not create a second log.
  forgetCreation: 'UPDATE creation SET log = NULL WHERE log = $1',
  removeSnapshot: 'DELETE FROM snapshot WHERE log = $1',
  removeOrigin: 'DELETE FROM origin WHERE log = $1',
  removeKeptSnapshots: 'DELETE FROM kept_snapshot WHERE log = $1',
  removeBookmarks: 'DELETE FROM bookmark WHERE log = $1',

  // For verification. The id is null if the log does not exist.
  operations: `SELECT id, log, ${OPERATION}, operation.checksum FROM operation LEFT JOIN log ON number = log
    WHERE (log, principal, key) > ($1, $2, $3) ORDER BY log, principal, key LIMIT $4`,
  creations: `SELECT id, principal, key, fingerprint, creation.checksum FROM creation LEFT JOIN log ON number = log
    WHERE log IS NOT NULL AND (principal, key) > ($1, $2) ORDER BY principal, key LIMIT $3`,
  withoutOperation: `SELECT id, entry.revision FROM entry JOIN log ON number = log WHERE key IS NOT NULL AND NOT EXISTS (
    SELECT 1 FROM operation WHERE operation.log = entry.log AND operation.principal = entry.principal
    AND operation.key = entry.key AND entry.revision BETWEEN first AND last) LIMIT $1`,
} as const;

/**
 * The server computes it, because an append does not know all columns of the head. Each text is preceded by its length, so
 * that different heads have different inputs.
 */
export function headChecksum({
  name = 'name',
  updatedAt = 'updated_at',
  revision = 'log.revision',
}: HeadColumns = {}): string {
  const texts = ['id', 'incarnation', name, 'created_at', updatedAt].map(text => `length(${text}), ${text}`);
  return `left(encode(sha256(convert_to(concat_ws(' ', ${texts.join(', ')}, ${revision}), 'UTF8')), 'hex'), 16)`;
}

/** Compares a log with the parameters from `first` on; null matches any value. */
function expected(first: number): string {
  return ['incarnation', 'name', 'revision']
    .map((column, index) => `${column} = COALESCE($${first + index}, ${column})`)
    .join(' AND ');
}

/**
 * Joins the head of a log with a page of entries: as many as fit, and at least the first. `found` is the number of entries
 * within the limit. Without entries, one row has only the head.
 */
function paged(wanted: string, direction: '' | 'DESC'): string {
  return `
    SELECT id, log.revision AS head, ${VALID} AS valid, page.*
    FROM log LEFT JOIN LATERAL (
      SELECT ${ROW}, found FROM (
        SELECT *, count(*) OVER () AS found,
          sum(length(body)) OVER (ORDER BY revision ${direction}) - length(body) AS before
        FROM (SELECT ${ROW} FROM entry WHERE entry.log = log.number AND entry.${wanted}) AS wanted
      ) AS counted WHERE before = 0 OR before + length(body) <= ${PAGE_CHARACTERS}
    ) AS page ON true
    WHERE ${OF_LOG} ORDER BY page.revision ${direction}`;
}

/** Each connection prepares each statement once, under its name. */
export const SQL = Object.fromEntries(
  Object.entries(TEXTS).map(([name, text]) => [name, { name, text }]),
) as {
  readonly [Name in keyof typeof TEXTS]: Query;
};
