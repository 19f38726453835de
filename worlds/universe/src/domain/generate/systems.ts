import type { Entity } from '../model/state.js';
import type { Steps } from '../model/steps.js';
import type { GenerateRequest } from './generate-request.js';
import { body, type Generated } from './generated.js';
import { type Random, rounded } from './random.js';
import { AU, meanMotion, randomStar, SOLAR_MASS } from './stars.js';

const STEP_BODIES = 512;
const EARTH_MASS = 5.972e24;
const EARTH_RADIUS = 6_371;
const MAX_MOONS = 4;
const ROMAN = ['I', 'II', 'III', 'IV'];

/** A star with `count` planets, some of them with moons and rings. */
export function* system({ count, name, id, position }: GenerateRequest, random: Random): Steps<Generated> {
  const { x, y, z } = position;
  const offset = { orbitOffsetX: x, orbitOffsetY: y, orbitOffsetZ: z };
  const place = x === 0 && y === 0 && z === 0 ? {} : offset;
  const star = body(id, name, null, { bodyType: 'star', ...randomStar(random), ...place });
  const bodies = [star];
  const mass = star.mass as number;
  const scale = Math.sqrt(mass / SOLAR_MASS);
  let axis = AU * scale * random.between(0.15, 0.4);
  for (let number = 0; number < count; number++) {
    bodies.push(...planetWithMoons(random, star, number, axis, axis > 3 * AU * scale));
    // The spacing of the planets of the Sun, which leaves room for their moons.
    axis *= random.between(1.4, 2);
    yield;
  }
  return { bodies };
}

function planetWithMoons(random: Random, star: Entity, index: number, axis: number, cold: boolean): Entity[] {
  const giant = cold && random.next() < 0.7;
  const earths = giant ? random.logBetween(14, 400) : random.logBetween(0.05, 8);
  const radius = EARTH_RADIUS * (giant ? 3.9 * (earths / 17) ** 0.33 : earths ** 0.28);
  const letter = String.fromCharCode('b'.charCodeAt(0) + (index % 25)) + (index >= 25 ? index : '');
  const mass = rounded(earths * EARTH_MASS);
  const ringed = giant && random.next() < 0.4;
  const planet = body(`${star.id}-${letter}`, `${star.name} ${letter}`, star.id, {
    bodyType: 'planet',
    mass,
    radius: rounded(radius),
    color: random.pick(giant ? ['#d8b98a', '#9fc3d9', '#7f9fd8'] : ['#b0765a', '#7f94b8', '#c9b79c']),
    ...orbit(random, star.mass as number, axis),
    ...(ringed && { ring: ring(random) }),
  });
  const moons = random.whole(0, giant ? MAX_MOONS : 1);
  const bodies = [planet];
  let distance = radius * random.between(8, 15);
  for (let moon = 0; moon < moons; moon++) {
    const moonMass = mass * random.logBetween(1e-6, giant ? 1e-4 : 1e-2);
    bodies.push(
      body(`${planet.id}-${moon + 1}`, `${planet.name} ${ROMAN[moon]}`, planet.id, {
        bodyType: 'moon',
        mass: rounded(moonMass),
        radius: rounded(EARTH_RADIUS * (moonMass / EARTH_MASS / 0.6) ** 0.33),
        color: random.pick(['#b8b8b0', '#d8cfb0', '#a89f94']),
        ...orbit(random, mass, distance),
      }),
    );
    distance *= random.between(1.5, 2.2);
  }
  return bodies;
}

/** `count` asteroids around a body, and the field that a renderer draws. */
export function* belt(request: GenerateRequest, random: Random, host: Entity): Steps<Generated> {
  const { count, name, id, radius, innerRadius } = request;
  const mass = (host.mass as number) || SOLAR_MASS;
  const scale = Math.sqrt(mass / SOLAR_MASS);
  const inner = Math.max(innerRadius ?? 2.1 * AU * scale, 1.5 * (host.radius as number));
  const outer = Math.max(radius ?? 3.3 * AU * scale, 1.2 * inner);
  const bodies: Entity[] = [];
  for (let number = 1; number <= count; number++) {
    const size = random.logBetween(1, 400);
    bodies.push(
      body(`${id}-${number}`, `${name} ${number}`, host.id, {
        bodyType: 'asteroid',
        mass: rounded((4 / 3) * Math.PI * size ** 3 * 2.5e12),
        radius: rounded(size),
        color: random.pick(['#8a7f70', '#9c8f7d', '#6f675c']),
        ...orbit(random, mass, random.between(inner, outer), 0.15),
      }),
    );
    if (number % STEP_BODIES === 0) yield;
  }
  const smallBodyField = {
    id,
    name,
    hostStarId: host.id,
    innerRadius: rounded(inner),
    outerRadius: rounded(outer),
    thickness: rounded((outer - inner) / 4),
    particleCount: 4_000,
    baseColor: '#8a7f70',
    opacity: 0.7,
    beltType: 'main',
    isIcy: false,
    seed: random.whole(1, 1_000_000),
  };
  return { bodies, smallBodyField };
}

function orbit(random: Random, mass: number, axis: number, maxEccentricity = 0.08) {
  return {
    orbitalDistance: rounded(axis),
    orbitalSpeed: meanMotion(mass, axis),
    orbitalPhase: rounded(random.between(0, 2 * Math.PI)),
    eccentricity: rounded(random.between(0, maxEccentricity)),
    orbitRotX: rounded(0.04 * random.normal()),
  };
}

function ring(random: Random) {
  const inner = random.between(1.2, 1.6);
  return {
    innerRadiusMultiplier: rounded(inner),
    outerRadiusMultiplier: rounded(inner * random.between(1.2, 1.6)),
    thickness: 0.02,
    opacity: rounded(random.between(0.2, 0.9)),
    albedo: 0.5,
    color: '#d9c79a',
    density: 0.5,
  };
}
