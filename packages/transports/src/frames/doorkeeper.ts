import { type Dialect, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Kernel } from '@worldwire/server';
import { KnownCallers } from '../http/known-callers.js';
import type { Credential, TokenBook } from '../http/tokens.js';
import { Slowdown } from './slowdown.js';

/** Who calls where no credential is asked for. */
const LOCAL = 'local';

export interface FramesWorld {
  readonly kernel: Kernel;
  readonly dialect?: Dialect;
}

/** A client, and the world it speaks with. */
export interface Guest {
  readonly principal: string;
  readonly world: string;
}

export type Verdict =
  | { readonly kind: 'client'; readonly guest: Guest }
  | { readonly kind: 'engine'; readonly hello: JsonObject }
  /** The credential is wrong; the answer has to wait that long. */
  | { readonly kind: 'stranger'; readonly delayMs: number }
  | { readonly kind: 'refused'; readonly error: WireError };

export interface DoorRules {
  readonly worlds: ReadonlyMap<string, FramesWorld>;
  readonly tokens: TokenBook | undefined;
  readonly enginesOnly: boolean;
  readonly now: () => number;
}

/** Judges `session.authenticate`. */
export class Doorkeeper {
  readonly #rules: DoorRules;
  readonly #slowdown: Slowdown;
  readonly #known = new KnownCallers();

  constructor(rules: DoorRules) {
    this.#rules = rules;
    this.#slowdown = new Slowdown(rules.now);
  }

  /** Who a client is before it says so, or undefined where it must. */
  get anybody(): Guest | undefined {
    const { tokens, enginesOnly } = this.#rules;
    return tokens === undefined && !enginesOnly ? { principal: LOCAL, world: this.#first } : undefined;
  }

  judge(params: JsonObject, address: string): Verdict {
    const principal = this.#principal(params.token, address);
    if (principal === undefined) return { kind: 'stranger', delayMs: this.#slowdown.failed(address) };
    const { token: _, role = 'client', ...hello } = params;
    if (role === 'engine') return { kind: 'engine', hello: { role, ...hello } };
    if (this.#rules.enginesOnly) {
      return refused('Engines dial in here, with "role": "engine". Clients are served at another address.');
    }
    if (role !== 'client') {
      return refused('"role" is "client", which is also meant where it is left out, or "engine".');
    }
    const { world = this.#first } = params;
    const { worlds } = this.#rules;
    if (typeof world === 'string' && worlds.has(world)) {
      return { kind: 'client', guest: { principal, world } };
    }
    const known = [...worlds.keys()];
    return refused(`There is no such world here. Known: ${known.join(', ')}.`, { worlds: known });
  }

  #principal(token: JsonValue | undefined, address: string): string | undefined {
    const { tokens } = this.#rules;
    if (tokens === undefined) return LOCAL;
    const credential = typeof token === 'string' ? tokens.find(token) : undefined;
    if (credential === undefined || !this.#mayEnter(credential, address)) return undefined;
    this.#known.add(address, credential);
    return credential.principal;
  }

  /**
   * While an address waits, even a right token counts as a wrong one, or waiting would not slow guesses. One that came in
   * from there before always comes in, however often others behind the same address guessed.
   */
  #mayEnter(credential: Credential, address: string): boolean {
    return !this.#slowdown.waits(address) || this.#known.has(address, credential);
  }

  get #first(): string {
    return this.#rules.worlds.keys().next().value as string;
  }
}

function refused(message: string, data?: JsonObject): Verdict {
  return { kind: 'refused', error: WireError.of('InvalidParams', message, data) };
}
