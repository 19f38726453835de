import { createLocalJWKSet, errors, type JSONWebKeySet } from 'jose';
import { DocumentError, fetchJson } from './fetch-json.js';
import { discoverKeysUrl } from './issuer-metadata.js';

const REFRESH_MS = 300_000;
const RETRY_MS = 30_000;
/** An unknown key id causes at most one fetch in this time: clients choose the ids. */
export const COOLDOWN_MS = 30_000;
const MAX_KEYS = 100;

/** Selects the key for a token. Throws `JWKSNoMatchingKey`. */
export type KeySet = ReturnType<typeof createLocalJWKSet>;

export interface IssuerStatus {
  readonly issuer: string;
  /** The number of known keys. They keep working while the issuer cannot be reached. */
  readonly keys: number;
  readonly reachable: boolean;
  /** Where it cannot be reached: since when, and why. */
  readonly since?: string;
  readonly reason?: string;
}

export interface IssuerOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The time of day. */
  readonly date: () => number;
  readonly log: { warn(fields: object, message: string): void; info(fields: object, message: string): void };
  readonly timeoutMs?: number;
}

/**
 * The public keys of one issuer. They are fetched at start, in intervals, and when a token names an unknown key. The last
 * keys stay in use while the issuer cannot be reached.
 */
export class IssuerKeys {
  readonly #options: IssuerOptions;
  #keys: KeySet | undefined;
  #count = 0;
  #text = '';
  #fetching: Promise<void> | undefined;
  #attemptAt = Number.NEGATIVE_INFINITY;
  #failure: { readonly since: number; readonly reason: string } | undefined;
  #timer: NodeJS.Timeout | undefined;
  #closed = false;
  /** Called when the issuer has other keys than before. */
  readonly #changed: () => void;

  constructor(
    readonly issuer: string,
    options: IssuerOptions,
    changed: () => void,
  ) {
    this.#options = options;
    this.#changed = changed;
  }

  get status(): IssuerStatus {
    const { issuer } = this;
    const known = { issuer, keys: this.#count };
    if (this.#failure === undefined) return { ...known, reachable: this.#keys !== undefined };
    const { since, reason } = this.#failure;
    return { ...known, reachable: false, since: new Date(since).toISOString(), reason };
  }

  /** The known keys, after the first fetch. Undefined where it failed. */
  current(): KeySet | undefined | Promise<KeySet | undefined> {
    return this.#keys ?? this.renewed();
  }

  /** The keys after a fetch, or the known ones while the cool-down lasts. */
  async renewed(): Promise<KeySet | undefined> {
    if (this.#fetching !== undefined || this.#options.now() - this.#attemptAt >= COOLDOWN_MS) {
      await this.refresh();
    }
    return this.#keys;
  }

  /** Fetches the keys, once for all that wait. Does not throw: `status` has the outcome. */
  refresh(): Promise<void> {
    this.#fetching ??= this.#refresh().finally(() => {
      this.#fetching = undefined;
      this.#schedule();
    });
    return this.#fetching;
  }

  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    if (this.#closed) return;
    const delay = this.#failure === undefined ? REFRESH_MS : RETRY_MS;
    this.#timer = setTimeout(() => void this.refresh(), delay).unref();
  }

  async #refresh(): Promise<void> {
    const { now, date, log, timeoutMs } = this.#options;
    const { issuer } = this;
    this.#attemptAt = now();
    try {
      const keys = publicKeys(await fetchJson(await discoverKeysUrl(issuer, timeoutMs), timeoutMs));
      this.#use(keys);
      if (this.#failure !== undefined) log.info({ issuer }, 'the OAuth issuer is reachable again');
      this.#failure = undefined;
    } catch (thrown) {
      const reason = (thrown as Error).message;
      if (this.#failure?.reason !== reason) {
        log.warn({ issuer, reason, keys: this.#count }, 'the keys of the OAuth issuer cannot be fetched');
      }
      this.#failure = { since: this.#failure?.since ?? date(), reason };
    }
  }

  #use(keys: JSONWebKeySet): void {
    const text = JSON.stringify(keys);
    if (text === this.#text) return;
    const known = this.#keys !== undefined;
    this.#text = text;
    this.#keys = createLocalJWKSet(keys);
    this.#count = keys.keys.length;
    if (known) this.#changed();
  }
}

/** The asymmetric keys for signatures. A symmetric key in a public document is a secret that is known to all. */
function publicKeys(document: Readonly<Record<string, unknown>>): JSONWebKeySet {
  const { keys } = document;
  if (!Array.isArray(keys)) throw new DocumentError('The key set of the issuer has no "keys"');
  const usable = keys.filter(
    key => typeof key === 'object' && key !== null && ['RSA', 'EC', 'OKP'].includes(key.kty),
  );
  if (usable.length === 0) throw new DocumentError('The key set of the issuer has no public key');
  if (usable.length > MAX_KEYS) throw new DocumentError(`The key set has more than ${MAX_KEYS} keys`);
  return { keys: usable };
}

export function isUnknownKey(thrown: unknown): boolean {
  return thrown instanceof errors.JWKSNoMatchingKey;
}
