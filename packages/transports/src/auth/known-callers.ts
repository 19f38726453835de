const MAX_ADDRESSES = 10_000;
const MAX_EACH = 64;

/** Which credentials were accepted from which address: the throttle does not block these. */
export class KnownCallers {
  readonly #byAddress = new Map<string, Set<object>>();

  has(address: string, credential: object): boolean {
    return this.#byAddress.get(address)?.has(credential) === true;
  }

  add(address: string, credential: object): void {
    const known = this.#byAddress.get(address);
    if (known === undefined) {
      if (this.#byAddress.size >= MAX_ADDRESSES) forgetOldest(this.#byAddress);
      this.#byAddress.set(address, new Set([credential]));
    } else if (!known.has(credential)) {
      if (known.size >= MAX_EACH) forgetOldest(known);
      known.add(credential);
    }
  }
}

function forgetOldest<Key>(entries: { keys(): Iterable<Key>; delete(key: Key): boolean }): void {
  for (const key of entries.keys()) {
    entries.delete(key);
    return;
  }
}
