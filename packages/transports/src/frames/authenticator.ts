import { type Dialect, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import { type Kernel, Principal } from '@worldwire/server/internal';
import { type AuthFailures, AuthThrottle, BACKOFF } from '../auth/auth-throttle.js';
import type { TokenStore } from '../auth/tokens.js';

export interface FramesWorld {
  readonly kernel: Kernel;
  readonly dialect?: Dialect;
}

/** An authenticated client, and the world it calls. */
export interface Client {
  readonly who: Principal;
  readonly world: string;
}

export type Authentication =
  | { readonly kind: 'client'; readonly client: Client }
  | { readonly kind: 'engine'; readonly who: Principal; readonly hello: JsonObject }
  /** The token is wrong; the answer is delayed. */
  | { readonly kind: 'denied'; readonly delayMs: number }
  /** The token is right, but other parameters are not. */
  | { readonly kind: 'invalid'; readonly error: WireError };

export interface AuthenticatorOptions {
  readonly worlds: ReadonlyMap<string, FramesWorld>;
  readonly tokens: TokenStore | undefined;
  readonly enginesOnly: boolean;
  readonly now: () => number;
  /** Shared by all listeners of a process. */
  readonly failures: AuthFailures | undefined;
}

/** Decides the outcome of `session.authenticate`. */
export class Authenticator {
  readonly #options: AuthenticatorOptions;
  readonly #throttle: AuthThrottle;

  constructor(options: AuthenticatorOptions) {
    this.#options = options;
    this.#throttle = new AuthThrottle(BACKOFF, options.now, options.failures);
  }

  /** The client of a connection that has not authenticated, or undefined if it must. */
  get anonymous(): Client | undefined {
    const { tokens, enginesOnly } = this.#options;
    return tokens === undefined && !enginesOnly
      ? { who: Principal.LOCAL, world: this.#defaultWorld }
      : undefined;
  }

  authenticate(params: JsonObject, address: string): Authentication {
    const who = this.#principal(params.token, address);
    if (who === undefined) {
      // Without a token nothing was guessed.
      const delayMs = typeof params.token === 'string' ? this.#throttle.failed(address) : 0;
      return { kind: 'denied', delayMs };
    }
    const { token: _, role = 'client', ...hello } = params;
    if (role === 'engine') return { kind: 'engine', who, hello: { role, ...hello } };
    if (this.#options.enginesOnly) {
      return invalid(
        'This address is for engines: send "role": "engine". Clients connect to another address.',
      );
    }
    if (role !== 'client') {
      return invalid('"role" must be "client" (the default) or "engine".');
    }
    const { world = this.#defaultWorld } = params;
    const { worlds } = this.#options;
    if (typeof world === 'string' && worlds.has(world)) {
      return { kind: 'client', client: { who, world } };
    }
    const known = [...worlds.keys()];
    return invalid(`Unknown world. This server has: ${known.join(', ')}.`, { worlds: known });
  }

  #principal(token: JsonValue | undefined, address: string): Principal | undefined {
    const { tokens } = this.#options;
    if (tokens === undefined) return Principal.LOCAL;
    const credential = typeof token === 'string' ? tokens.find(token)?.principal : undefined;
    if (credential === undefined || this.#throttle.waitMs(address, credential) > 0) return undefined;
    this.#throttle.succeeded(address, credential);
    return credential;
  }

  get #defaultWorld(): string {
    return this.#options.worlds.keys().next().value as string;
  }
}

function invalid(message: string, data?: JsonObject): Authentication {
  return { kind: 'invalid', error: WireError.of('InvalidParams', message, data) };
}
