import type { Entity, Group, Ring } from '../domain/model/state.js';

export const AU = 149_597_870.7;
const LIGHT_YEAR = 9.4607e12;
const DEGREE = Math.PI / 180;

/** Radii in mean radii of the planet, thickness in km; opacity, albedo and density from 0 to 1. */
export const RINGS: Readonly<Record<string, Ring>> = {
  jupiter: ring(1.75, 1.85, 30, 0.06, 0.05, '#9a8468', 0.02),
  saturn: ring(1.28, 2.35, 0.02, 0.85, 0.5, '#d9c79a', 0.8),
  uranus: ring(1.65, 2.02, 0.15, 0.18, 0.05, '#7d8488', 0.2),
  neptune: ring(1.7, 2.56, 0.1, 0.1, 0.05, '#6f7b94', 0.08),
};

export const SMALL_BODY_FIELDS: Readonly<Record<string, Entity>> = {
  'asteroid-belt': {
    id: 'asteroid-belt',
    name: 'Asteroid belt',
    hostStarId: 'sun',
    systemId: 'sun',
    innerRadius: 2.1 * AU,
    outerRadius: 3.3 * AU,
    thickness: 0.5 * AU,
    particleCount: 4000,
    baseColor: '#8c7b68',
    highlightColor: '#c9b79c',
    opacity: 0.7,
    brightness: 0.8,
    clumpiness: 0.25,
    rotationSpeedMultiplier: 1,
    beltType: 'main',
    regionLabel: 'Asteroid belt',
    isIcy: false,
    seed: 1801,
    style: 'rocky',
  },
  'kuiper-belt': {
    id: 'kuiper-belt',
    name: 'Kuiper belt',
    hostStarId: 'sun',
    systemId: 'sun',
    innerRadius: 30 * AU,
    outerRadius: 50 * AU,
    thickness: 10 * AU,
    particleCount: 6000,
    baseColor: '#7b93ab',
    highlightColor: '#d4e6f5',
    opacity: 0.5,
    brightness: 0.7,
    clumpiness: 0.15,
    rotationSpeedMultiplier: 1,
    beltType: 'kuiper',
    regionLabel: 'Kuiper belt',
    isIcy: true,
    seed: 1992,
    style: 'icy',
  },
};

/** The zodiacal dust, the Sun's remaining disk. */
export const DISKS: Readonly<Record<string, Entity>> = {
  'sun-debris-disk': {
    id: 'sun-debris-disk',
    name: 'Zodiacal dust',
    centralStarId: 'sun',
    systemId: 'sun',
    innerRadius: 0.05 * AU,
    outerRadius: 3.3 * AU,
    thickness: 0.3 * AU,
    particleCount: 1000,
    baseColor: '#c9a36a',
    highlightColor: '#ffe3b0',
    opacity: 0.15,
    brightness: 0.3,
    clumpiness: 0.05,
    rotationSpeedMultiplier: 1,
    seed: 1683,
    style: 'debris',
  },
};

export const NEBULAE: Readonly<Record<string, Entity>> = {
  'orion-nebula': {
    id: 'orion-nebula',
    name: 'Orion Nebula',
    position: towards(83.0, -28.7, 1344),
    radius: 12 * LIGHT_YEAR,
    density: 0.6,
    brightness: 0.8,
    baseColor: '#b5547f',
    accentColor: '#6fb7d6',
    noiseScale: 1.5,
    noiseDetail: 5,
    seed: 42,
  },
  'crab-nebula': {
    id: 'crab-nebula',
    name: 'Crab Nebula',
    position: towards(84.1, -1.3, 6500),
    radius: 5.5 * LIGHT_YEAR,
    density: 0.4,
    brightness: 0.6,
    baseColor: '#d07a3f',
    accentColor: '#4f8fbf',
    noiseScale: 2.5,
    noiseDetail: 6,
    seed: 1054,
  },
};

export const GROUPS: Readonly<Record<string, Group>> = {
  'milky-way': {
    id: 'milky-way',
    name: 'Milky Way',
    children: [{ id: 'local-neighbourhood', type: 'group' }],
    parentGroupId: null,
  },
  'local-neighbourhood': {
    id: 'local-neighbourhood',
    name: 'Local neighbourhood',
    children: [{ id: 'sun', type: 'system' }],
    parentGroupId: 'milky-way',
  },
  // A root group, for the example of addToGroup.
  'magellanic-clouds': {
    id: 'magellanic-clouds',
    name: 'Magellanic Clouds',
    children: [],
    parentGroupId: null,
  },
};

function ring(
  innerRadiusMultiplier: number,
  outerRadiusMultiplier: number,
  thickness: number,
  opacity: number,
  albedo: number,
  color: string,
  density: number,
): Ring {
  return { innerRadiusMultiplier, outerRadiusMultiplier, thickness, opacity, albedo, color, density };
}

/** A direction of ecliptic longitude and latitude in degrees, at a distance in light years. */
function towards(longitude: number, latitude: number, distance: number): { x: number; y: number; z: number } {
  const level = distance * LIGHT_YEAR * Math.cos(latitude * DEGREE);
  return {
    x: level * Math.cos(longitude * DEGREE),
    y: distance * LIGHT_YEAR * Math.sin(latitude * DEGREE),
    z: -level * Math.sin(longitude * DEGREE),
  };
}
