/** Answers of the Unreal world, as far as the view uses them. */

export type Provenance = 'live' | 'disk' | 'sample';

export interface Answered {
  readonly provenance: Provenance;
  readonly revision: number;
  readonly note?: string;
  readonly notes?: readonly string[];
}

export interface Listed<Item> extends Answered {
  readonly items: readonly Item[];
  readonly total?: number;
  readonly returned: number;
  readonly nextCursor?: string;
}

export interface EditorState extends Answered {
  readonly project?: { readonly name: string; readonly engineVersion?: string };
  readonly level?: string;
  readonly sources: readonly {
    readonly provenance: Provenance;
    readonly status: string;
    readonly since: string;
    readonly reason?: string;
  }[];
  readonly blocked?: unknown;
}

export interface Asset {
  readonly path: string;
  readonly name: string;
  readonly class: string;
  readonly size?: number;
}

export interface Axes3 {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

export interface Rotator {
  readonly pitch: number;
  readonly yaw: number;
  readonly roll: number;
}

export interface Actor {
  readonly path: string;
  readonly name: string;
  readonly label?: string;
  readonly class: string;
  readonly location?: Axes3;
  readonly rotation?: Rotator;
  readonly scale?: Axes3;
  readonly attachedTo?: string;
}

export interface ActorDetail extends Actor, Answered {
  readonly level?: string;
  readonly components?: readonly { readonly path: string; readonly name: string; readonly class: string }[];
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface Outline {
  readonly parent?: string;
  readonly interfaces?: readonly string[];
  readonly components?: readonly {
    readonly name: string;
    readonly class: string;
    readonly parent?: string;
  }[];
  readonly variables?: readonly {
    readonly name: string;
    readonly type: string;
    readonly default?: unknown;
    readonly category?: string;
  }[];
  readonly functions?: readonly { readonly name: string; readonly graph?: string }[];
  readonly graphs?: readonly {
    readonly name: string;
    readonly nodes?: number;
    readonly events?: readonly string[];
    readonly calls?: readonly string[];
    readonly sets?: readonly string[];
    readonly gets?: readonly string[];
    readonly others?: readonly string[];
  }[];
  readonly callers?: Readonly<Record<string, readonly string[]>>;
}

export interface AssetDetail extends Asset, Answered {
  readonly savedBy?: string;
  readonly blueprint?: Outline;
  readonly level?: { readonly actors?: number };
  readonly tags?: Readonly<Record<string, unknown>>;
  readonly properties?: Readonly<Record<string, unknown>>;
}

export interface Reference {
  readonly path: string;
  readonly soft: boolean;
  readonly depth?: number;
}

export interface References extends Answered {
  readonly references?: readonly Reference[];
  readonly referencers?: readonly Reference[];
}

/** An object of a package, from get_blueprint_contents. */
export interface PackageObject {
  readonly class: string;
  readonly name: string;
  /** Names of the objects around it, in a list without `children`. */
  readonly in?: string;
  readonly properties?: Readonly<Record<string, unknown>>;
  /** Of a node of a graph. */
  readonly pins?: unknown;
  readonly children?: readonly PackageObject[];
}

/** An entry of unreal://journal. */
export interface Write {
  readonly revision: number;
  /** ISO 8601. */
  readonly at: string;
  readonly principal?: string;
  readonly tool: string;
  readonly arguments?: Readonly<Record<string, unknown>>;
  readonly before?: unknown;
  readonly after?: unknown;
  readonly outcome?: string;
  readonly error?: { readonly message?: string };
}
