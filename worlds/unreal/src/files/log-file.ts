import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogLine, ResultOf } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';
import { eachEntry, isMissing } from './inside-folder.js';
import { type FoundLines, lastLines, type Wanted } from './last-lines.js';
import { isLinked, openInside } from './opened-place.js';

/** How far back is looked for lines; a log can have any size. */
const MAX_MEGABYTES = 16;
const MAX_LINES = 5_000;
/** Files that are looked at for the newest. An editor keeps ten. */
const MAX_LOGS = 1_000;

export interface LogFile {
  readonly name: string;
  readonly path: string;
  readonly size: number;
}

/** The log that was written to last, of all that an Unreal project keeps. Its folder is given without a link in it. */
export async function newestLog(root: string): Promise<LogFile | undefined> {
  const folder = join(root, 'Saved', 'Logs');
  let newest: (LogFile & { readonly at: number }) | undefined;
  for (const name of await logsIn(folder)) {
    const path = join(folder, name);
    const stats = await statsOf(path);
    if (stats?.isFile() !== true || (newest !== undefined && stats.mtimeMs <= newest.at)) continue;
    newest = { name, path, size: stats.size, at: stats.mtimeMs };
  }
  return newest;
}

/** A log is a file of the project: nothing behind a link is. */
async function logsIn(folder: string): Promise<readonly string[]> {
  const names: string[] = [];
  try {
    for await (const { name } of eachEntry(folder)) {
      if (name.toLowerCase().endsWith('.log')) names.push(name);
      if (names.length === MAX_LOGS) break;
    }
  } catch (thrown) {
    if (!isLinked(thrown) && (thrown as NodeJS.ErrnoException).code !== 'ENOENT') throw thrown;
  }
  return names;
}

/** Another text whenever there is more in the log. */
export async function logPrint(root: string): Promise<string> {
  const { path, size } = (await newestLog(root)) ?? {};
  return JSON.stringify([path, size]);
}

/** The newest lines of the newest log, oldest first; without a file where there is no log. */
export async function tailLog(
  root: string,
  { lines, query }: { readonly lines: number; readonly query?: string },
  signal: AbortSignal,
): Promise<ResultOf<'log.tail'>> {
  if (!Number.isInteger(lines) || lines < 1 || lines > MAX_LINES) {
    throw new UnrealError('invalid', `The number of lines must be 1 to ${MAX_LINES}.`);
  }
  const log = await newestLog(root);
  if (log === undefined) return { lines: [] };
  const most = MAX_MEGABYTES * 1024 * 1024;
  const wanted = { lines, from: 0, most, ...(query !== undefined && { query }) };
  const found = await readLines(log.path, wanted, signal);
  const notes = found.lines.length < lines ? unsearched(found, wanted) : [];
  return { lines: found.lines, file: `Saved/Logs/${log.name}`, ...(notes.length > 0 && { notes }) };
}

/** Where more may be that was wanted, in words. */
function unsearched({ searchedFrom, cut }: FoundLines, { from, query }: Wanted): readonly string[] {
  return [
    ...(searchedFrom > from ? [`Only the last ${MAX_MEGABYTES} MiB were looked through.`] : []),
    ...(cut && query !== undefined ? ['Only the beginning of very long lines was looked through.'] : []),
  ];
}

/** What a log gained since it had a size, and of much the last so many bytes. */
export async function gainedLines(
  { path, size }: LogFile,
  most: number,
  signal: AbortSignal,
): Promise<readonly LogLine[]> {
  const wanted = { lines: Number.POSITIVE_INFINITY, from: size, most };
  return (await readLines(path, wanted, signal)).lines;
}

async function readLines(path: string, wanted: Wanted, signal: AbortSignal): Promise<FoundLines> {
  const handle = await openInside(path);
  try {
    return await lastLines(handle, wanted, signal);
  } finally {
    await handle.close();
  }
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
