/** Results that may be asked for again, up to a number of bytes. Those that were not asked for longest go first. */
export class ResultCache {
  readonly #results = new Map<string, { readonly value: unknown; readonly bytes: number }>();
  #bytes = 0;

  constructor(readonly maxBytes: number) {}

  get bytes(): number {
    return this.#bytes;
  }

  get<Value>(name: string): Value | undefined {
    const kept = this.#results.get(name);
    if (kept === undefined) return undefined;
    // A map keeps the order of insertion: what was used last is at its end.
    this.#results.delete(name);
    this.#results.set(name, kept);
    return kept.value as Value;
  }

  /** A result larger than all that may be kept is not kept. */
  keep(name: string, value: unknown, bytes: number): void {
    this.#drop(name);
    if (bytes > this.maxBytes) return;
    this.#results.set(name, { value, bytes });
    this.#bytes += bytes;
    for (const oldest of this.#results.keys()) {
      if (this.#bytes <= this.maxBytes) break;
      this.#drop(oldest);
    }
  }

  #drop(name: string): void {
    this.#bytes -= this.#results.get(name)?.bytes ?? 0;
    this.#results.delete(name);
  }
}
