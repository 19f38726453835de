import { closeSync, existsSync, fstatSync, openSync, readSync, renameSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { ChainFiles, ChainPaths } from './audit-paths.js';
import { type AuditKey, CHAIN_START, type ChainHead, expectedHash, headOfLine } from './chained-line.js';
import { readHead } from './head-file.js';

/** Bytes at the end of a segment that are checked at a start: more than a server writes between two heads. */
const TAIL_BYTES = 1024 * 1024;
const LINE_BREAK = 0x0a;

export interface ChainState {
  /** The last record. */
  readonly last: ChainHead;
  /** Bytes of complete lines in the current segment. */
  readonly size: number;
  /** Bytes of a line that a crash cut. */
  readonly torn: number;
  /** The file has lines without hashes. */
  readonly unchained?: boolean;
}

/** A chain that does not fit its head. It is left as it is, for `worldwire audit verify`. */
export class BrokenChain {
  constructor(readonly reason: string) {}
}

/**
 * Finds where a chain continues. The head may be behind by the records of a moment, which must follow from it. Undefined where the chain
 * is of another kind: with a key while there is none, or without.
 */
export function checkChain(
  data: string,
  files: ChainFiles | undefined,
  paths: ChainPaths,
  key: AuditKey,
): ChainState | BrokenChain | undefined {
  const current = existsSync(paths.current) ? readTail(paths.current) : NO_LINES;
  const latest = files?.full.at(-1);
  const before = latest === undefined ? NO_LINES : readTail(join(data, latest.file));
  const head = readHead(paths.head, key);
  const { size, torn } = current;
  if (head === undefined) {
    if (
      latest !== undefined ||
      (current.lines[0] !== undefined && headOfLine(current.lines[0]) !== undefined)
    )
      return new BrokenChain(`${basename(paths.head)} is missing`);
    return { last: CHAIN_START, size: 0, torn: 0, unchained: size + torn > 0 };
  }
  if (head.hash !== '' && head.keyed !== (key !== undefined)) return undefined;
  if (!head.valid) return new BrokenChain(`${basename(paths.head)} was changed, or belongs to another key`);
  const lines = current.lines.length > 0 ? current.lines : before.lines;
  const last = lines.length === 0 ? CHAIN_START : follow(lines, head, key);
  if (last === undefined || last.seq < head.seq)
    return new BrokenChain(`the last records do not follow from record ${head.seq}, which was written`);
  return { last, size, torn };
}

/** The last of the lines, where all of them follow from each other and from the head. */
function follow(lines: readonly Buffer[], head: ChainHead, key: AuditKey): ChainHead | undefined {
  let previous: ChainHead | undefined;
  for (const line of lines) {
    const own = headOfLine(line);
    if (own === undefined) return undefined;
    if (own.seq === head.seq && own.hash !== head.hash) return undefined;
    if (previous !== undefined && own.seq !== previous.seq + 1) return undefined;
    const follows = previous === undefined || expectedHash(previous.hash, line, key) === own.hash;
    if (!follows) return undefined;
    previous = own;
  }
  return previous;
}

interface Tail {
  readonly lines: readonly Buffer[];
  readonly size: number;
  readonly torn: number;
}

const NO_LINES: Tail = { lines: [], size: 0, torn: 0 };

/** Complete lines at the end of a file. */
function readTail(path: string): Tail {
  const fd = openSync(path, 'r');
  try {
    const { size: all } = fstatSync(fd);
    const bytes = Buffer.alloc(Math.min(all, TAIL_BYTES));
    readSync(fd, bytes, 0, bytes.length, all - bytes.length);
    const end = bytes.lastIndexOf(LINE_BREAK) + 1;
    // The first line may have begun before these bytes.
    let start = bytes.length === all ? 0 : bytes.indexOf(LINE_BREAK) + 1;
    const lines: Buffer[] = [];
    while (start < end) {
      const stop = bytes.indexOf(LINE_BREAK, start);
      lines.push(bytes.subarray(start, stop));
      start = stop + 1;
    }
    return { lines, size: all - (bytes.length - end), torn: bytes.length - end };
  } finally {
    closeSync(fd);
  }
}

/** Lines of versions that had no hashes are kept under another name. */
export function moveUnchained({ current }: ChainPaths): void {
  const name = (number: number) => current.replace(/\.jsonl$/, `-unchained-${number}.jsonl`);
  let number = 1;
  while (existsSync(name(number))) number++;
  renameSync(current, name(number));
}
