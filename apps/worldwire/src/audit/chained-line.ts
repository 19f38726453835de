import { createHash, createHmac, hash } from 'node:crypto';

/** The end of a line: `,"hash":"…"}`, where the hash has 43 characters. */
const HASH_CHARACTERS = 43;
const BEFORE_HASH = ',"hash":"';
const AFTER_HASH = '"}';
const ENDING = BEFORE_HASH.length + HASH_CHARACTERS + AFTER_HASH.length;
const SEQ = /^\{"seq":([1-9]\d{0,14}),/;
/** More characters than the beginning of a line with the largest number. */
const SEQ_CHARACTERS = 32;

/** The last record of a chain: its number and its hash. */
export interface ChainHead {
  readonly seq: number;
  readonly hash: string;
}

/** Before the first record. */
export const CHAIN_START: ChainHead = { seq: 0, hash: 'A'.repeat(HASH_CHARACTERS) };

/** A record as it is in the file, without its line break. It is the head of the chain that ends with it. */
export interface ChainedLine extends ChainHead {
  readonly line: string;
}

/** The secret of the operator for the hashes, or undefined: then everyone can compute them. */
export type AuditKey = Buffer | undefined;

/**
 * The line of a record, without its line break. Its hash is over the hash of the record before and all of the line that precedes
 * `,"hash":`, so the text of the lines is enough to check them.
 */
export function chainedLine({ seq, hash: before }: ChainHead, json: string, key: AuditKey): ChainedLine {
  const text = `${before}{"seq":${seq + 1},${json.slice(1, -1)}`;
  const hash = digestOf(text, key);
  // A part of the text that was hashed: V8 has copied that into one piece, and does not do so again.
  return { line: `${text.slice(before.length)}${BEFORE_HASH}${hash}${AFTER_HASH}`, seq: seq + 1, hash };
}

/** The number and the hash of a line as it is, or undefined where it has none. */
export function headOfLine(line: Buffer): ChainHead | undefined {
  const seq = seqOfLine(line);
  const ending = line.toString('latin1', Math.max(0, line.length - ENDING));
  if (seq === undefined || !ending.startsWith(BEFORE_HASH) || !ending.endsWith(AFTER_HASH)) return undefined;
  return { seq, hash: ending.slice(BEFORE_HASH.length, -AFTER_HASH.length) };
}

/** The number of a line of which only the beginning is known. */
export function seqOfLine(line: Buffer): number | undefined {
  const seq = SEQ.exec(line.toString('latin1', 0, SEQ_CHARACTERS))?.[1];
  return seq === undefined ? undefined : Number(seq);
}

/** The hash that a line should have behind a record. Bytes, because text would hide bytes that are not UTF-8. */
export function expectedHash(before: string, line: Buffer, key: AuditKey): string {
  const digest = key === undefined ? createHash('sha256') : createHmac('sha256', key);
  return digest
    .update(before)
    .update(line.subarray(0, line.length - ENDING))
    .digest('base64url');
}

export function digestOf(text: string, key: AuditKey): string {
  if (key === undefined) return hash('sha256', text, 'base64url');
  return createHmac('sha256', key).update(text).digest('base64url');
}
