import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm, unlink } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { WorldError } from '@worldwire/server';
import { head } from '../files/read-bounded.js';
import { FolderChanged, HeldFolder } from './held-folder.js';
import { MARK, wholeCharacters, withoutMark } from './script-bytes.js';
import { missing, noFolder, notAScript } from './script-errors.js';
import { scriptPath } from './script-path.js';

/** Of content, without the mark that some editors put in front. */
export const MAX_SCRIPT_BYTES = 256 * 1024;

const MAX_LISTED = 5_000;
/** Entries of folders that a list looks at. */
const MAX_VISITED = 50_000;
const MAX_DEPTH = 8;
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

/**
 * The folder of scripts. No path that a client can think of leads out of it, neither by its words nor by a link. Files are opened below folders
 * that are open, and read and written by what was opened.
 */
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
    const root = await HeldFolder.open(this.root).catch(unlessMissing);
    if (root === undefined) return found;
    await this.#collect(root, [], { found, left: MAX_VISITED });
    return found.sort((a, b) => (a.Path < b.Path ? -1 : 1));
  }

  async read(path: string): Promise<ScriptFile> {
    return this.#within(path, async ({ folder, name }) => {
      const file = await openScript(folder, name, path);
      try {
        await folder.check();
        const { size, mtime } = requireFile(await file.stat(), path);
        const bytes = withoutMark(await head(file, MAX_SCRIPT_BYTES + MARK.length + 1));
        const truncated = bytes.length > MAX_SCRIPT_BYTES;
        return {
          Name: name,
          Path: join(folder.path, name),
          Content: wholeCharacters(truncated ? bytes.subarray(0, MAX_SCRIPT_BYTES) : bytes, truncated),
          SizeBytes: size,
          LastModifiedUtc: mtime.toISOString(),
          Truncated: truncated,
        };
      } finally {
        await file.close();
      }
    });
  }

  /** Whether it is there, and how large. */
  async find(path: string): Promise<{ readonly Path: string; readonly SizeBytes: number } | null> {
    return this.#within(path, async ({ folder, name }) => {
      const stats = await statsOf(folder.at(name));
      await folder.check();
      if (stats === undefined) return null;
      return { Path: join(folder.path, name), SizeBytes: requireFile(stats, path).size };
    });
  }

  /** Written aside and moved: a reader sees the old script or the new one, and a link is replaced, not followed. */
  async write(path: string, content: string): Promise<void> {
    const bytes = withoutMark(Buffer.from(content, 'utf8'));
    if (bytes.length > MAX_SCRIPT_BYTES) {
      throw new WorldError(
        'InvalidArgument',
        `The script has ${bytes.length} bytes; at most ${MAX_SCRIPT_BYTES} are allowed.`,
      );
    }
    await this.#within(path, async ({ folder, name }) => {
      const stats = await statsOf(folder.at(name));
      if (stats !== undefined) requireFile(stats, path);
      const aside = folder.at(`.${randomUUID()}.tmp`);
      try {
        const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
        const file = await open(aside, flags, 0o600);
        try {
          await folder.check();
          await file.writeFile(bytes);
        } finally {
          await file.close();
        }
        await rename(aside, folder.at(name));
        await folder.check();
      } catch (thrown) {
        await rm(aside, { force: true });
        throw thrown;
      }
    });
  }

  async delete(path: string): Promise<void> {
    await this.#within(path, async ({ folder, name }) => {
      await requireThere(folder, name, path);
      await unlink(folder.at(name));
    });
  }

  /** Within one folder. */
  async rename(from: string, to: string): Promise<void> {
    const target = this.#namesOf(to);
    await this.#within(from, async ({ folder, name, folders }) => {
      if (folders.join('/') !== target.slice(0, -1).join('/')) throw notAScript(to);
      await requireThere(folder, name, from);
      await rename(folder.at(name), folder.at(target.at(-1) as string));
    });
  }

  #namesOf(asked: string): readonly string[] {
    const read = scriptPath(asked, [this.root, this.named], sep);
    if (read.ok) return read.names;
    throw new WorldError('InvalidArgument', read.reason, 'Give a name such as "my-script.cs".');
  }

  /** Does the work in the folder of a script, once every folder on the way is open and none is a link. */
  async #within<Result>(
    asked: string,
    work: (place: {
      readonly folder: HeldFolder;
      readonly name: string;
      readonly folders: readonly string[];
    }) => Promise<Result>,
  ): Promise<Result> {
    const names = this.#namesOf(asked);
    const [folders, name] = [names.slice(0, -1), names.at(-1) as string];
    let folder: HeldFolder | undefined;
    let part = 'Scripts';
    try {
      folder = await HeldFolder.open(this.root);
      for (part of folders) {
        const next: HeldFolder = await folder.enter(part);
        await folder.close();
        folder = next;
      }
    } catch (thrown) {
      await folder?.close();
      if (thrown instanceof FolderChanged) throw notAScript(asked);
      if (isMissing(thrown)) throw noFolder(part, name, asked);
      throw thrown;
    }
    try {
      return await work({ folder, name, folders });
    } catch (thrown) {
      throw thrown instanceof FolderChanged ? notAScript(asked) : thrown;
    } finally {
      await folder.close();
    }
  }

  /** Closes the folder when it is done with it. */
  async #collect(folder: HeldFolder, names: readonly string[], walk: Walk): Promise<void> {
    const before = walk.found.length;
    try {
      for await (const entry of folder.entries()) {
        if (walk.left-- <= 0 || walk.found.length >= MAX_LISTED) return;
        const path = [...names, entry.name];
        if (entry.isDirectory()) {
          if (path.length >= MAX_DEPTH || !mayBeFolder(entry.name)) continue;
          const next = await folder.enter(entry.name).catch(unlessMissing);
          if (next !== undefined) await this.#collect(next, path, walk);
        } else if (entry.isFile() && scriptPath(path.join('/'), [], '/').ok) {
          walk.found.push({ Name: entry.name, Path: join(folder.path, entry.name) });
        }
      }
    } catch (thrown) {
      // What was listed may be of another folder.
      walk.found.length = before;
      unlessMissing(thrown);
    } finally {
      await folder.close();
    }
  }
}

interface Walk {
  readonly found: { Name: string; Path: string }[];
  /** Entries that are still looked at. */
  left: number;
}

function mayBeFolder(name: string): boolean {
  return scriptPath(`${name}/a.cs`, [], '/').ok;
}

/** Nothing where a folder is gone or was exchanged while it was looked at. */
function unlessMissing(thrown: unknown): undefined {
  if (thrown instanceof FolderChanged || isMissing(thrown)) return undefined;
  throw thrown;
}

function isMissing(thrown: unknown): boolean {
  return (thrown as NodeJS.ErrnoException).code === 'ENOENT';
}

async function openScript(folder: HeldFolder, name: string, asked: string): Promise<FileHandle> {
  try {
    return await open(folder.at(name), constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ENOENT') throw missing(asked);
    // A link, and a socket.
    if (code === 'ELOOP' || code === 'ENXIO') throw notAScript(asked);
    throw thrown;
  }
}

/** A file with a second name may be one of another folder. */
function requireFile(stats: Stats, asked: string): Stats {
  if (stats.isFile() && stats.nlink === 1) return stats;
  throw notAScript(asked);
}

async function requireThere(folder: HeldFolder, name: string, asked: string): Promise<void> {
  const stats = await statsOf(folder.at(name));
  await folder.check();
  if (stats === undefined) throw missing(asked);
  requireFile(stats, asked);
}

async function statsOf(path: string): Promise<Stats | undefined> {
  try {
    return await lstat(path);
  } catch (thrown) {
    if (isMissing(thrown)) return undefined;
    throw thrown;
  }
}
