/** Places that principals hold. Who has most gives way, so that nobody is shut out by somebody who took them all. */
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

  /** What one principal holds, the oldest first. */
  of(principal: string): ReadonlySet<Holder> {
    return this.#byPrincipal.get(principal) ?? new Set();
  }

  /** What the principal with most places holds, the oldest first. */
  get largest(): ReadonlySet<Holder> {
    let largest: ReadonlySet<Holder> = new Set();
    for (const own of this.#byPrincipal.values()) if (own.size > largest.size) largest = own;
    return largest;
  }

  /**
   * The same, where one of these may be taken for one more of `principal`. Undefined where `principal` would then have
   * more than the one who gave: between equals, places would go back and forth for ever.
   */
  above(principal: string): ReadonlySet<Holder> | undefined {
    const { largest } = this;
    const own = this.#byPrincipal.get(principal)?.size ?? 0;
    return own + 1 < largest.size ? largest : undefined;
  }
}
