import { ByteCursor, type CursorOptions } from './byte-cursor.js';

/** Reads references to the name table. */
export class NameCursor extends ByteCursor {
  readonly #names: readonly string[];

  constructor(bytes: Uint8Array, base: number, options: CursorOptions, names: readonly string[]) {
    super(bytes, base, options);
    this.#names = names;
  }

  /** A stored number counts from 1; the engine shows it from 0. */
  name(): string {
    const index = this.i32();
    const number = this.i32();
    const name = this.#names[index];
    if (name === undefined || number < 0)
      throw this.malformed(`The name index ${index} is out of range: there are ${this.#names.length} names.`);
    return number === 0 ? name : `${name}_${number - 1}`;
  }
}
