/** Anything with an id. Unknown fields are kept. */
export interface Entity {
  readonly id: string;
  readonly [field: string]: unknown;
}

/** Any body: star, planet, moon, asteroid. In the units of its universe. */
export interface Star extends Entity {
  readonly name: string;
  readonly mass: number;
  readonly radius: number;
  readonly color: string;
  readonly children: readonly string[];
  readonly parentId: string | null;
  readonly bodyType?: BodyType;
  readonly ring?: Ring;
  readonly orbitalDistance: number;
  /** Mean motion, an angle per second; negative is retrograde. */
  readonly orbitalSpeed: number;
  /** Mean anomaly at time 0. */
  readonly orbitalPhase: number;
  readonly semiMajorAxis?: number;
  readonly eccentricity?: number;
  readonly orbitOffsetX?: number;
  readonly orbitOffsetY?: number;
  readonly orbitOffsetZ?: number;
  readonly orbitRotX?: number;
  readonly orbitRotY?: number;
  readonly orbitRotZ?: number;
}

export const BODY_TYPES = [
  'star',
  'planet',
  'moon',
  'asteroid',
  'comet',
  'lagrangePoint',
  'blackHole',
] as const;
export type BodyType = (typeof BODY_TYPES)[number];

export interface Ring {
  readonly innerRadiusMultiplier: number;
  readonly outerRadiusMultiplier: number;
  readonly thickness: number;
  readonly opacity: number;
  readonly albedo: number;
  readonly color: string;
  readonly density: number;
  readonly [field: string]: unknown;
}

export interface GroupChild {
  readonly id: string;
  /** A system is a root body with its descendants. */
  readonly type: 'system' | 'group';
}

export interface Group extends Entity {
  readonly name: string;
  readonly children: readonly GroupChild[];
  readonly parentGroupId: string | null;
}

/** The records of entities by id. */
export const KINDS = [
  'stars',
  'groups',
  'belts',
  'smallBodyFields',
  'protoplanetaryDisks',
  'nebulae',
] as const;
export type Kind = (typeof KINDS)[number];

/**
 * `standard`: km, kg, radians. `scene`, from the solar-system-constructor project: degrees, distances in units of the scene,
 * radii and masses of bodies in those of Earth. Seconds in both.
 */
export const UNIT_SYSTEMS = ['standard', 'scene'] as const;
export type UnitSystem = (typeof UNIT_SYSTEMS)[number];

export interface UniverseState {
  readonly stars: Readonly<Record<string, Star>>;
  readonly rootIds: readonly string[];
  readonly groups: Readonly<Record<string, Group>>;
  readonly rootGroupIds: readonly string[];
  readonly belts: Readonly<Record<string, Entity>>;
  readonly smallBodyFields: Readonly<Record<string, Entity>>;
  readonly protoplanetaryDisks: Readonly<Record<string, Entity>>;
  readonly nebulae: Readonly<Record<string, Entity>>;
  /** Seconds. */
  readonly time: number;
  /** Undefined: `standard`. */
  readonly units?: 'scene' | undefined;
}
