import { closeSync, constants, fstatSync, lstatSync, openSync, readSync, statSync, writeSync } from 'node:fs';
import { codeOf } from '../errors/problem.js';

/** How often it is checked whether the file was renamed or removed. */
const CHECK_MS = 1_000;
const LINE_BREAK = 0x0a;
// Links are not followed, and a pipe without a reader does not block. Windows has neither flag.
const FLAGS =
  constants.O_RDWR | constants.O_APPEND | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

export interface Appended {
  /** Bytes of the text that are in the file. */
  readonly written: number;
  /** Why some are missing. */
  readonly error?: unknown;
}

/**
 * A file to which lines are appended. It is created again when it was renamed or removed. After a partial write the next line begins on
 * a new line. All calls are synchronous: a write to a regular file takes less time than a thread switch.
 */
export class AppendFile {
  readonly path: string;
  readonly #write: (fd: number, bytes: Uint8Array, offset: number) => number;
  #fd: number | undefined;
  #device = 0;
  #inode = 0;
  #checkedAt = 0;
  #torn = false;

  constructor(path: string, write: (fd: number, bytes: Uint8Array, offset: number) => number = writeSync) {
    this.path = path;
    this.#write = write;
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
    let repair = '';
    let written = 0;
    try {
      const fd = this.#current();
      if (this.#torn) repair = '\n';
      const bytes = Buffer.from(repair + text);
      while (written < bytes.length) {
        written += this.#write(fd, bytes, written);
        this.#torn = bytes[written - 1] !== LINE_BREAK;
      }
      return { written: written - repair.length };
    } catch (error) {
      // The next attempt checks whether the file was replaced.
      this.#checkedAt = Number.NEGATIVE_INFINITY;
      return { written: Math.max(0, written - repair.length), error };
    }
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
      this.#torn = found.size > 0 && lastByte(fd, found.size) !== LINE_BREAK;
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
    return this.#fd ?? this.open();
  }

  #same(): boolean {
    try {
      const { dev, ino } = statSync(this.path);
      return dev === this.#device && ino === this.#inode;
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

function lastByte(fd: number, size: number): number | undefined {
  const bytes = Buffer.alloc(1);
  readSync(fd, bytes, 0, 1, size - 1);
  return bytes[0];
}
