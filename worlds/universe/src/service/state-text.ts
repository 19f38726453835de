/** A whole state as JSON text, and as bytes on demand. */
export class StateText {
  #bytes: Buffer | undefined;

  constructor(
    readonly revision: number,
    readonly text: string,
  ) {}

  get bytes(): Buffer {
    this.#bytes ??= Buffer.from(this.text);
    return this.#bytes;
  }

  /** Estimate for both forms. */
  get heldBytes(): number {
    return 3 * this.text.length;
  }
}
