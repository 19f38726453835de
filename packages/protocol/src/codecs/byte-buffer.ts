const SMALLEST = 256;
const NOTHING = new Uint8Array(0);

/**
 * The bytes of one incomplete message. Grows by doubling: a peer that sends byte by byte costs linear time and at most twice
 * the memory of its bytes. A list of chunks would cost one object per byte.
 */
export class ByteBuffer {
  #bytes: Uint8Array = NOTHING;
  #length = 0;

  get length(): number {
    return this.#length;
  }

  /** `ceiling` is the maximum size of this message. */
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

  /** Removes and returns the bytes. */
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
