import { crc32 } from 'node:zlib';
import type { Bookmark, Head, OperationKey, Recorded, Snapshot } from '../contract/journal.js';
import type { EntryRow } from './entry-row.js';

/** CRC-32 detects every flipped bit and every burst of up to 32 bits. It costs 1 µs per entry. */
type Checksum = number;

/** Not a CRC-32. */
const MISMATCH = -1;

/** A stored row. Damage may have changed the type of a column. */
export type Stored<Row> = Row & { readonly checksum: Checksum };

/** Covers the log and the revision, so that a row in the place of another does not match. */
export function entryChecksum(id: string, row: EntryRow): Checksum {
  const { revision, at, principal, key, undoes, body } = row;
  const texts = typeof at === 'string' && typeof principal === 'string' && typeof body === 'string';
  const optional =
    (key === null || typeof key === 'string') && (undoes === null || typeof undoes === 'number');
  if (!texts || !optional) return MISMATCH;
  // Not JSON.stringify: every command pays for this checksum. The fields cannot contain NUL.
  const fields = `${id}\0${revision}\0${at}\0${principal}\0${key === null ? '' : `=${key}`}\0${undoes ?? ''}\0`;
  return crc32(fields + body);
}

export function snapshotChecksum(id: string, { revision, state }: Snapshot): Checksum {
  return withText([id, revision], state);
}

export function headChecksum({ id, incarnation, name, createdAt, updatedAt, revision }: Head): Checksum {
  return of([id, incarnation, name, createdAt, updatedAt, revision]);
}

export function bookmarkChecksum(id: string, { name, revision, at, principal }: Bookmark): Checksum {
  return of([id, name, revision, at, principal]);
}

export function operationChecksum(
  id: string,
  { principal, key, first, last, fingerprint }: OperationKey & Recorded,
): Checksum {
  return of([id, principal, key, first, last, fingerprint]);
}

export function creationChecksum(id: string, { principal, key, fingerprint }: OperationKey): Checksum {
  return of([id, principal, key, fingerprint]);
}

function of(fields: readonly unknown[]): Checksum {
  return crc32(JSON.stringify(fields));
}

/** A text that is stored as bytes is damaged, although its checksum is the same. */
function withText(fields: readonly unknown[], text: unknown): Checksum {
  return typeof text === 'string' ? crc32(text, of(fields)) : MISMATCH;
}
