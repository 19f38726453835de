import type { FileHandle } from 'node:fs/promises';
import { type ChainSegments, openSegment, type Place } from './audit-segments.js';

const BLOCK_BYTES = 64 * 1024;
const LINE_BREAK = 0x0a;

/** Reads the lines of a chain from a place towards its beginning, one block at a time. */
export class BackwardLines {
  /** Bytes that were read. */
  scanned = 0;
  readonly #data: string;
  readonly #chain: ChainSegments;
  readonly #stop: Place | undefined;
  /** Segments that end before this time are not read. */
  readonly #since: number;
  readonly #from: Place | undefined;
  #index: number;
  #file: FileHandle | undefined;
  #end = 0;
  #block = Buffer.alloc(0);
  #blockStart = 0;

  /** Without `from`: from the end. Stops at `stop`. */
  constructor(
    data: string,
    chain: ChainSegments,
    from?: Place,
    stop?: Place,
    since = Number.NEGATIVE_INFINITY,
  ) {
    this.#data = data;
    this.#chain = chain;
    this.#stop = stop;
    this.#since = since;
    const at = from === undefined ? -1 : chain.firsts.findLastIndex(first => first <= from.first);
    this.#index = from === undefined ? chain.firsts.length : at + 1;
    if (from !== undefined && chain.firsts[at] === from.first) this.#from = from;
  }

  get place(): Place {
    return { first: this.#chain.firsts[this.#index] ?? 0, offset: this.#end };
  }

  /** The line before the place, which then is before that line. */
  async previous(): Promise<Buffer | undefined> {
    for (;;) {
      if (this.#end === 0) {
        if (!(await this.#openPrevious())) return undefined;
        continue;
      }
      const { first, offset } = this.#stop ?? { first: -1, offset: 0 };
      const own = this.#chain.firsts[this.#index] as number;
      if (own < first || (own === first && this.#end <= offset)) return undefined;
      const before = this.#end - this.#blockStart - 2;
      const found = before < 0 ? -1 : this.#block.lastIndexOf(LINE_BREAK, before);
      if (found === -1 && this.#blockStart > 0) {
        await this.#readBefore();
        continue;
      }
      const line = this.#block.subarray(found + 1, this.#end - this.#blockStart - 1);
      this.#end = this.#blockStart + found + 1;
      return line;
    }
  }

  async close(): Promise<void> {
    await this.#file?.close();
    this.#file = undefined;
  }

  async #openPrevious(): Promise<boolean> {
    if (this.#index <= 0) return false;
    await this.close();
    this.#index--;
    const first = this.#chain.firsts[this.#index] as number;
    const file = await openSegment(this.#data, this.#chain.chain, first);
    if (file === undefined) return this.#index > 0;
    this.#file = file;
    const { size, mtimeMs } = await file.stat();
    // Records are not younger than the last change of their file.
    if (mtimeMs < this.#since) {
      this.#index = 0;
      return false;
    }
    this.#block = Buffer.alloc(0);
    this.#end = this.#from?.first === first ? Math.min(this.#from.offset, size) : size;
    this.#blockStart = this.#end;
    await this.#readBefore();
    // A line that is being written has no end yet.
    if (this.#end > 0) this.#end = this.#blockStart + this.#block.lastIndexOf(LINE_BREAK) + 1;
    return true;
  }

  async #readBefore(): Promise<void> {
    const length = Math.min(BLOCK_BYTES, this.#blockStart);
    const start = this.#blockStart - length;
    const bytes = Buffer.alloc(length);
    const { bytesRead } = (await this.#file?.read(bytes, 0, length, start)) ?? { bytesRead: 0 };
    this.#block = Buffer.concat([
      bytes.subarray(0, bytesRead),
      this.#block.subarray(0, this.#end - this.#blockStart),
    ]);
    this.#blockStart = start;
    this.scanned += length;
  }
}
