/**
 * The 50 commands by which the seed script of the solar-system-constructor project fills a universe: the same types, order
 * and fields, among them a subgroup that is added to the group which it was made in.
 */
export const ORIGIN_SEED: readonly object[] = [
  ...system('sol', null, 'star'),
  ...['mercury', 'venus', 'earth', 'mars'].flatMap(id => system(id, 'sol', 'planet', { eccentricity: 0.1 })),
  ...system('luna', 'earth', 'moon'),
  ...system('phobos', 'mars', 'moon'),
  ...system('deimos', 'mars', 'moon'),
  ...system('jupiter', 'sol', 'planet', {
    eccentricity: 0.05,
    semiMajorAxis: 165,
    orbitRotX: 1.3,
    orbitRotZ: -2.4,
  }),
  ...['io', 'europa', 'ganymede', 'callisto'].flatMap(id => system(id, 'jupiter', 'moon')),
  ...system('saturn', 'sol', 'planet', {
    eccentricity: 0.06,
    semiMajorAxis: 295,
    orbitRotX: 2.5,
    orbitRotZ: 5.5,
  }),
  ring('saturn', { innerRadiusMultiplier: 1.5, outerRadiusMultiplier: 3.2, seed: 42 }),
  ...['titan', 'enceladus'].flatMap(id => system(id, 'saturn', 'moon')),
  ...system('uranus', 'sol', 'planet', { eccentricity: 0.05, orbitRotX: 0.8 }),
  ring('uranus', { innerRadiusMultiplier: 1.6, outerRadiusMultiplier: 2, seed: 77 }),
  ...system('miranda', 'uranus', 'moon'),
  ...system('neptune', 'sol', 'planet', { eccentricity: 0.01, orbitRotX: 1.8 }),
  ...system('triton', 'neptune', 'moon'),
  {
    type: 'addGroup',
    id: 'all',
    payload: { name: 'Solar System', children: [], parentGroupId: null, color: '#fdb813', icon: '☀️' },
  },
  { type: 'addToGroup', groupId: 'all', child: { id: 'sol', type: 'system' } },
  {
    type: 'addGroup',
    id: 'inner',
    payload: { name: 'Inner Planets', children: [], parentGroupId: 'all', color: '#cd5c5c', icon: '🪨' },
  },
  { type: 'addToGroup', groupId: 'all', child: { id: 'inner', type: 'group' } },
  {
    type: 'setSmallBodyFields',
    fields: { main: belt('main', 'moderate'), kuiper: belt('kuiper', 'scattered') },
  },
  {
    type: 'addProtoplanetaryDisk',
    disk: {
      ...annulus('disk'),
      ...{ centralStarId: 'sol', style: 'thin', name: 'Remnant', bandStrength: 0.3, bandFrequency: 3 },
      ...{ gapSharpness: 0.2, innerGlowStrength: 0.1, noiseScale: 1.2, noiseStrength: 0.5 },
      ...{ edgeSoftness: 0.8, temperatureGradient: 1 },
    },
  },
  {
    type: 'setNebulae',
    nebulae: {
      cloud: {
        ...{ id: 'cloud', name: 'Cloud', position: { x: 500, y: 200, z: -800 }, radius: 600, density: 0.15 },
        ...{
          brightness: 0.25,
          baseColor: '#2e1a47',
          accentColor: '#7b3f8d',
          noiseScale: 0.8,
          noiseDetail: 4,
        },
        ...{ seed: 31_415, visible: true },
      },
    },
  },
  { type: 'updateStar', id: 'earth', payload: { semiMajorAxis: 51, orbitRotZ: 1.5 } },
  { type: 'updateStar', id: 'neptune', payload: { color: '#2b3fe0', semiMajorAxis: 710 } },
];

/** Adds a body as a root, and attaches it to its parent. */
function system(id: string, parentId: string | null, bodyType: string, more: object = {}): object[] {
  const orbit = { orbitalDistance: 20, orbitalSpeed: 4.1, orbitalPhase: 47 };
  const body = { name: id, mass: 0.06, radius: 0.38, color: '#a0522d', parentId: null, bodyType };
  return [
    { type: 'addStar', id, payload: { ...body, ...orbit, ...more } },
    ...(parentId === null ? [] : [{ type: 'attachStar', childId: id, parentId }]),
  ];
}

function ring(planetId: string, edges: object): object {
  const look = { thickness: 0.05, opacity: 0.75, albedo: 0.8, color: '#dac086', density: 0.7 };
  return { type: 'updateRing', planetId, patch: { ...edges, ...look } };
}

function belt(id: string, style: string): object {
  const kind = { beltType: id, regionLabel: `${id} belt`, isIcy: id === 'kuiper', inclinationSigma: 12 };
  return { ...annulus(id), hostStarId: 'sol', style, name: id, ...kind };
}

function annulus(id: string): object {
  return {
    ...{ id, systemId: 'sol', innerRadius: 110, outerRadius: 150, thickness: 3, particleCount: 4_000 },
    ...{ baseColor: '#8b7355', highlightColor: '#cdc9a5', opacity: 0.6, brightness: 0.5, clumpiness: 0.4 },
    ...{ rotationSpeedMultiplier: 0.3, seed: 12_345 },
  };
}
