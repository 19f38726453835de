import { type OAuthResource, WELL_KNOWN } from './oauth-resource.js';

/** A listener as one or several resources of OAuth. */
export interface ResourceServer {
  /** The resource of a path. */
  at(path: string): OAuthResource;
  /** The resource of the console and of the operator's interface, at every port. Undefined while its address is not known. */
  operator(): OAuthResource | undefined;
  /** The metadata at a well-known path, or undefined where there is none. */
  metadataAt(wellKnown: string): object | undefined;
}

export interface OperatorResource {
  /** The same for all listeners of a process, so that a token for a world does not operate at the port of the world. */
  find(): OAuthResource | undefined;
  /** Whether it is at the root of this listener, so that its metadata is here. */
  readonly isHere: boolean;
}

/**
 * Several worlds at one listener. Each is a resource of its own, below its prefix, so that a token for one of them is not
 * accepted by another.
 */
export class OAuthResources implements ResourceServer {
  readonly #root: OAuthResource;
  readonly #byPrefix: ReadonlyMap<string, OAuthResource>;
  readonly #operator: OperatorResource;

  /** `byPrefix` has prefixes such as `/universe`. All other paths belong to the root. */
  constructor(
    root: OAuthResource,
    byPrefix: ReadonlyMap<string, OAuthResource>,
    operator: OperatorResource = { find: () => root, isHere: true },
  ) {
    this.#root = root;
    this.#byPrefix = byPrefix;
    this.#operator = operator;
  }

  at(path: string): OAuthResource {
    const end = path.indexOf('/', 1);
    return this.#byPrefix.get(end === -1 ? path : path.slice(0, end)) ?? this.#root;
  }

  operator(): OAuthResource | undefined {
    return this.#operator.find();
  }

  metadataAt(wellKnown: string): object | undefined {
    const operator = this.#operator.isHere ? this.operator() : undefined;
    // A world answers for the bare path too, which is that of the address as a whole here.
    if (wellKnown === WELL_KNOWN) return (operator ?? this.#root).metadataAt(wellKnown);
    for (const resource of this.#byPrefix.values()) {
      const metadata = resource.metadataAt(wellKnown);
      if (metadata !== undefined) return metadata;
    }
    return this.#root.metadataAt(wellKnown) ?? operator?.metadataAt(wellKnown);
  }
}
