/** Bytes with random access: a file, or memory. */
export interface ByteSource {
  readonly size: number;
  /** `length` bytes from `offset` on, within `size`. */
  read(offset: number, length: number): Promise<Uint8Array>;
}

export class MemoryBytes implements ByteSource {
  constructor(readonly bytes: Uint8Array) {}

  get size(): number {
    return this.bytes.length;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    return this.bytes.subarray(offset, offset + length);
  }
}
