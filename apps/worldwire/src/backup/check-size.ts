import { open } from 'node:fs/promises';
import { Problem } from '../errors/problem.js';

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const PAGES_AT = 28;
/** The header has 1 for this page size, which does not fit in two bytes. */
const MAX_PAGE = 65_536;

/** Throws when an SQLite file is shorter than its header says: SQLite reports a truncated file by varying errors. */
export async function checkSize(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) throw Problem.failure(`${path} is not a backup: it is empty. Use another file.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || !buffer.toString('latin1').startsWith(MAGIC)) return;
    const pageSize = buffer.readUInt16BE(PAGE_SIZE_AT);
    const full = buffer.readUInt32BE(PAGES_AT) * (pageSize === 1 ? MAX_PAGE : pageSize);
    if (size >= full) return;
    throw Problem.failure(
      `${path} is truncated: it has ${size} of ${full} bytes. Copy it again, or use another backup.`,
    );
  } finally {
    await file.close();
  }
}
