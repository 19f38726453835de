import { type FileHandle, open, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogLine, ResultOf } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';
import { parseLogLine } from './log-lines.js';
import { entriesOf, isMissing } from './plain-folder.js';
import { encodingOf, READ_ONLY } from './text-file.js';

const CHUNK = 256 * 1024;
/** How far back is looked for lines; a log can have any size. */
const MOST_BYTES = 16 * 1024 * 1024;
const MOST_LINES = 5_000;
const MOST_LINE = 8_000;

/** Where an Unreal project keeps what its editor and its game said. */
export function logFolder(root: string): string {
  return join(root, 'Saved', 'Logs');
}

export interface LogFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The log that was written to last. */
export async function newestLog(root: string): Promise<LogFile | undefined> {
  const folder = logFolder(root);
  let newest: (LogFile & { readonly at: number }) | undefined;
  for (const entry of await entriesOf(folder)) {
    if (!entry.isFile() || !entry.name.toLowerCase().endsWith('.log')) continue;
    const path = join(folder, entry.name);
    const stats = await statOf(path);
    if (stats === undefined || (newest !== undefined && stats.mtimeMs <= newest.at)) continue;
    newest = { name: entry.name, path, size: stats.size, at: stats.mtimeMs };
  }
  return newest;
}

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
  const handle = await open(log.path, READ_ONLY);
  try {
    return { lines: await lastLines(handle, lines, query, signal), file: `Saved/Logs/${log.name}` };
  } finally {
    await handle.close();
  }
}

async function lastLines(
  handle: FileHandle,
  wanted: number,
  query: string | undefined,
  signal: AbortSignal,
): Promise<LogLine[]> {
  const { size } = await handle.stat();
  const encoding = encodingOf(await bytesOf(handle, 0, Math.min(2, size)));
  const folded = query?.toLowerCase();
  const found: LogLine[] = [];
  // Bytes of a line whose beginning is still to come.
  let rest: Uint8Array = new Uint8Array(0);
  let end = size;
  const oldest = Math.max(0, size - MOST_BYTES);
  while (end > oldest && found.length < wanted) {
    signal.throwIfAborted();
    // On even places, so that no character of UTF-16 is cut in two.
    const start = Math.max(oldest - (oldest % 2), end - CHUNK - (end % 2));
    const bytes = joined(await bytesOf(handle, start, end - start), rest);
    end = start;
    const first = start === 0 ? 0 : lineStart(bytes, encoding);
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

async function statOf(path: string) {
  try {
    return await stat(path);
  } catch (thrown) {
    // Logs are renamed and removed while the editor runs.
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
