import type { Principal, Right } from '@worldwire/server/internal';
import type { OAuthIssuers } from './oauth-issuers.js';
import type { OAuthRefusal } from './oauth-refusal.js';
import { OAuthVerifier, type Verified } from './oauth-verifier.js';
import type { Scopes } from './scopes.js';

export const WELL_KNOWN = '/.well-known/oauth-protected-resource';
/** The rights that metadata lists: the others are for operators. */
const LISTED: readonly Right[] = ['read', 'write', 'eval'];
/** What the listener as a whole needs: the console and the operator's interface. */
const OPERATOR: readonly Right[] = ['operate', 'approve'];

/** A path of the listener, with the world that is served there. */
export interface ResourcePath {
  readonly path: string;
  /** Undefined for the listener as a whole. */
  readonly world: string | undefined;
}

export interface ResourceOptions {
  readonly issuers: OAuthIssuers;
  readonly scopes: Scopes;
  /** The public URL of the first path. Never that of a request: a client may send any Host. */
  readonly audience: string;
  readonly paths: readonly ResourcePath[];
  /** The time of day in milliseconds. */
  readonly date: () => number;
}

/** A listener as an OAuth 2.1 resource server: verifies tokens, and tells clients where to get them (RFC 9728). */
export class OAuthResource {
  readonly #options: ResourceOptions;
  readonly #verifier: OAuthVerifier;
  readonly #first: ResourcePath;
  readonly #byPath: ReadonlyMap<string, ResourcePath>;

  constructor(options: ResourceOptions) {
    const { issuers, scopes, date, paths } = options;
    this.#options = options;
    this.#first = paths[0] as ResourcePath;
    this.#byPath = new Map(paths.map(each => [each.path, each]));
    const audiences = [...new Set(paths.flatMap(({ path }) => spellings(this.resourceOf(path))))];
    this.#verifier = new OAuthVerifier({ issuers, audiences, scopes, date });
    issuers.onChange(() => this.#verifier.forget());
  }

  /** One resource for all paths. */
  at(_path: string): this {
    return this;
  }

  /** A listener that is one resource has no other for the operator. */
  operator(): this {
    return this;
  }

  /** Synchronous for a token that was verified before. */
  verify(token: string): Verified | Promise<Verified> {
    return this.#verifier.verify(token);
  }

  /** The principal of a token that was verified before. */
  known(token: string): Principal | undefined {
    return this.#verifier.known(token);
  }

  /** The resource identifier of a path: its public URL. Other paths than those of MCP belong to the first. */
  resourceOf(path: string): string {
    const { audience } = this.#options;
    const { path: first } = this.#first;
    if (path === first || !this.#byPath.has(path) || !audience.endsWith(first)) return audience;
    return audience.slice(0, -first.length) + path;
  }

  /** The metadata at a well-known path, or undefined where there is none. */
  metadataAt(wellKnown: string): object | undefined {
    const path = [...this.#byPath.keys()].find(each =>
      wellKnownPaths(each, this.resourceOf(each)).has(wellKnown),
    );
    if (path === undefined) return wellKnown === WELL_KNOWN ? this.#metadata(this.#first) : undefined;
    return this.#metadata(this.#byPath.get(path) as ResourcePath);
  }

  /** `WWW-Authenticate` of a 401: where to get a token, and why this one was refused. */
  unauthorized(path: string, refusal?: OAuthRefusal): string {
    const { world } = this.#at(path);
    const why = refusal && { error: 'invalid_token', error_description: refusal.reason };
    return this.#challenge(path, {
      ...why,
      scope: this.#options.scopes.scopesOf(world === undefined ? ['operate'] : ['read'], world).join(' '),
    });
  }

  /** `WWW-Authenticate` of a 403: which scope a token needs. */
  insufficient(path: string, right: Right, world: string): string {
    const scope = this.#options.scopes.scopeOf(right, world) ?? '';
    return this.#challenge(path, {
      error: 'insufficient_scope',
      scope,
      error_description: `The right ${world}:${right} is required.`,
    });
  }

  #challenge(path: string, parameters: Readonly<Record<string, string>>): string {
    const metadata = metadataUrl(this.resourceOf(path));
    return `Bearer ${Object.entries({ ...parameters, resource_metadata: metadata })
      .filter(([, value]) => value !== '')
      .map(([name, value]) => `${name}="${value}"`)
      .join(', ')}`;
  }

  #at(path: string): ResourcePath {
    return this.#byPath.get(path) ?? this.#first;
  }

  #metadata({ path, world }: ResourcePath): object {
    const { issuers, scopes } = this.#options;
    return {
      resource: this.resourceOf(path),
      authorization_servers: issuers.names,
      scopes_supported: scopes.scopesOf(world === undefined ? [...LISTED, ...OPERATOR] : LISTED, world),
      bearer_methods_supported: ['header'],
      resource_name: world === undefined ? 'Worldwire' : `Worldwire: ${world}`,
    };
  }
}

/** Clients that parse a URL write the root with a slash. */
function spellings(resource: string): readonly string[] {
  const { origin } = new URL(resource);
  return resource === origin || resource === `${origin}/` ? [origin, `${origin}/`] : [resource];
}

function metadataUrl(resource: string): string {
  const { origin, pathname, search } = new URL(resource);
  return origin + WELL_KNOWN + (pathname === '/' ? '' : pathname) + search;
}

/** By the path here, and by the public one: a proxy may serve this listener below another path. */
function wellKnownPaths(path: string, resource: string): ReadonlySet<string> {
  return new Set([WELL_KNOWN + path, new URL(metadataUrl(resource)).pathname]);
}
