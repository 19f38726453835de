import { constants, type Dirent } from 'node:fs';
import { type FileHandle, lstat, open, opendir, readlink, realpath } from 'node:fs/promises';
import { join } from 'node:path';

// Both are absent on Windows, where making a link takes rights of its own.
const NO_FOLLOW = constants.O_NOFOLLOW ?? 0;
const DIRECTORY = constants.O_DIRECTORY ?? 0;
const HELD = '/proc/self/fd';

/** A folder on the way is missing, a link, or no longer where it was. */
export class FolderChanged extends Error {
  override readonly name = 'FolderChanged';
}

/**
 * A folder that is open. Its files are reached below the open folder and not by its path, as with openat, so that a link put in its place
 * meanwhile leads nowhere. That takes /proc; where there is none, `check` compares the path after each step.
 */
export class HeldFolder {
  private constructor(
    /** Without a link in it. */
    readonly path: string,
    readonly handle: FileHandle | undefined,
  ) {}

  /** `path` is one without links. */
  static async open(path: string): Promise<HeldFolder> {
    const handle = process.platform === 'win32' ? undefined : await openFolder(path);
    const place = handle === undefined ? undefined : await placeOf(handle);
    if (place === undefined) {
      await handle?.close();
      const folder = new HeldFolder(path, undefined);
      await folder.check();
      return folder;
    }
    if (place === path) return new HeldFolder(path, handle);
    await handle?.close();
    throw new FolderChanged(path);
  }

  async enter(name: string): Promise<HeldFolder> {
    const path = join(this.path, name);
    if (this.handle === undefined) return HeldFolder.open(path);
    return new HeldFolder(path, await openFolder(this.at(name)));
  }

  /** Where the system finds an entry of this folder. */
  at(name: string): string {
    return this.handle === undefined ? join(this.path, name) : `${HELD}/${this.handle.fd}/${name}`;
  }

  async *entries(): AsyncGenerator<Dirent> {
    const folder = this.handle === undefined ? this.path : `${HELD}/${this.handle.fd}`;
    for await (const entry of await opendir(folder)) yield entry;
    await this.check();
  }

  /** Throws where the path leads elsewhere by now. An open folder needs no check. */
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

/** Where an open folder is, as the system has it. Undefined without /proc. */
async function placeOf({ fd }: FileHandle): Promise<string | undefined> {
  try {
    return await readlink(`${HELD}/${fd}`);
  } catch (thrown) {
    if ((thrown as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw thrown;
  }
}
