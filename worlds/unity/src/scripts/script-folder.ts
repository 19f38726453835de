import { randomUUID } from 'node:crypto';
import { constants, type Stats } from 'node:fs';
import { type FileHandle, lstat, mkdir, open, realpath, rename, rm, unlink } from 'node:fs/promises';
import { join, resolve, sep } from 'node:path';
import { WorldError } from '@worldwire/server';
import { errorCode, isMissing, unlessMissing } from '@worldwire/server/kit';
import { head } from '../files/read-bounded.js';
import { FolderChanged, OpenFolder } from './open-folder.js';
import { MARK, wholeCharacters, withoutMark } from './script-bytes.js';
import { MissingScript, noFolder, notAScript } from './script-errors.js';
import { scriptPath } from './script-path.js';

/** Without the byte order mark. */
export const MAX_SCRIPT_BYTES = 256 * 1024;

const MAX_LISTED = 5_000;
/** Folder entries that `list` reads. */
const MAX_VISITED = 50_000;
const MAX_DEPTH = 8;
// Absent on Windows, where creating a link needs special rights.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
// Opening a pipe would wait for a writer otherwise.
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
 * The Scripts folder. No path leads out of it, neither by its text nor by a link: each folder is opened without following links, and files are
 * opened relative to the open folder.
 */
export class ScriptFolder {
  private constructor(
    readonly root: string,
    /** The folder as configured, which may be a link to the root. */
    readonly named: string,
  ) {}

  static async open(folder: string): Promise<ScriptFolder> {
    const named = resolve(folder, 'Scripts');
    await mkdir(named, { recursive: true, mode: 0o700 });
    return new ScriptFolder(await realpath(named), named);
  }

  async list(): Promise<{ readonly Name: string; readonly Path: string }[]> {
    const found: { Name: string; Path: string }[] = [];
    const root = await OpenFolder.open(this.root).catch(ignoreMissing);
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

  /** Its path and size, or null if it does not exist. */
  async find(path: string): Promise<{ readonly Path: string; readonly SizeBytes: number } | null> {
    return this.#within(path, async ({ folder, name }) => {
      const stats = await unlessMissing(lstat(folder.at(name)));
      await folder.check();
      if (stats === undefined) return null;
      return { Path: join(folder.path, name), SizeBytes: requireFile(stats, path).size };
    });
  }

  /** Where a script of this path is, or would be. */
  pathOf(path: string): string {
    return join(this.root, ...this.#namesOf(path));
  }

  /** Written to a new file and renamed: a reader sees the old script or the new one, and a link is replaced, not followed. */
  async write(path: string, content: string): Promise<void> {
    const bytes = withoutMark(Buffer.from(content, 'utf8'));
    if (bytes.length > MAX_SCRIPT_BYTES) {
      throw new WorldError(
        'InvalidArgument',
        `The script has ${bytes.length} bytes; the limit is ${MAX_SCRIPT_BYTES}.`,
        'Split it into several scripts.',
      );
    }
    await this.#within(path, async ({ folder, name }) => {
      const stats = await unlessMissing(lstat(folder.at(name)));
      if (stats !== undefined) requireFile(stats, path);
      const temporary = folder.at(`.${randomUUID()}.tmp`);
      try {
        const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | NO_FOLLOW;
        const file = await open(temporary, flags, 0o600);
        try {
          await folder.check();
          await file.writeFile(bytes);
        } finally {
          await file.close();
        }
        await rename(temporary, folder.at(name));
        await folder.check();
      } catch (thrown) {
        await rm(temporary, { force: true });
        throw thrown;
      }
    });
  }

  async delete(path: string): Promise<void> {
    await this.#within(path, async ({ folder, name }) => {
      await requireExisting(folder, name, path);
      await unlink(folder.at(name));
    });
  }

  /** Within one folder. */
  async rename(from: string, to: string): Promise<void> {
    const target = this.#namesOf(to);
    await this.#within(from, async ({ folder, name, folders }) => {
      if (folders.join('/') !== target.slice(0, -1).join('/')) throw notAScript(to);
      await requireExisting(folder, name, from);
      await rename(folder.at(name), folder.at(target.at(-1) as string));
    });
  }

  /** The folders and the name of a script; empty for a path that is not valid. */
  namesOf(path: string): readonly string[] {
    const read = scriptPath(path, [this.root, this.named], sep);
    return read.ok ? read.names : [];
  }

  #namesOf(path: string): readonly string[] {
    const read = scriptPath(path, [this.root, this.named], sep);
    if (read.ok) return read.names;
    throw new WorldError(
      'InvalidArgument',
      read.reason,
      'Use a name such as "my-script.cs". The resource unity://console/scripts lists the scripts.',
    );
  }

  /** Runs the work in the folder of a script. Every folder of the path is opened without following links. */
  async #within<Result>(
    path: string,
    work: (place: {
      readonly folder: OpenFolder;
      readonly name: string;
      readonly folders: readonly string[];
    }) => Promise<Result>,
  ): Promise<Result> {
    const names = this.#namesOf(path);
    const [folders, name] = [names.slice(0, -1), names.at(-1) as string];
    let folder: OpenFolder | undefined;
    let part = 'Scripts';
    try {
      folder = await OpenFolder.open(this.root);
      for (part of folders) {
        const next: OpenFolder = await folder.enter(part);
        await folder.close();
        folder = next;
      }
    } catch (thrown) {
      await folder?.close();
      if (thrown instanceof FolderChanged) throw notAScript(path);
      if (isMissing(thrown)) throw noFolder(part, name, path);
      throw thrown;
    }
    try {
      return await work({ folder, name, folders });
    } catch (thrown) {
      if (thrown instanceof MissingScript) throw thrown.among((await this.list()).map(({ Name }) => Name));
      throw thrown instanceof FolderChanged ? notAScript(path) : thrown;
    } finally {
      await folder.close();
    }
  }

  /** Closes the folder at the end. */
  async #collect(folder: OpenFolder, names: readonly string[], walk: Walk): Promise<void> {
    const before = walk.found.length;
    try {
      for await (const entry of folder.entries()) {
        if (walk.left-- <= 0 || walk.found.length >= MAX_LISTED) return;
        const path = [...names, entry.name];
        if (entry.isDirectory()) {
          if (path.length >= MAX_DEPTH || !mayBeFolder(entry.name)) continue;
          const next = await folder.enter(entry.name).catch(ignoreMissing);
          if (next !== undefined) await this.#collect(next, path, walk);
        } else if (entry.isFile() && scriptPath(path.join('/'), [], '/').ok) {
          walk.found.push({ Name: entry.name, Path: join(folder.path, entry.name) });
        }
      }
    } catch (thrown) {
      // The entries may be of another folder.
      walk.found.length = before;
      ignoreMissing(thrown);
    } finally {
      await folder.close();
    }
  }
}

interface Walk {
  readonly found: { Name: string; Path: string }[];
  /** Entries that may still be read. */
  left: number;
}

function mayBeFolder(name: string): boolean {
  return scriptPath(`${name}/a.cs`, [], '/').ok;
}

/** Ignores a folder that was removed or replaced while it was read. */
function ignoreMissing(thrown: unknown): undefined {
  if (thrown instanceof FolderChanged || isMissing(thrown)) return undefined;
  throw thrown;
}

async function openScript(folder: OpenFolder, name: string, path: string): Promise<FileHandle> {
  try {
    return await open(folder.at(name), constants.O_RDONLY | NO_FOLLOW | NO_WAIT);
  } catch (thrown) {
    const code = errorCode(thrown);
    if (code === 'ENOENT') throw new MissingScript(path);
    // ELOOP: a link. ENXIO: a socket.
    if (code === 'ELOOP' || code === 'ENXIO') throw notAScript(path);
    throw thrown;
  }
}

/** A file with a hard link may belong to another folder. */
function requireFile(stats: Stats, path: string): Stats {
  if (stats.isFile() && stats.nlink === 1) return stats;
  throw notAScript(path);
}

async function requireExisting(folder: OpenFolder, name: string, path: string): Promise<void> {
  const stats = await unlessMissing(lstat(folder.at(name)));
  await folder.check();
  if (stats === undefined) throw new MissingScript(path);
  requireFile(stats, path);
}
