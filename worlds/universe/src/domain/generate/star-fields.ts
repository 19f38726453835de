import type { Steps } from '../model/steps.js';
import type { GenerateRequest } from './generate-request.js';
import { body, type Generated } from './generated.js';
import { type Random, rounded } from './random.js';
import { LIGHT_YEAR, randomStar } from './stars.js';

const STEP_STARS = 512;
const CLUSTER_RADIUS = 10 * LIGHT_YEAR;
const GALAXY_RADIUS = 50_000 * LIGHT_YEAR;
/** Orbits in a galaxy have about the same speed everywhere, in km/s. */
const ROTATION = 220;
const ARMS = 4;
/** How often an arm goes around the centre. */
const ARM_TURNS = 1.2;

interface Place {
  readonly [field: string]: number;
}

/** A cluster or a galaxy: a group of stars, each of which is a system. */
export function* starField(request: GenerateRequest, random: Random): Steps<Generated> {
  const { kind, count, name, id, position } = request;
  const placeOf = kind === 'galaxy' ? galaxyPlace : clusterPlace;
  const radius = request.radius ?? (kind === 'galaxy' ? GALAXY_RADIUS : CLUSTER_RADIUS);
  const bodies = [];
  for (let number = 1; number <= count; number++) {
    const star = { bodyType: 'star', ...randomStar(random), ...placeOf(random, radius, position) };
    bodies.push(body(`${id}-${number}`, `${name} ${number}`, null, star));
    if (number % STEP_STARS === 0) yield;
  }
  const color = kind === 'galaxy' ? '#c8b8ff' : '#a8c8ff';
  return { group: { id, name, parentGroupId: request.groupId ?? null, color, position }, bodies };
}

type Position = GenerateRequest['position'];

/** A Plummer sphere, without the few stars far outside. */
function clusterPlace(random: Random, radius: number, { x, y, z }: Position): Place {
  const share = random.between(0.001, 0.85);
  const distance = (radius * 0.4) / Math.sqrt(share ** (-2 / 3) - 1);
  const height = random.between(-1, 1);
  const turn = random.between(0, 2 * Math.PI);
  const across = distance * Math.sqrt(1 - height * height);
  return {
    orbitOffsetX: rounded(x + across * Math.cos(turn)),
    orbitOffsetY: rounded(y + distance * height),
    orbitOffsetZ: rounded(z + across * Math.sin(turn)),
  };
}

/** A disk with spiral arms that orbits its centre. */
function galaxyPlace(random: Random, radius: number, { x, y, z }: Position): Place {
  const distance = radius * Math.min(1, 0.02 + -0.28 * Math.log(1 - random.next()));
  const arm = (2 * Math.PI * random.whole(1, ARMS)) / ARMS;
  const turn = arm + 2 * Math.PI * ARM_TURNS * (distance / radius) + 0.35 * random.normal();
  return {
    orbitalDistance: rounded(distance),
    orbitalSpeed: rounded(ROTATION / distance),
    orbitalPhase: rounded(turn % (2 * Math.PI)),
    ...(x !== 0 && { orbitOffsetX: x }),
    orbitOffsetY: rounded(y + 0.01 * radius * random.normal()),
    ...(z !== 0 && { orbitOffsetZ: z }),
  };
}
