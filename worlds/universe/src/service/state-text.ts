/** A whole state as JSON, in both forms that readers want. Most states are never asked for as bytes. */
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

  /** About what both forms hold. */
  get heldBytes(): number {
    return 3 * this.text.length;
  }
}
