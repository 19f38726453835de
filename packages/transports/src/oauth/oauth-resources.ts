import { type OAuthResource, WELL_KNOWN } from './oauth-resource.js';

/** A listener as one or several resources of OAuth. */
export interface ResourceServer {
  /** The resource of a path. */
  at(path: string): OAuthResource;
  /** The metadata at a well-known path, or undefined where there is none. */
  metadataAt(wellKnown: string): object | undefined;
}

/**
 * Several worlds at one listener. Each is a resource of its own, below its prefix, so that a token for one of them is not
 * accepted by another.
 */
export class OAuthResources implements ResourceServer {
  readonly #root: OAuthResource;
  readonly #byPrefix: ReadonlyMap<string, OAuthResource>;

  /** `byPrefix` has prefixes such as `/universe`. All other paths belong to the root. */
  constructor(root: OAuthResource, byPrefix: ReadonlyMap<string, OAuthResource>) {
    this.#root = root;
    this.#byPrefix = byPrefix;
  }

  at(path: string): OAuthResource {
    const end = path.indexOf('/', 1);
    return this.#byPrefix.get(end === -1 ? path : path.slice(0, end)) ?? this.#root;
  }

  metadataAt(wellKnown: string): object | undefined {
    // A world answers for the bare path too, which is that of the root here.
    if (wellKnown === WELL_KNOWN) return this.#root.metadataAt(wellKnown);
    for (const resource of this.#byPrefix.values()) {
      const metadata = resource.metadataAt(wellKnown);
      if (metadata !== undefined) return metadata;
    }
    return this.#root.metadataAt(wellKnown);
  }
}
