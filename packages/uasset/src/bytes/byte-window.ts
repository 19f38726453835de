import type { ByteSource } from './byte-source.js';
import { PackageError } from './package-error.js';

/** Covers the head of most packages, at nearly the cost of a smaller read. */
const FIRST_READ = 64 * 1024;
const READ_AHEAD = FIRST_READ;

/**
 * Buffers the start of a source, so that all tables of a small package take one read. Sequential reads behind it, as of the
 * objects of a level, are read ahead.
 */
export class ByteWindow {
  readonly #source: ByteSource;
  readonly #maxBytes: number;
  #head: Uint8Array = new Uint8Array(0);
  #ahead: { readonly offset: number; readonly bytes: Uint8Array } = { offset: 0, bytes: this.#head };
  /** End of the last read behind the head. */
  #end = Number.NEGATIVE_INFINITY;

  private constructor(source: ByteSource, maxBytes: number) {
    this.#source = source;
    this.#maxBytes = maxBytes;
  }

  static async open(source: ByteSource, maxBytes: number): Promise<ByteWindow> {
    const window = new ByteWindow(source, maxBytes);
    await window.keep(Math.min(source.size, FIRST_READ));
    return window;
  }

  get size(): number {
    return this.#source.size;
  }

  /** The buffered start. */
  get head(): Uint8Array {
    return this.#head;
  }

  /** Buffers at least the first `length` bytes. */
  async keep(length: number): Promise<void> {
    if (length > this.#head.length) this.#head = await this.#read(0, length);
  }

  async bytes(offset: number, length: number): Promise<Uint8Array> {
    if (offset >= 0 && length >= 0 && offset + length <= this.#head.length)
      return this.#head.subarray(offset, offset + length);
    this.#check(offset, length);
    const { offset: start, bytes } = this.#ahead;
    if (offset >= start && offset + length <= start + bytes.length)
      return bytes.subarray(offset - start, offset - start + length);
    const follows = offset >= this.#end && offset - this.#end < READ_AHEAD;
    this.#end = offset + length;
    const ahead = Math.min(READ_AHEAD, this.size - offset, this.#maxBytes);
    if (!follows || length >= ahead) return this.#read(offset, length);
    this.#ahead = { offset, bytes: await this.#read(offset, ahead) };
    return this.#ahead.bytes.subarray(0, length);
  }

  /** Offsets in a file are not trusted. */
  #check(offset: number, length: number): void {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (inside && offset + length <= this.size) return;
    const text = `${length} bytes at ${offset} are outside of the file of ${this.size} bytes.`;
    throw new PackageError('malformed', text, offset);
  }

  async #read(offset: number, length: number): Promise<Uint8Array> {
    this.#check(offset, length);
    if (length > this.#maxBytes)
      throw new PackageError('too-large', `A read of ${length} bytes exceeds the limit.`, offset);
    const bytes = await this.#source.read(offset, length);
    if (bytes.length !== length)
      throw new PackageError('malformed', 'The file became shorter while it was read.', offset);
    return bytes;
  }
}
