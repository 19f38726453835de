const SMALLEST = 256;
const NOTHING = new Uint8Array(0);

/**
 * Bytes of one unfinished message. It grows by doubling, so that a peer who sends byte by byte costs linear time
 * and at most twice the memory of what he really sent; a list of chunks would cost an object per byte.
 */
export class ByteBuffer {
  #bytes: Uint8Array = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `ceiling` is the most this message can need: doubling stops there. */
  append(chunk: Uint8Array, ceiling: number): void {
    const needed = this.#length + chunk.length;
    if (needed > this.#bytes.length) {
      const doubled = Math.min(ceiling, Math.max(SMALLEST, this.#bytes.length * 2));
      const grown = new Uint8Array(Math.max(needed, doubled));
      grown.set(this.#bytes.subarray(0, this.#length));
      this.#bytes = grown;
    }
    this.#bytes.set(chunk, this.#length);
    this.#length = needed;
  }

  /** Hands the bytes over and starts empty. */
  take(): Uint8Array {
    const taken = this.#bytes.subarray(0, this.#length);
    this.clear();
    return taken;
  }

  clear(): void {
    this.#bytes = NOTHING;
    this.#length = 0;
  }
}
