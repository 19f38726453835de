import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, readdir, realpath, rename, rm, unlink } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { WorldError } from '@worldwire/server';
import { scriptPath } from './script-path.js';

/** Of content, without the mark that some editors put in front. */
export const MOST_SCRIPT_BYTES = 256 * 1024;

const MARK = Buffer.from([0xef, 0xbb, 0xbf]);
const MOST_LISTED = 5_000;
const MOST_DEPTH = 8;
// Absent on Windows, where making a link takes more rights than we defend against.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
// Else opening a pipe would wait for somebody to write into it.
const NO_WAIT = constants.O_NONBLOCK ?? 0;

export interface ScriptFile {
  readonly Name: string;
  readonly Path: string;
  readonly Content: string;
  readonly SizeBytes: number;
  readonly LastModifiedUtc: string;
  readonly Truncated: boolean;
}

/** The folder of scripts. No path that a client can think of leads out of it, neither by its words nor by a link. */
export class ScriptFolder {
  private constructor(
    readonly root: string,
    /** The folder as it was named, which may lead to the root over a link. */
    readonly named: string,
  ) {}

  static async open(folder: string): Promise<ScriptFolder> {
    const named = resolve(folder, 'Scripts');
    await mkdir(named, { recursive: true, mode: 0o700 });
    return new ScriptFolder(await realpath(named), named);
  }

  async list(): Promise<{ readonly Name: string; readonly Path: string }[]> {
    const found: { Name: string; Path: string }[] = [];
    await this.#collect([], found);
    return found.sort((a, b) => (a.Path < b.Path ? -1 : 1));
  }

  async read(path: string): Promise<ScriptFile> {
    const place = await this.#place(path);
    const file = await openScript(place, path);
    try {
      const { size, mtime } = await requireFile(await file.stat(), path);
      const bytes = withoutMark(await head(file, MOST_SCRIPT_BYTES + MARK.length + 1));
      const truncated = bytes.length > MOST_SCRIPT_BYTES;
      return {
        Name: place.name,
        Path: place.path,
        Content: wholeCharacters(truncated ? bytes.subarray(0, MOST_SCRIPT_BYTES) : bytes, truncated),
        SizeBytes: size,
        LastModifiedUtc: mtime.toISOString(),
        Truncated: truncated,
      };
    } finally {
      await file.close();
    }
  }

  /** Whether it is there, and how large. */
  async find(path: string): Promise<{ readonly Path: string; readonly SizeBytes: number } | null> {
    const place = await this.#place(path);
    const stats = await statsOf(place.path);
    if (stats === undefined) return null;
    return { Path: place.path, SizeBytes: (await requireFile(stats, path)).size };
  }

  /** Written aside and moved: a reader sees the old script or the new one, and a link is replaced, not followed. */
  async write(path: string, content: string): Promise<void> {
    const bytes = withoutMark(Buffer.from(content, 'utf8'));
    if (bytes.length > MOST_SCRIPT_BYTES) {
      throw new WorldError(
        'InvalidArgument',
        `The script has ${bytes.length} bytes; at most ${MOST_SCRIPT_BYTES} are allowed.`,
      );
    }
    await this.find(path);
    const place = await this.#place(path);
    const aside = join(place.folder, `.${randomUUID()}.tmp`);
    try {
      const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
      const file = await open(aside, flags, 0o600);
      try {
        await file.writeFile(bytes);
      } finally {
        await file.close();
      }
      await rename(aside, place.path);
    } catch (thrown) {
      await rm(aside, { force: true });
      throw thrown;
    }
  }

  async delete(path: string): Promise<void> {
    if ((await this.find(path)) === null) throw missing(path);
    await unlink((await this.#place(path)).path);
  }

  async rename(from: string, to: string): Promise<void> {
    if ((await this.find(from)) === null) throw missing(from);
    await rename((await this.#place(from)).path, (await this.#place(to)).path);
  }

  /** Where the path leads, once every folder on the way is one and no link. */
  async #place(asked: string): Promise<{ folder: string; name: string; path: string }> {
    const read = scriptPath(asked, [this.root, this.named], sep);
    if (!read.ok) {
      throw new WorldError('InvalidArgument', read.reason, 'Give a name such as "my-script.cs".');
    }
    const name = read.names.at(-1) as string;
    let folder = this.root;
    for (const part of read.names.slice(0, -1)) {
      folder = join(folder, part);
      const stats = await statsOf(folder);
      if (stats === undefined) throw noFolder(part, name, asked);
      if (!stats.isDirectory()) throw notAScript(asked);
    }
    if ((await realpath(folder)) !== folder) throw notAScript(asked);
    return { folder, name, path: join(folder, name) };
  }

  async #collect(names: readonly string[], found: { Name: string; Path: string }[]): Promise<void> {
    if (names.length >= MOST_DEPTH) return;
    const folder = join(this.root, ...names);
    for (const entry of await readdir(folder, { withFileTypes: true })) {
      if (found.length >= MOST_LISTED) return;
      const path = [...names, entry.name];
      if (entry.isDirectory()) await this.#collect(path, found);
      else if (entry.isFile() && scriptPath(path.join('/'), [], '/').ok) {
        found.push({ Name: entry.name, Path: join(folder, entry.name) });
      }
    }
  }
}

async function openScript({ path }: { readonly path: string }, asked: string): Promise<FileHandle> {
  const stats = await statsOf(path);
  if (stats === undefined) throw missing(asked);
  await requireFile(stats, asked);
  try {
    return await open(path, constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw missing(asked);
    if (code === 'ELOOP') throw notAScript(asked);
    throw thrown;
  }
}

async function requireFile(stats: Stats, asked: string): Promise<Stats> {
  if (stats.isFile()) return stats;
  throw notAScript(asked);
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw thrown;
  }
}

async function head(file: FileHandle, most: number): Promise<Buffer> {
  const buffer = Buffer.allocUnsafe(most);
  let filled = 0;
  while (filled < most) {
    const { bytesRead } = await file.read(buffer, filled, most - filled, filled);
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return buffer.subarray(0, filled);
}

function withoutMark(bytes: Buffer): Buffer {
  return bytes.subarray(0, MARK.length).equals(MARK) ? bytes.subarray(MARK.length) : bytes;
}

/** Where the end is cut off, the half of a character that is left goes too. */
function wholeCharacters(bytes: Buffer, cutOff: boolean): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes, { stream: cutOff });
}

function missing(asked: string): WorldError {
  return new WorldError(
    'NotFound',
    `There is no script "${asked.slice(0, 200)}".`,
    'unity://console/scripts lists them.',
  );
}

/** No folders are made on the way: a slip in a path would leave them behind. */
function noFolder(part: string, name: string, asked: string): WorldError {
  return new WorldError(
    'NotFound',
    `There is no folder "${part.slice(0, 100)}" for the script "${asked.slice(0, 200)}".`,
    `Leave the folder out, as in "${name.slice(0, 100)}", or have it made in the Scripts folder.`,
  );
}

function notAScript(asked: string): WorldError {
  return new WorldError(
    'InvalidArgument',
    `"${asked.slice(0, 200)}" is a link, a folder or something else, not a script.`,
  );
}
