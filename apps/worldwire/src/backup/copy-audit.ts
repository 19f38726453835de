import { copyFile, mkdir, open } from 'node:fs/promises';
import { join } from 'node:path';
import { type ChainFiles, listChains } from '../audit/audit-paths.js';
import { Problem } from '../errors/problem.js';

const LINE_BREAK = 0x0a;
const MAX_ATTEMPTS = 10;
/** More than the longest record. */
const TAIL_BYTES = 1024 * 1024;

/**
 * Copies the audit of a data folder, to which servers may write: heads before records, so that none is missing up to its head, and again
 * where a new segment was begun meanwhile. Returns the names of the files.
 */
export async function copyAudit(data: string, folder: string): Promise<readonly string[]> {
  await mkdir(folder, { recursive: true });
  for (let attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
    const before = namesOf(listChains(data));
    for (const name of before) await copyFile(join(data, name), join(folder, name));
    const after = namesOf(listChains(data));
    if (before.join() !== after.join()) continue;
    for (const name of before) if (name.endsWith('.jsonl')) await cutLastLine(join(folder, name));
    return before;
  }
  throw Problem.failure('The audit begins new segments faster than they can be copied. Try again.');
}

function namesOf(chains: readonly ChainFiles[]): readonly string[] {
  return chains.flatMap(({ name, full, hasCurrent, hasHead }) => [
    ...(hasHead ? [`${name}.head`] : []),
    ...full.map(({ file }) => file),
    ...(hasCurrent ? [`${name}.jsonl`] : []),
  ]);
}

/** A line that was being written. */
async function cutLastLine(path: string): Promise<void> {
  const file = await open(path, 'r+');
  try {
    const { size } = await file.stat();
    const bytes = Buffer.alloc(Math.min(size, TAIL_BYTES));
    await file.read(bytes, 0, bytes.length, size - bytes.length);
    const end = bytes.lastIndexOf(LINE_BREAK) + 1;
    if (end < bytes.length) await file.truncate(size - bytes.length + end);
  } finally {
    await file.close();
  }
}
