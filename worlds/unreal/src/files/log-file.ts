import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogLine, ResultOf } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';
import { parseLogLine } from './log-line.js';
import { isMissing, isPlain } from './plain-folder.js';
import { encodingOf, READ_ONLY } from './text-file.js';

const CHUNK = 256 * 1024;
/** How far back is looked for lines; a log can have any size. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_LINES = 5_000;
const MOST_LINE = 8_000;

export interface LogFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The log that was written to last, of all that an Unreal project keeps. Its folder is given without a link in it. */
export async function newestLog(root: string): Promise<LogFile | undefined> {
  const folder = join(root, 'Saved', 'Logs');
  // A log is a file of the project: nothing behind a link is.
  if (!(await isPlain(folder))) return undefined;
  let newest: (LogFile & { readonly at: number }) | undefined;
  for (const name of await readdir(folder)) {
    if (!name.toLowerCase().endsWith('.log')) continue;
    const path = join(folder, name);
    const stats = await statsOf(path);
    if (stats?.isFile() !== true || (newest !== undefined && stats.mtimeMs <= newest.at)) continue;
    newest = { name, path, size: stats.size, at: stats.mtimeMs };
  }
  return newest;
}

/** The newest lines of the newest log, oldest first; without a file where there is no log. */
export async function tailLog(
  root: string,
  { lines, query }: { readonly lines: number; readonly query?: string },
  signal: AbortSignal,
): Promise<ResultOf<'log.tail'>> {
  if (!Number.isInteger(lines) || lines < 1 || lines > MOST_LINES) {
    throw new UnrealError('invalid', `The number of lines must be 1 to ${MOST_LINES}.`);
  }
  const log = await newestLog(root);
  if (log === undefined) return { lines: [] };
  const wanted = { lines, from: 0, most: MOST_BYTES, ...(query !== undefined && { query }) };
  return { lines: await readLines(log.path, wanted, signal), file: `Saved/Logs/${log.name}` };
}

/** What a log gained since it had a size, and of much the last so many bytes. */
export function gainedLines(
  { path, size }: LogFile,
  most: number,
  signal: AbortSignal,
): Promise<readonly LogLine[]> {
  return readLines(path, { lines: Number.POSITIVE_INFINITY, from: size, most }, signal);
}

interface Wanted {
  readonly lines: number;
  readonly query?: string;
  /** Where a line begins, before which nothing is read. */
  readonly from: number;
  /** Bytes. */
  readonly most: number;
}

async function readLines(path: string, wanted: Wanted, signal: AbortSignal): Promise<LogLine[]> {
  const handle = await open(path, READ_ONLY);
  try {
    return await lastLines(handle, wanted, signal);
  } finally {
    await handle.close();
  }
}

/** From the end backwards, so that a long log costs what is wanted of it. */
async function lastLines(
  handle: FileHandle,
  { lines: wanted, query, from, most }: Wanted,
  signal: AbortSignal,
): Promise<LogLine[]> {
  const { size } = await handle.stat();
  const encoding = encodingOf(await bytesOf(handle, 0, Math.min(2, size)));
  const unit = encoding === 'utf-8' ? 1 : 2;
  const folded = query?.toLowerCase();
  const found: LogLine[] = [];
  // Bytes of a line whose beginning is still to come.
  let rest: Uint8Array = new Uint8Array(0);
  let end = size;
  const oldest = Math.max(from, size - most);
  while (end > oldest && found.length < wanted) {
    signal.throwIfAborted();
    const place = Math.max(oldest, end - CHUNK);
    // No character of UTF-16 is cut in two.
    const start = place - (place % unit);
    const bytes = joined(await bytesOf(handle, start, end - start), rest);
    end = start;
    const first = start === from ? 0 : lineStart(bytes, encoding);
    rest = bytes.subarray(0, first);
    const lines = new TextDecoder(encoding).decode(bytes.subarray(first)).split(/\r\n|\n/);
    for (const line of lines.reverse()) {
      if (line === '' || (folded !== undefined && !line.toLowerCase().includes(folded))) continue;
      found.push(parseLogLine(line.length > MOST_LINE ? `${line.slice(0, MOST_LINE)}…` : line));
      if (found.length === wanted) break;
    }
  }
  return found.reverse();
}

/** Where the first whole line begins; behind the end where there is none. */
function lineStart(bytes: Uint8Array, encoding: string): number {
  if (encoding === 'utf-8') {
    const newline = bytes.indexOf(0x0a);
    return newline < 0 ? bytes.length : newline + 1;
  }
  const low = encoding === 'utf-16le' ? 0 : 1;
  for (let at = 0; at + 1 < bytes.length; at += 2) {
    if (bytes[at + low] === 0x0a && bytes[at + 1 - low] === 0) return at + 2;
  }
  return bytes.length;
}

function joined(head: Uint8Array, tail: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(head.length + tail.length);
  bytes.set(head);
  bytes.set(tail, head.length);
  return bytes;
}

async function bytesOf(handle: FileHandle, start: number, length: number): Promise<Uint8Array> {
  const bytes = new Uint8Array(length);
  const { bytesRead } = await handle.read(bytes, 0, length, start);
  return bytes.subarray(0, bytesRead);
}

async function statsOf(path: string) {
  try {
    return await lstat(path);
  } catch (thrown) {
    // Logs are renamed and removed while the editor runs.
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
