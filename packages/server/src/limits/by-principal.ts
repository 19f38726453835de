/**
 * Limited places, such as sessions or streams, grouped by principal. When all are taken, the principal with most of them gives
 * one up.
 */
export class ByPrincipal<Holder extends { readonly principal: string }> {
  readonly #all = new Set<Holder>();
  readonly #byPrincipal = new Map<string, Set<Holder>>();

  get size(): number {
    return this.#all.size;
  }

  [Symbol.iterator](): IterableIterator<Holder> {
    return this.#all.values();
  }

  add(holder: Holder): void {
    this.#all.add(holder);
    const { principal } = holder;
    const own = this.#byPrincipal.get(principal) ?? new Set();
    this.#byPrincipal.set(principal, own.add(holder));
  }

  delete(holder: Holder): void {
    if (!this.#all.delete(holder)) return;
    const own = this.#byPrincipal.get(holder.principal);
    own?.delete(holder);
    if (own?.size === 0) this.#byPrincipal.delete(holder.principal);
  }

  /** The places of one principal, oldest first. */
  of(principal: string): ReadonlySet<Holder> {
    return this.#byPrincipal.get(principal) ?? new Set();
  }

  /** The places of the principal with most of them, oldest first. */
  get largest(): ReadonlySet<Holder> {
    let largest: ReadonlySet<Holder> = new Set();
    for (const own of this.#byPrincipal.values()) if (own.size > largest.size) largest = own;
    return largest;
  }

  /**
   * The same, if one of them may go to `principal`. Undefined if `principal` would then have more places than the other:
   * equals would take places from each other endlessly.
   */
  above(principal: string): ReadonlySet<Holder> | undefined {
    const { largest } = this;
    const own = this.#byPrincipal.get(principal)?.size ?? 0;
    return own + 1 < largest.size ? largest : undefined;
  }
}
