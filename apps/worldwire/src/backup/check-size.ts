import { open } from 'node:fs/promises';
import { Problem } from '../errors/problem.js';

const MAGIC = 'SQLite format 3\0';
const HEADER_BYTES = 100;
const PAGE_SIZE_AT = 16;
const PAGES_AT = 28;
/** How the header writes the one page size that has no place in its two bytes. */
const MAX_PAGE = 65_536;

/** Throws where a file of SQLite is shorter than its header says, which SQLite reports as damage of any kind. */
export async function checkSize(path: string): Promise<void> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    if (size === 0) throw Problem.failure(`${path} is not a backup: it is empty. Use another one.`);
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEADER_BYTES), 0, HEADER_BYTES, 0);
    if (bytesRead < HEADER_BYTES || !buffer.toString('latin1').startsWith(MAGIC)) return;
    const pageSize = buffer.readUInt16BE(PAGE_SIZE_AT);
    const whole = buffer.readUInt32BE(PAGES_AT) * (pageSize === 1 ? MAX_PAGE : pageSize);
    if (size >= whole) return;
    throw Problem.failure(
      `${path} is cut: it has ${size} of ${whole} bytes. Copy it again from where it is whole, or use another one.`,
    );
  } finally {
    await file.close();
  }
}
