import type { ByteSource } from './byte-source.js';
import { PackageError } from './package-error.js';

/** What one read costs nearly the same as a smaller one; the whole head of most packages is in it. */
const FIRST_READ = 64 * 1024;
const READ_AHEAD = FIRST_READ;

/**
 * A source with its first part kept, so that all tables of a small package cost one read. Where pieces behind it are asked for one after
 * the other, as those of the objects of a level, the next ones are read with them.
 */
export class ByteWindow {
  readonly #source: ByteSource;
  readonly #maxBytes: number;
  #head: Uint8Array = new Uint8Array(0);
  #ahead: { readonly offset: number; readonly bytes: Uint8Array } = { offset: 0, bytes: this.#head };
  /** Where the last piece behind the head ended. */
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

  /** What is kept, from the first byte on. */
  get head(): Uint8Array {
    return this.#head;
  }

  /** Keeps at least the first `length` bytes. */
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

  /** A file may say anything of where its parts are. */
  #check(offset: number, length: number): void {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (inside && offset + length <= this.size) return;
    const text = `${length} bytes at ${offset} are outside of the file of ${this.size} bytes.`;
    throw new PackageError('malformed', text, offset);
  }

  async #read(offset: number, length: number): Promise<Uint8Array> {
    this.#check(offset, length);
    if (length > this.#maxBytes)
      throw new PackageError('too-large', `${length} bytes at once are over the limit.`, offset);
    const bytes = await this.#source.read(offset, length);
    if (bytes.length !== length)
      throw new PackageError('malformed', 'The file is shorter than it was; read it again.', offset);
    return bytes;
  }
}
