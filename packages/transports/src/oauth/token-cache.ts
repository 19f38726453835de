import { hash } from 'node:crypto';
import type { Principal } from '@worldwire/server/internal';

export const MAX_CACHED_TOKENS = 10_000;

/** Digest of a token. Nothing else of a token is kept. */
export function digestOf(token: string): string {
  return hash('sha256', token, 'base64');
}

/** The principals of verified tokens, by digest, until the tokens expire. The oldest gives way to the newest. */
export class TokenCache {
  readonly #principals = new Map<string, Principal>();

  constructor(readonly max = MAX_CACHED_TOKENS) {}

  get size(): number {
    return this.#principals.size;
  }

  get(digest: string, date: number): Principal | undefined {
    const principal = this.#principals.get(digest);
    if (principal === undefined || date < principal.expiresAt) return principal;
    this.#principals.delete(digest);
    return undefined;
  }

  add(digest: string, principal: Principal): void {
    for (const oldest of this.#principals.keys()) {
      if (this.#principals.size < this.max) break;
      this.#principals.delete(oldest);
    }
    this.#principals.set(digest, principal);
  }

  clear(): void {
    this.#principals.clear();
  }
}
