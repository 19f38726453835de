import { Principal } from '@worldwire/server/internal';
import { decodeJwt } from 'jose';
import type { IssuerKeys } from './issuer-keys.js';
import { OAuthRefusal } from './oauth-refusal.js';
import type { Scopes } from './scopes.js';
import { digestOf, TokenCache } from './token-cache.js';
import { readClaims } from './token-claims.js';
import { ALGORITHMS, verifyJwt } from './verify-jwt.js';

export const MAX_TOKEN_LENGTH = 8_192;
/** Difference of clocks that is tolerated. */
export const CLOCK_TOLERANCE_S = 30;
const JWT = /^[\w-]+\.[\w-]+\.[\w-]+$/;

export type Verified = Principal | OAuthRefusal;

export interface VerifierOptions {
  readonly issuers: { find(name: string): IssuerKeys | undefined };
  /** A token must be for one of these. */
  readonly audiences: readonly string[];
  readonly scopes: Scopes;
  /** The time of day in milliseconds. */
  readonly date: () => number;
}

/** Accepts the access tokens (JWT) of trusted issuers for one endpoint. A token that was verified before costs one hash. */
export class OAuthVerifier {
  readonly #options: VerifierOptions;
  readonly #cache = new TokenCache();
  /** Verifications in progress: requests with the same token wait for the same one. */
  readonly #pending = new Map<string, Promise<Verified>>();
  #generation = 0;

  constructor(options: VerifierOptions) {
    this.#options = options;
  }

  get cached(): number {
    return this.#cache.size;
  }

  /** The principal of a token, or why it is refused. Synchronous for a token that was verified before. */
  verify(token: string): Verified | Promise<Verified> {
    if (token.length > MAX_TOKEN_LENGTH) {
      return OAuthRefusal.invalid(`The token is longer than ${MAX_TOKEN_LENGTH} characters.`);
    }
    const digest = digestOf(token);
    const known = this.#cache.get(digest, this.#options.date()) ?? this.#pending.get(digest);
    if (known !== undefined) return known;
    if (!JWT.test(token)) return OAuthRefusal.invalid('The token is not a token of this server.');
    const verifying = this.#verify(digest, token).finally(() => this.#pending.delete(digest));
    this.#pending.set(digest, verifying);
    return verifying;
  }

  /** The verified token, if it is known. */
  known(token: string): Principal | undefined {
    if (token.length > MAX_TOKEN_LENGTH) return undefined;
    return this.#cache.get(digestOf(token), this.#options.date());
  }

  /** Verifies every token again, because the keys of an issuer have changed: one of them may have been revoked. */
  forget(): void {
    this.#generation += 1;
    this.#cache.clear();
  }

  async #verify(digest: string, token: string): Promise<Verified> {
    const generation = this.#generation;
    const { issuers, audiences, scopes, date } = this.#options;
    const issuer = issuers.find(issuerOf(token) ?? '');
    if (issuer === undefined)
      return OAuthRefusal.invalid('The token is from an issuer that is not trusted here.');
    const now = date();
    const verified = await verifyJwt(token, issuer, {
      algorithms: ALGORITHMS,
      issuer: issuer.issuer,
      audience: [...audiences],
      clockTolerance: CLOCK_TOLERANCE_S,
      requiredClaims: ['exp'],
      currentDate: new Date(now),
    });
    if (verified instanceof OAuthRefusal) return verified;
    const claims = readClaims(verified, issuer.issuer, now / 1_000 + CLOCK_TOLERANCE_S);
    if (claims instanceof OAuthRefusal) return claims;
    const expiresAt = (claims.expires + CLOCK_TOLERANCE_S) * 1_000;
    const principal = new Principal(claims.name, 'oauth', scopes.rightsOf(claims.scopes), expiresAt);
    if (generation === this.#generation) this.#cache.add(digest, principal);
    return principal;
  }
}

/** The issuer that the token names. It is compared again when the token is verified. */
function issuerOf(token: string): string | undefined {
  try {
    return decodeJwt(token).iss;
  } catch {
    return undefined;
  }
}
