/** Reads the bits of a scan: 0xff in it is followed by 0, and any other byte after it is a marker. */
export class BitReader {
  readonly #bytes: Uint8Array;
  #at: number;
  #bits = 0;
  #count = 0;

  constructor(bytes: Uint8Array, at: number) {
    this.#bytes = bytes;
    this.#at = at;
  }

  /** -1 where the scan has ended. */
  bit(): number {
    if (this.#count === 0) {
      const byte = this.#bytes[this.#at];
      if (byte === undefined || (byte === 0xff && this.#bytes[this.#at + 1] !== 0)) return -1;
      this.#at += byte === 0xff ? 2 : 1;
      this.#bits = byte;
      this.#count = 8;
    }
    this.#count--;
    return (this.#bits >> this.#count) & 1;
  }

  /** A value of so many bits, of which those of a negative one are inverted. Undefined where the scan has ended. */
  value(length: number): number | undefined {
    let value = 0;
    for (let left = length; left > 0; left--) {
      const bit = this.bit();
      if (bit < 0) return undefined;
      value = (value << 1) | bit;
    }
    return length > 0 && value < 1 << (length - 1) ? value - (1 << length) + 1 : value;
  }

  /** Continues after the marker between two parts of a scan. */
  restart(): boolean {
    this.#count = 0;
    const marker = this.#bytes[this.#at + 1] ?? 0;
    if (this.#bytes[this.#at] !== 0xff || marker < 0xd0 || marker > 0xd7) return false;
    this.#at += 2;
    return true;
  }
}
