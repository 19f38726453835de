import { RIGHTS, type Right, Rights } from '@worldwire/server/internal';

const PREFIX = 'worldwire';
const RIGHT = RIGHTS.join('|');
/** A right in all worlds, or a world and a right. */
const DEFAULT_SCOPE = new RegExp(`^${PREFIX}:(?:(?!(?:${RIGHT}):)[\\w.-]+:)?(?:${RIGHT})$`);
/** The characters of RFC 6749, section 3.3. */
const SCOPE = /^[\x21\x23-\x5b\x5d-\x7e]{1,256}$/;

/** Rights by scope, as the operator configures them. */
export type ScopeSettings = Readonly<Record<string, readonly string[]>>;

/**
 * Scopes of tokens as rights. By default `worldwire:write` is the right `write` and `worldwire:unity:read` is `unity:read`;
 * a configured mapping replaces that. Other scopes mean nothing here.
 */
export class Scopes {
  readonly #words: ReadonlyMap<string, readonly string[]> | undefined;
  readonly #rights: ReadonlyMap<string, Rights>;

  /** Throws an error that names a wrong scope or right. */
  constructor(settings?: ScopeSettings) {
    const entries = Object.entries(settings ?? {});
    for (const [scope] of entries) {
      if (SCOPE.test(scope)) continue;
      throw new Error(
        `"${scope}" is not a scope: use printable ASCII without spaces, quotes and backslashes.`,
      );
    }
    this.#words = settings === undefined ? undefined : new Map(entries);
    this.#rights = new Map(entries.map(([scope, words]) => [scope, Rights.parse(words)]));
  }

  rightsOf(scopes: readonly string[]): Rights {
    return Rights.parse([...new Set(scopes.flatMap(scope => this.#wordsOf(scope)))]);
  }

  /** The narrowest scope that gives the right in the world, or in all. Undefined where no scope does. */
  scopeOf(right: Right, world: string | undefined): string | undefined {
    if (this.#words === undefined) return [PREFIX, world, right].filter(part => part !== undefined).join(':');
    const granting = [...this.#rights].filter(([, rights]) => rights.has(right, world));
    const breadth = (rights: Rights) =>
      RIGHTS.filter(each => rights.has(each, world)).length + RIGHTS.filter(each => rights.has(each)).length;
    return granting.sort(([, left], [, other]) => breadth(left) - breadth(other))[0]?.[0];
  }

  /** The scopes for these rights in the world, without repetitions. */
  scopesOf(rights: readonly Right[], world: string | undefined): readonly string[] {
    return [...new Set(rights.flatMap(right => this.scopeOf(right, world) ?? []))];
  }

  #wordsOf(scope: string): readonly string[] {
    if (this.#words !== undefined) return this.#words.get(scope) ?? [];
    return DEFAULT_SCOPE.test(scope) ? [scope.slice(PREFIX.length + 1)] : [];
  }
}
