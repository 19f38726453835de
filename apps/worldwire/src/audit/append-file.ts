import {
  closeSync,
  constants,
  fstatSync,
  ftruncateSync,
  lstatSync,
  openSync,
  renameSync,
  statSync,
  writeSync,
} from 'node:fs';
import { codeOf } from '../errors/problem.js';

/** How often it is checked whether the file was renamed, removed or changed. */
const CHECK_MS = 1_000;
// Links are not followed, and a pipe without a reader does not block. Windows has neither flag.
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** Writes bytes from an offset, and returns how many. */
export type WriteBytes = (fd: number, bytes: Uint8Array, offset: number) => number;

export interface Appended {
  /** Bytes of the text that are in the file. */
  readonly written: number;
  /** Why some are missing. */
  readonly error?: unknown;
}

/**
 * A file to which lines are appended. It is created again when it was renamed or removed. A line that was written in part is cut off
 * before the next one. All calls are synchronous: a write to a regular file takes less time than a thread switch.
 */
export class AppendFile {
  readonly path: string;
  readonly #write: WriteBytes;
  #fd: number | undefined;
  #device = 0;
  #inode = 0;
  #checkedAt = 0;
  /** Bytes of complete lines. */
  #size = 0;
  #torn = false;
  /** Called when the size of the file is not what was written. */
  onChange: (expected: number, found: number) => void = () => {};

  constructor(path: string, write: WriteBytes = writeSync) {
    this.path = path;
    this.#write = write;
  }

  get size(): number {
    return this.#size;
  }

  /** Throws when the file does not exist or cannot be appended to. */
  check(): void {
    this.#open(FLAGS);
    this.close();
  }

  /** Opens the file, or creates it. Throws when it is not a regular file. */
  open(): number {
    return this.#open(FLAGS | constants.O_CREAT);
  }

  /** Appends text that ends with a line break. Never throws. */
  append(text: string): Appended {
    let written = 0;
    try {
      const fd = this.#current();
      const bytes = Buffer.from(text);
      while (written < bytes.length) {
        this.#torn = true;
        written += this.#write(fd, bytes, written);
      }
      this.#torn = false;
      this.#size += written;
      return { written };
    } catch (error) {
      const whole = Buffer.from(text).subarray(0, written).lastIndexOf('\n') + 1;
      this.#size += whole;
      // The next attempt checks whether the file was replaced.
      this.#checkedAt = Number.NEGATIVE_INFINITY;
      return { written: whole, error };
    }
  }

  /** Cuts off what follows the first bytes. */
  cut(size: number): void {
    ftruncateSync(this.#fd ?? this.open(), size);
    this.#size = size;
    this.#torn = false;
  }

  /** Gives the file another name. The next line begins a new file. */
  rename(path: string): void {
    this.close();
    renameSync(this.path, path);
  }

  close(): void {
    const fd = this.#fd;
    this.#fd = undefined;
    if (fd !== undefined) closeSync(fd);
  }

  #open(flags: number): number {
    refuseOthers(this.path);
    const fd = openSync(this.path, flags, 0o600);
    try {
      const found = fstatSync(fd);
      if (!found.isFile()) throw notRegular(this.path);
      this.#torn = false;
      this.#size = found.size;
      this.#device = found.dev;
      this.#inode = found.ino;
    } catch (thrown) {
      closeSync(fd);
      throw thrown;
    }
    this.#fd = fd;
    this.#checkedAt = performance.now();
    return fd;
  }

  #current(): number {
    if (this.#fd !== undefined && performance.now() - this.#checkedAt >= CHECK_MS) {
      if (!this.#same()) this.close();
      this.#checkedAt = performance.now();
    }
    const fd = this.#fd ?? this.open();
    if (this.#torn) this.cut(this.#size);
    return fd;
  }

  #same(): boolean {
    try {
      const { dev, ino, size } = statSync(this.path);
      if (dev !== this.#device || ino !== this.#inode) return false;
      if (size !== this.#size && !this.#torn) {
        this.onChange(this.#size, size);
        this.#size = size;
      }
      return true;
    } catch (thrown) {
      if (codeOf(thrown) === 'ENOENT') return false;
      throw thrown;
    }
  }
}

/** Checked first, because opening a pipe or a device may have an effect. */
function refuseOthers(path: string): void {
  try {
    if (!lstatSync(path).isFile()) throw notRegular(path);
  } catch (thrown) {
    if (codeOf(thrown) !== 'ENOENT') throw thrown;
  }
}

function notRegular(path: string): Error {
  return new Error(`${path} is not a regular file. Move it away: the next start creates a new one.`);
}
