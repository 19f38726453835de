/** Bytes put one behind the other, with names by their place in a list that grows as they are used. */
export class ByteWriter {
  readonly littleEndian: boolean;
  readonly names: string[];
  #bytes = new Uint8Array(256);
  #view = new DataView(this.#bytes.buffer);
  #length = 0;

  constructor(options: { readonly littleEndian?: boolean; readonly names?: string[] } = {}) {
    this.littleEndian = options.littleEndian ?? true;
    this.names = options.names ?? [];
  }

  get length(): number {
    return this.#length;
  }

  /** An empty one of the same kind, with the same names. */
  fresh(): ByteWriter {
    return new ByteWriter(this);
  }

  done(): Uint8Array {
    return this.#bytes.slice(0, this.#length);
  }

  u8(...values: readonly number[]): this {
    for (const value of values) this.#put(1, (view, at) => view.setUint8(at, value));
    return this;
  }

  u16(...values: readonly number[]): this {
    for (const value of values) this.#put(2, (view, at) => view.setUint16(at, value, this.littleEndian));
    return this;
  }

  i32(...values: readonly number[]): this {
    for (const value of values) this.#put(4, (view, at) => view.setInt32(at, value, this.littleEndian));
    return this;
  }

  i64(...values: readonly (number | bigint)[]): this {
    for (const value of values)
      this.#put(8, (view, at) => view.setBigInt64(at, BigInt(value), this.littleEndian));
    return this;
  }

  f32(...values: readonly number[]): this {
    for (const value of values) this.#put(4, (view, at) => view.setFloat32(at, value, this.littleEndian));
    return this;
  }

  f64(...values: readonly number[]): this {
    for (const value of values) this.#put(8, (view, at) => view.setFloat64(at, value, this.littleEndian));
    return this;
  }

  bytes(bytes: Uint8Array): this {
    const at = this.#grow(bytes.length);
    this.#bytes.set(bytes, at);
    return this;
  }

  flag(value: boolean): this {
    return this.i32(value ? 1 : 0);
  }

  /** 32 digits. */
  guid(digits: string): this {
    for (let at = 0; at < 32; at += 8) this.i32(Number.parseInt(digits.slice(at, at + 8), 16) | 0);
    return this;
  }

  /** With the length in front: in bytes where ASCII is enough, otherwise negative in UTF-16 units. */
  text(text: string): this {
    if (text === '') return this.i32(0);
    const wide = [...text].some(character => character > '\x7f');
    this.i32(wide ? -text.length - 1 : text.length + 1);
    for (let i = 0; i < text.length; i++) {
      if (wide) this.u16(text.charCodeAt(i));
      else this.u8(text.charCodeAt(i));
    }
    return wide ? this.u16(0) : this.u8(0);
  }

  name(name: string): this {
    let index = this.names.indexOf(name);
    if (index < 0) index = this.names.push(name) - 1;
    return this.i32(index, 0);
  }

  /** The place is made first: it may need a new view. */
  #put(bytes: number, set: (view: DataView, at: number) => void): void {
    const at = this.#grow(bytes);
    set(this.#view, at);
  }

  #grow(bytes: number): number {
    const at = this.#length;
    this.#length += bytes;
    if (this.#length > this.#bytes.length) {
      const grown = new Uint8Array(Math.max(this.#length, this.#bytes.length * 2));
      grown.set(this.#bytes.subarray(0, at));
      this.#bytes = grown;
      this.#view = new DataView(grown.buffer);
    }
    return at;
  }
}
