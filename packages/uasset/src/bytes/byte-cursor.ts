import { PackageError } from './package-error.js';

export interface CursorOptions {
  readonly littleEndian: boolean;
  /** Entries of a counted list. */
  readonly entries: number;
  /** Characters of one text. */
  readonly text: number;
}

const WORD = 2 ** 32;

/** Reads a piece of a file sequentially, within its bounds. Errors have the file offset. */
export class ByteCursor {
  readonly options: CursorOptions;
  readonly #bytes: Buffer;
  readonly #view: DataView;
  readonly #littleEndian: boolean;
  /** File offset of the piece. */
  readonly #base: number;
  #at = 0;
  #end: number;

  constructor(bytes: Uint8Array, base: number, options: CursorOptions) {
    this.options = options;
    this.#bytes = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    this.#littleEndian = options.littleEndian;
    this.#base = base;
    this.#end = bytes.length;
  }

  /** File offset of the next byte. */
  get offset(): number {
    return this.#base + this.#at;
  }

  /** File offset of the end. */
  get end(): number {
    return this.#base + this.#end;
  }

  get left(): number {
    return this.#end - this.#at;
  }

  seek(offset: number): void {
    const at = offset - this.#base;
    if (!(at >= 0 && at <= this.#end))
      throw this.malformed('An offset points outside of its part of the file.');
    this.#at = at;
  }

  /** Runs `read` with an earlier end. */
  within<T>(length: number, read: () => T): T {
    const before = this.#end;
    this.#end = this.#at + this.#length(length);
    try {
      return read();
    } finally {
      this.#end = before;
    }
  }

  skip(length: number): void {
    this.#at += this.#length(length);
  }

  /** A view, not a copy. */
  bytes(length: number): Uint8Array {
    const from = this.#take(length);
    return this.#bytes.subarray(from, from + length);
  }

  u8(): number {
    return this.#view.getUint8(this.#take(1));
  }

  i8(): number {
    return this.#view.getInt8(this.#take(1));
  }

  u16(): number {
    return this.#view.getUint16(this.#take(2), this.#littleEndian);
  }

  i16(): number {
    return this.#view.getInt16(this.#take(2), this.#littleEndian);
  }

  u32(): number {
    return this.#view.getUint32(this.#take(4), this.#littleEndian);
  }

  i32(): number {
    return this.#view.getInt32(this.#take(4), this.#littleEndian);
  }

  /** As a number: offsets and sizes beyond 2^53 exceed every file and are refused later. */
  i64(): number {
    const at = this.#take(8);
    const high = this.#view.getInt32(at + (this.#littleEndian ? 4 : 0), this.#littleEndian);
    return high * WORD + this.#view.getUint32(at + (this.#littleEndian ? 0 : 4), this.#littleEndian);
  }

  big64(signed: boolean): bigint {
    const at = this.#take(8);
    return signed
      ? this.#view.getBigInt64(at, this.#littleEndian)
      : this.#view.getBigUint64(at, this.#littleEndian);
  }

  f32(): number {
    return this.#view.getFloat32(this.#take(4), this.#littleEndian);
  }

  f64(): number {
    return this.#view.getFloat64(this.#take(8), this.#littleEndian);
  }

  /** A boolean of four bytes. */
  flag(): boolean {
    const value = this.u32();
    if (value > 1) throw this.malformed(`A boolean must be 0 or 1, not ${value}.`);
    return value === 1;
  }

  /** 32 digits, as the engine writes it. */
  guid(): string {
    const [a, b, c, d] = [this.u32(), this.u32(), this.u32(), this.u32()];
    // Most ids of pins are empty.
    return (a | b | c | d) === 0 ? NO_GUID : digits(a) + digits(b) + digits(c) + digits(d);
  }

  /** A count of entries of at least `least` bytes each, checked against the remaining bytes before memory is allocated. */
  count(least: number): number {
    return this.checkCount(this.i32(), least);
  }

  checkCount(count: number, least: number): number {
    if (count < 0 || count * least > this.left)
      throw this.malformed(`${count} entries do not fit in the ${this.left} bytes that are left.`);
    if (count > this.options.entries)
      throw new PackageError(
        'too-large',
        `A list has ${count} entries, which exceeds the limit.`,
        this.offset,
      );
    return count;
  }

  /** A text after its length in bytes, or negative in UTF-16 units, with the closing zero. */
  text(): string {
    const length = this.i32();
    if (length === 0) return '';
    return length > 0 ? this.#narrow(length) : this.#wide(-length);
  }

  /** UTF-8 after its length in bytes. */
  utf8(): string {
    const length = this.i32();
    const from = this.#take(this.#characters(length));
    let end = from + length;
    while (end > from && this.#bytes[end - 1] === 0) end--;
    return this.#bytes.toString('utf8', from, end);
  }

  malformed(message: string): PackageError {
    return new PackageError('malformed', message, this.offset);
  }

  #narrow(length: number): string {
    const from = this.#take(this.#characters(length));
    const last = from + length - 1;
    if (this.#bytes[last] !== 0) throw this.malformed('A text does not end with a zero.');
    return this.#bytes.toString('latin1', from, last);
  }

  #wide(length: number): string {
    const from = this.#take(this.#characters(length) * 2);
    const last = from + (length - 1) * 2;
    if (this.#view.getUint16(last) !== 0) throw this.malformed('A text does not end with a zero.');
    if (this.#littleEndian) return this.#bytes.toString('utf16le', from, last);
    return Buffer.from(this.#bytes.subarray(from, last)).swap16().toString('utf16le');
  }

  #characters(length: number): number {
    if (length > this.options.text && length <= this.left)
      throw new PackageError(
        'too-large',
        `A text has ${length} characters, which exceeds the limit.`,
        this.offset,
      );
    return length;
  }

  #length(length: number): number {
    if (!(length >= 0 && length <= this.#end - this.#at))
      throw this.malformed(`${length} bytes are needed, but only ${this.left} are left.`);
    return length;
  }

  #take(length: number): number {
    const at = this.#at;
    this.#at = at + this.#length(length);
    return at;
  }
}

const NO_GUID = '0'.repeat(32);
const BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).toUpperCase().padStart(2, '0'));

function digits(word: number): string {
  const byte = (shift: number) => BYTES[(word >>> shift) & 0xff] as string;
  return byte(24) + byte(16) + byte(8) + byte(0);
}
