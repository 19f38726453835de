import type { ByteSource } from './byte-source.js';
import { PackageError } from './package-error.js';

/** What one read costs nearly the same as a smaller one; the whole head of most packages is in it. */
const FIRST_READ = 64 * 1024;

/** A source with its first part kept, so that all tables of a small package cost one read. */
export class ByteWindow {
  readonly #source: ByteSource;
  readonly #maxBytes: number;
  #head: Uint8Array = new Uint8Array(0);

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
    return this.#read(offset, length);
  }

  async #read(offset: number, length: number): Promise<Uint8Array> {
    const inside = Number.isSafeInteger(offset) && Number.isSafeInteger(length) && offset >= 0 && length >= 0;
    if (!inside || offset + length > this.size) {
      const text = `${length} bytes at ${offset} are outside of the file of ${this.size} bytes.`;
      throw new PackageError('malformed', text, offset);
    }
    if (length > this.#maxBytes)
      throw new PackageError('too-large', `${length} bytes at once are over the limit.`, offset);
    const bytes = await this.#source.read(offset, length);
    if (bytes.length !== length)
      throw new PackageError('malformed', 'The file is shorter than it was; read it again.', offset);
    return bytes;
  }
}
