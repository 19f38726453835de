import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';

// Both are absent on Windows, where creating a link needs special rights.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const DIRECTORY = constants.O_DIRECTORY ?? 0;
const DESCRIPTORS = '/proc/self/fd';

/** A folder of the path is a link, not a folder, or was replaced. */
export class FolderChanged extends Error {
  override readonly name = 'FolderChanged';
}

/**
 * An open folder. Its files are opened relative to the open folder and not by path, as with openat, so that a link that replaces the folder has
 * no effect. This needs /proc; without it, `check` compares the path after each step.
 */
export class OpenFolder {
  private constructor(
    /** Without links. */
    readonly path: string,
    readonly handle: FileHandle | undefined,
  ) {}

  /** `path` must be without links. */
  static async open(path: string): Promise<OpenFolder> {
    const handle = process.platform === 'win32' ? undefined : await openFolder(path);
    const place = handle === undefined ? undefined : await placeOf(handle);
    if (place === undefined) {
      await handle?.close();
      const folder = new OpenFolder(path, undefined);
      await folder.check();
      return folder;
    }
    if (place === path) return new OpenFolder(path, handle);
    await handle?.close();
    throw new FolderChanged(path);
  }

  async enter(name: string): Promise<OpenFolder> {
    const path = join(this.path, name);
    if (this.handle === undefined) return OpenFolder.open(path);
    return new OpenFolder(path, await openFolder(this.at(name)));
  }

  /** The path by which an entry is opened. */
  at(name: string): string {
    return this.handle === undefined ? join(this.path, name) : `${DESCRIPTORS}/${this.handle.fd}/${name}`;
  }

  async *entries(): AsyncGenerator<Dirent> {
    const folder = this.handle === undefined ? this.path : `${DESCRIPTORS}/${this.handle.fd}`;
    for await (const entry of await opendir(folder)) yield entry;
    await this.check();
  }

  /** Throws if the path leads elsewhere now. Not needed with /proc. */
  async check(): Promise<void> {
    if (this.handle !== undefined) return;
    const real = await realpath(this.path).catch(() => undefined);
    if (real !== this.path || !(await lstat(this.path)).isDirectory()) throw new FolderChanged(this.path);
  }

  async close(): Promise<void> {
    await this.handle?.close();
  }
}

async function openFolder(path: string): Promise<FileHandle> {
  try {
    return await open(path, constants.O_RDONLY | DIRECTORY | NO_FOLLOW);
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (code === 'ELOOP' || code === 'ENOTDIR') throw new FolderChanged(path);
    throw thrown;
  }
}

/** The path of an open folder, from the system. Undefined without /proc. */
async function placeOf({ fd }: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(`${DESCRIPTORS}/${fd}`);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
