import type { ByteSource } from '@worldwire/uasset';

/** Keeps the first read, which has the whole of a small package, so that its bytes are read once. */
export class RememberedBytes implements ByteSource {
  readonly size: number;
  readonly #source: ByteSource;
  #first: { readonly offset: number; readonly bytes: Uint8Array } | undefined;

  constructor(source: ByteSource) {
    this.#source = source;
    this.size = source.size;
  }

  async read(offset: number, length: number): Promise<Uint8Array> {
    const first = this.#first;
    if (first !== undefined && offset >= first.offset && offset + length <= first.offset + first.bytes.length)
      return first.bytes.subarray(offset - first.offset, offset - first.offset + length);
    const bytes = await this.#source.read(offset, length);
    this.#first ??= { offset, bytes };
    return bytes;
  }
}
