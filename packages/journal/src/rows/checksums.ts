import { crc32 } from 'node:zlib';
import type { Head, OperationKey, Recorded, Snapshot } from '../contract/journal.js';
import type { EntryRow } from './entry-row.js';

/** CRC-32 finds every single flipped bit and every damaged run of up to 32 bits. It costs 1 µs for an entry. */
type Checksum = number;

/** No row has it. */
const MISMATCH = -1;

/** A row as it is in the store. Damage may have given a column another type. */
export type Stored<Row> = Row & { readonly checksum: Checksum };

/** The id of the log and the revision are part of it, so that a row in the place of another is noticed. */
export function entryChecksum(id: string, row: EntryRow): Checksum {
  const { revision, at, principal, key, undoes, body } = row;
  const texts = typeof at === 'string' && typeof principal === 'string' && typeof body === 'string';
  const optional =
    (key === null || typeof key === 'string') && (undoes === null || typeof undoes === 'number');
  if (!texts || !optional) return MISMATCH;
  // None of them can contain a NUL. This is the one checksum that every command pays for.
  const fields = `${id}\0${revision}\0${at}\0${principal}\0${key === null ? '' : `=${key}`}\0${undoes ?? ''}\0`;
  return crc32(fields + body);
}

export function snapshotChecksum(id: string, { revision, state }: Snapshot): Checksum {
  return withText([id, revision], state);
}

export function headChecksum({ id, incarnation, name, createdAt, updatedAt, revision }: Head): Checksum {
  return of([id, incarnation, name, createdAt, updatedAt, revision]);
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

/** A text that is read as bytes is damaged, although its checksum would be the same. */
function withText(fields: readonly unknown[], text: unknown): Checksum {
  return typeof text === 'string' ? crc32(text, of(fields)) : MISMATCH;
}
