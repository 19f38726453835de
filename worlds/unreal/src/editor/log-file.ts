import { type FileHandle, lstat, open, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { LogLine } from '../source/operations.js';
import { encodingOf } from './text-bytes.js';

export interface LogFile {
  readonly path: string;
  readonly size: number;
}

/** The log that is being written, of all that a project keeps; undefined where there is none. */
export async function newestLog(projectFolder: string): Promise<LogFile | undefined> {
  const folder = join(projectFolder, 'Saved', 'Logs');
  const names = await readdir(folder).catch((thrown: NodeJS.ErrnoException) => {
    if (thrown.code === 'ENOENT') return [];
    throw thrown;
  });
  let newest: (LogFile & { readonly at: number }) | undefined;
  for (const name of names.filter(each => each.endsWith('.log'))) {
    const path = join(folder, name);
    // One may be renamed while we look: the editor does that when it starts.
    const stats = await lstat(path).catch(() => undefined);
    // No links: a log is a file of the project.
    if (stats?.isFile() !== true || (newest !== undefined && newest.at >= stats.mtimeMs)) continue;
    newest = { path, size: stats.size, at: stats.mtimeMs };
  }
  return newest;
}

/** The text from a place in the file to its end, or the last so many bytes of it, beginning with a whole line. */
export async function readLog(path: string, from: number, most: number): Promise<string> {
  const file = await open(path, 'r');
  try {
    const { size } = await file.stat();
    const mark = await bytesAt(file, 0, Math.min(2, size));
    const encoding = encodingOf(mark);
    const unit = encoding === 'utf-8' ? 1 : 2;
    const wanted = Math.max(Math.min(from, size), size - most);
    const start = Math.ceil(wanted / unit) * unit;
    const text = new TextDecoder(encoding).decode(await bytesAt(file, start, Math.max(0, size - start)));
    const isCut = wanted > from;
    return isCut ? text.slice(text.indexOf('\n') + 1) : text;
  } finally {
    await file.close();
  }
}

/** "[2024.05.01-12.34.56:789][123]LogTemp: Warning: text", in which everything but the text may be missing. */
export function readLine(line: string): LogLine {
  const [, year, month, day, hour, minute, second, milli, rest] =
    /^\[(\d{4})\.(\d\d)\.(\d\d)-(\d\d)\.(\d\d)\.(\d\d):(\d{3})\](?:\[[ \d]*\])?(.*)$/.exec(line) ?? [];
  const at = year === undefined ? undefined : `${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`;
  const body = rest ?? line;
  const named = /^(Log\w+|\w+): (?:(Fatal|Error|Warning|Display|Log|Verbose|VeryVerbose): )?(.*)$/.exec(body);
  // A word and a colon may stand at the start of any sentence: without a time it has to look like a category.
  const category = named !== null && (at !== undefined || named[1]?.startsWith('Log')) ? named[1] : undefined;
  return {
    ...(at === undefined ? {} : { at }),
    ...(category === undefined ? {} : { category }),
    ...(category === undefined || named?.[2] === undefined ? {} : { verbosity: named[2] }),
    text: category === undefined ? body : (named?.[3] ?? body),
  };
}

async function bytesAt(file: FileHandle, position: number, length: number): Promise<Buffer> {
  const buffer = Buffer.alloc(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await file.read(buffer, filled, length - filled, position + filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}
