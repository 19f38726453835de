import { constants } from 'node:fs';
import { type FileHandle, lstat, open, stat } from 'node:fs/promises';
import { codeOf } from '../problem.js';

/** How often it is checked whether the file was renamed or removed. */
const CHECK_MS = 1_000;
const LINE_BREAK = 0x0a;
// A link is not followed, and a pipe without a reader does not block. Windows has neither flag.
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface Appended {
  /** Bytes of the text that are in the file. */
  readonly written: number;
  /** Why not all of them. */
  readonly error?: unknown;
}

/**
 * A file of lines that are only ever appended. When it was renamed or removed, it is made anew. When the last write left a
 * part of a line, the next line begins on a new one.
 */
export class AppendFile {
  readonly path: string;
  #handle: FileHandle | undefined;
  #device = 0;
  #inode = 0;
  #checkedAt = 0;
  #torn = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Throws where the file cannot be appended to, or does not exist. */
  async check(): Promise<void> {
    await this.#open(FLAGS);
    await this.close();
  }

  /** Opens the file, and makes it where it does not exist. Throws where it is not a regular file. */
  open(): Promise<FileHandle> {
    return this.#open(FLAGS | constants.O_CREAT);
  }

  async #open(flags: number): Promise<FileHandle> {
    await refuseOthers(this.path);
    const handle = await open(this.path, flags, 0o600);
    try {
      const found = await handle.stat();
      if (!found.isFile()) throw notRegular(this.path);
      this.#torn = found.size > 0 && (await lastByte(handle, found.size)) !== LINE_BREAK;
      this.#device = found.dev;
      this.#inode = found.ino;
    } catch (thrown) {
      await handle.close();
      throw thrown;
    }
    this.#handle = handle;
    this.#checkedAt = performance.now();
    return handle;
  }

  /** Appends text that ends with a line break. Never rejects. */
  async append(text: string): Promise<Appended> {
    let repair = '';
    let written = 0;
    try {
      const handle = await this.#current();
      if (this.#torn) repair = '\n';
      const bytes = Buffer.from(repair + text);
      while (written < bytes.length) {
        written += (await handle.write(bytes, written)).bytesWritten;
        this.#torn = bytes[written - 1] !== LINE_BREAK;
      }
      return { written: written - repair.length };
    } catch (error) {
      // The next attempt looks whether it is still the same file.
      this.#checkedAt = Number.NEGATIVE_INFINITY;
      return { written: Math.max(0, written - repair.length), error };
    }
  }

  async close(): Promise<void> {
    const handle = this.#handle;
    this.#handle = undefined;
    await handle?.close();
  }

  async #current(): Promise<FileHandle> {
    if (this.#handle !== undefined && performance.now() - this.#checkedAt >= CHECK_MS) {
      if (!(await this.#same())) await this.close();
      this.#checkedAt = performance.now();
    }
    return this.#handle ?? this.open();
  }

  async #same(): Promise<boolean> {
    try {
      const { dev, ino } = await stat(this.path);
      return dev === this.#device && ino === this.#inode;
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return false;
      throw thrown;
    }
  }
}

/** Before it is opened, because to open a pipe or a device may already have an effect. */
async function refuseOthers(path: string): Promise<void> {
  try {
    if (!(await lstat(path)).isFile()) throw notRegular(path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
}

function notRegular(path: string): Error {
  return new Error(`${path} is not a regular file. Move it away: the next start makes a new one.`);
}

async function lastByte(handle: FileHandle, size: number): Promise<number | undefined> {
  const { buffer } = await handle.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0];
}
