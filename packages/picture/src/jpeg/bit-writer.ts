import type { Code } from './huffman-codes.js';

const FIRST_BYTES = 64 * 1024;

/** Writes the bits of a JPEG scan. A byte 0xFF is followed by 0, because it would begin a marker. */
export class BitWriter {
  #bytes = new Uint8Array(FIRST_BYTES);
  #length = 0;
  #held = 0;
  #heldBits = 0;

  write({ bits, length }: Code): void {
    this.#held = (this.#held << length) | bits;
    this.#heldBits += length;
    while (this.#heldBits >= 8) {
      this.#heldBits -= 8;
      this.#byte((this.#held >> this.#heldBits) & 255);
    }
    this.#held &= (1 << this.#heldBits) - 1;
  }

  /** Fills the last byte with ones. */
  end(): Uint8Array {
    if (this.#heldBits > 0) this.write({ bits: (1 << (8 - this.#heldBits)) - 1, length: 8 - this.#heldBits });
    return this.#bytes.subarray(0, this.#length);
  }

  #byte(value: number): void {
    if (this.#length + 2 > this.#bytes.length) {
      const larger = new Uint8Array(2 * this.#bytes.length);
      larger.set(this.#bytes);
      this.#bytes = larger;
    }
    this.#bytes[this.#length++] = value;
    if (value === 255) this.#bytes[this.#length++] = 0;
  }
}
