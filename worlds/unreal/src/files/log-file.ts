import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { errorCode, unlessMissing } from '@worldwire/server/kit';
import type { LogLine, ParamsOf, ResultOf } from '../port/operations.js';
import { invalidCursor } from '../port/paging.js';
import { UnrealError } from '../port/unreal-error.js';
import { eachEntry } from './inside-folder.js';
import { type FoundLines, type LineRequest, lastLines } from './last-lines.js';
import { isLinked, openInside } from './opened-place.js';

/** Megabytes at the end of a log that are searched; a log can have any size. */
const MAX_MEGABYTES = 16;
const MAX_LINES = 5_000;
/** Files that are compared to find the newest. An editor keeps ten. */
const MAX_LOGS = 1_000;

export interface LogFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The log that was written last. `root` must not contain a link. */
export async function newestLog(root: string): Promise<LogFile | undefined> {
  const folder = join(root, 'Saved', 'Logs');
  let newest: (LogFile & { readonly at: number }) | undefined;
  for (const name of await logsIn(folder)) {
    const path = join(folder, name);
    // Logs are renamed and removed while the editor runs.
    const stats = await unlessMissing(lstat(path));
    if (stats?.isFile() !== true || (newest !== undefined && stats.mtimeMs <= newest.at)) continue;
    newest = { name, path, size: stats.size, at: stats.mtimeMs };
  }
  return newest;
}

async function logsIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of eachEntry(folder)) {
      if (name.toLowerCase().endsWith('.log')) names.push(name);
      if (names.length === MAX_LOGS) break;
    }
  } catch (thrown) {
    if (!isLinked(thrown) && errorCode(thrown) !== 'ENOENT') throw thrown;
  }
  return names;
}

/** A text that changes when the log grows. */
export async function logPrint(root: string): Promise<string> {
  const { path, size } = (await newestLog(root)) ?? {};
  return JSON.stringify([path, size]);
}

/** The newest lines of the newest log, oldest first; `file` is missing where there is no log. */
export async function tailLog(
  root: string,
  { lines, cursor, ...filter }: ParamsOf<'log.tail'>,
  signal: AbortSignal,
): Promise<ResultOf<'log.tail'>> {
  if (!Number.isInteger(lines) || lines < 1 || lines > MAX_LINES) {
    throw new UnrealError(
      'invalid',
      `lines is ${lines}; it must be a whole number from 1 to ${MAX_LINES}.`,
      'Older lines follow with nextCursor as cursor.',
    );
  }
  const log = await newestLog(root);
  if (log === undefined) {
    const note = `There is no log file: no file *.log is in ${join(root, 'Saved', 'Logs')}. An editor that opens the project writes one.`;
    return { lines: [], notes: [note] };
  }
  const before = cursor === undefined ? undefined : offsetIn(cursor, log);
  const maxBytes = MAX_MEGABYTES * 1024 * 1024;
  const wanted = { ...filter, lines, from: 0, maxBytes, ...(before !== undefined && { before }) };
  const found = await readLines(log.path, wanted, signal);
  const notes = found.lines.length < lines ? unsearched(found, wanted) : [];
  return {
    lines: found.lines,
    file: `Saved/Logs/${log.name}`,
    total: { bytes: log.size },
    ...(found.searchedFrom > 0 && { nextCursor: `${found.searchedFrom}:${log.name}` }),
    ...(notes.length > 0 && { notes }),
  };
}

/** A cursor is the offset of a line and the name of the file: an editor that starts again writes a new file. */
function offsetIn(cursor: string, { name, size }: LogFile): number {
  const [, offset = '', file] = /^(\d{1,15}):(.*)$/s.exec(cursor) ?? [];
  if (offset === '') throw invalidCursor();
  if (file === name && Number(offset) <= size) return Number(offset);
  throw new UnrealError(
    'invalid',
    'The cursor is of a log that was replaced.',
    'Start again without a cursor.',
  );
}

/** Notes about parts that were not searched. */
function unsearched(
  { searchedFrom, cut }: FoundLines,
  { from, before, query }: LineRequest,
): readonly string[] {
  const where =
    before === undefined ? `the last ${MAX_MEGABYTES} MiB` : `${MAX_MEGABYTES} MiB before the cursor`;
  return [
    ...(searchedFrom > from ? [`Only ${where} were searched.`] : []),
    ...(cut && query !== undefined ? ['Only the beginning of very long lines was searched.'] : []),
  ];
}

/** The lines that were added since the log had `size`, at most the last `maxBytes`. */
export async function gainedLines(
  { path, size }: LogFile,
  maxBytes: number,
  signal: AbortSignal,
): Promise<readonly LogLine[]> {
  const wanted = { lines: Number.POSITIVE_INFINITY, from: size, maxBytes };
  return (await readLines(path, wanted, signal)).lines;
}

async function readLines(path: string, wanted: LineRequest, signal: AbortSignal): Promise<FoundLines> {
  const handle = await openInside(path);
  try {
    return await lastLines(handle, wanted, signal);
  } finally {
    await handle.close();
  }
}
