import { type Dialect, type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import type { Kernel } from '@worldwire/server';
import type { TokenBook } from '../http/tokens.js';
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

/** Judges `session.authenticate`. */
export class Doorkeeper {
  readonly #worlds: ReadonlyMap<string, FramesWorld>;
  readonly #tokens: TokenBook | undefined;
  readonly #slowdown: Slowdown;

  constructor(
    worlds: ReadonlyMap<string, FramesWorld>,
    tokens: TokenBook | undefined,
    readonly now: () => number,
  ) {
    this.#worlds = worlds;
    this.#tokens = tokens;
    this.#slowdown = new Slowdown(now);
  }

  /** Who a client is before it says so, or undefined where it must. */
  get anybody(): Guest | undefined {
    return this.#tokens === undefined ? { principal: LOCAL, world: this.#first } : undefined;
  }

  judge(params: JsonObject, address: string): Verdict {
    const principal = this.#principal(params.token);
    // Whoever has a token comes in at once, however often others behind the same address guessed wrong.
    if (principal === undefined) return { kind: 'stranger', delayMs: this.#slowdown.failed(address) };
    const { token: _, role = 'client', ...hello } = params;
    if (role === 'engine') return { kind: 'engine', hello: { role, ...hello } };
    if (role !== 'client') {
      return refused('"role" is "client", which is also meant where it is left out, or "engine".');
    }
    const { world = this.#first } = params;
    if (typeof world === 'string' && this.#worlds.has(world)) {
      return { kind: 'client', guest: { principal, world } };
    }
    const known = [...this.#worlds.keys()];
    return refused(`There is no such world here. Known: ${known.join(', ')}.`, { worlds: known });
  }

  #principal(token: JsonValue | undefined): string | undefined {
    if (this.#tokens === undefined) return LOCAL;
    return typeof token === 'string' ? this.#tokens.find(token) : undefined;
  }

  get #first(): string {
    return this.#worlds.keys().next().value as string;
  }
}

function refused(message: string, data?: JsonObject): Verdict {
  return { kind: 'refused', error: WireError.of('InvalidParams', message, data) };
}
