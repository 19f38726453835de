import type { BodyType, Star, UniverseState } from '../domain/model/state.js';
import { MOONS, type MoonRow } from './moons.js';
import { orientation } from './orientation.js';
import { PLANETS, type PlanetRow } from './planets.js';
import { AU, DISKS, GROUPS, NEBULAE, RINGS, SMALL_BODY_FIELDS } from './surroundings.js';

export const SOL_ID = 'sol';
export const SOL_NAME = 'Sol';

const SUN_ID = 'sun';
const DEGREE = Math.PI / 180;
const DAY = 86_400;
const CENTURY = 36_525 * DAY;

/**
 * The solar system. Time 0 is J2000.0 (2000-01-01 12:00 TT); the x–z plane is the ecliptic of that date, +x points to the
 * vernal equinox, +y to the north. Each call returns a new object.
 */
export function solarSystem(): UniverseState {
  const bodies = [sun(), ...PLANETS.map(planet), ...MOONS.map(moon)];
  return structuredClone({
    stars: Object.fromEntries(bodies.map(body => [body.id, body])),
    rootIds: [SUN_ID],
    groups: GROUPS,
    rootGroupIds: ['milky-way', 'magellanic-clouds'],
    belts: {},
    smallBodyFields: SMALL_BODY_FIELDS,
    protoplanetaryDisks: DISKS,
    nebulae: NEBULAE,
    time: 0,
  });
}

function sun(): Star {
  return {
    id: SUN_ID,
    name: 'Sun',
    mass: 1.98841e30,
    radius: 695_700,
    color: '#ffd27a',
    bodyType: 'star',
    parentId: null,
    children: PLANETS.map(row => row[0]),
    orbitalDistance: 0,
    orbitalSpeed: 0,
    orbitalPhase: 0,
  };
}

function planet(row: PlanetRow): Star {
  const [id, name, bodyType, mass, radius, color, axis, eccentricity, inclination, node, perihelion] = row;
  const [longitude, motion] = [row[11], row[12]];
  return {
    ...physical(id, name, bodyType, mass, radius, color),
    parentId: SUN_ID,
    children: MOONS.filter(moonRow => moonRow[2] === id).map(moonRow => moonRow[0]),
    ...orbit(axis * AU, eccentricity, inclination, node, perihelion - node),
    orbitalSpeed: tidy((motion * DEGREE) / CENTURY),
    orbitalPhase: phase(longitude - perihelion),
  };
}

function moon(row: MoonRow): Star {
  const [id, name, parentId, mass, radius, color, axis, eccentricity, inclination, node, periapsis] = row;
  const [anomaly, period] = [row[11], row[12]];
  return {
    ...physical(id, name, 'moon', mass, radius, color),
    parentId,
    children: [],
    ...orbit(axis, eccentricity, inclination, node, periapsis),
    orbitalSpeed: tidy((2 * Math.PI) / (period * DAY)),
    orbitalPhase: phase(anomaly),
  };
}

function physical(
  id: string,
  name: string,
  bodyType: BodyType,
  mass: number,
  radius: number,
  color: string,
): Pick<Star, 'id' | 'name' | 'mass' | 'radius' | 'color' | 'bodyType' | 'ring'> {
  const ring = RINGS[id];
  return { id, name, mass, radius, color, bodyType, ...(ring === undefined ? {} : { ring }) };
}

function orbit(axis: number, eccentricity: number, inclination: number, node: number, periapsis: number) {
  const turn = orientation(inclination, node, periapsis);
  return {
    orbitalDistance: tidy(axis),
    semiMajorAxis: tidy(axis),
    eccentricity,
    orbitRotX: tidy(turn.x),
    orbitRotY: tidy(turn.y),
    orbitRotZ: tidy(turn.z),
  };
}

/** Degrees to radians in [0, 2π). */
function phase(degrees: number): number {
  return tidy((((degrees % 360) + 360) % 360) * DEGREE);
}

/** More digits than the accuracy of the data would only make states larger. */
function tidy(value: number): number {
  return Number(value.toPrecision(9));
}
