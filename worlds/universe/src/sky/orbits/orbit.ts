import type { Star } from '../../domain/model/state.js';
import { eccentricAnomaly } from './kepler.js';
import { type Matrix, matrixOfEuler, rotate, type Vector } from './rotation.js';

/**
 * The position of a body relative to its parent, in km. The orbit is in the x–z plane with the parent in its focus and the
 * periapsis on +x; y points north. A positive speed is counter-clockwise seen from the north, from +x to −z. The plane is
 * rotated by orbitRotX/Y/Z and moved by orbitOffsetX/Y/Z.
 */
export function placeOnOrbit(body: Star, t: number): Vector {
  const { axis, eccentricity } = shapeOf(body);
  if (axis === 0) return offsetOf(body);
  const anomaly = eccentricAnomaly(body.orbitalPhase + body.orbitalSpeed * t, eccentricity);
  return placeAt(body, anomaly, tiltOf(body));
}

/** Points of the orbit at even steps of the eccentric anomaly, which are closest where the curvature is highest. */
export function orbitPoints(body: Star, count: number): Vector[] {
  const tilt = tiltOf(body);
  const points: Vector[] = [];
  for (let i = 0; i < count; i++) points.push(placeAt(body, (2 * Math.PI * i) / count, tilt));
  return points;
}

export function shapeOf(body: Star): { axis: number; eccentricity: number } {
  return { axis: body.semiMajorAxis ?? body.orbitalDistance, eccentricity: body.eccentricity ?? 0 };
}

/** JSON has no Infinity. */
export function bounded(value: number): number {
  return Math.max(-Number.MAX_VALUE, Math.min(Number.MAX_VALUE, value));
}

function placeAt(body: Star, anomaly: number, tilt: Matrix | null): Vector {
  const { axis, eccentricity } = shapeOf(body);
  const flat = {
    x: axis * (Math.cos(anomaly) - eccentricity),
    y: 0,
    z: -axis * Math.sqrt(1 - eccentricity * eccentricity) * Math.sin(anomaly),
  };
  const turned = tilt === null ? flat : rotate(tilt, flat);
  const offset = offsetOf(body);
  return {
    x: bounded(turned.x + offset.x),
    y: bounded(turned.y + offset.y),
    z: bounded(turned.z + offset.z),
  };
}

/** Null for an orbit in the x–z plane. */
export function tiltOf(body: Star): Matrix | null {
  const { orbitRotX: x = 0, orbitRotY: y = 0, orbitRotZ: z = 0 } = body;
  return x === 0 && y === 0 && z === 0 ? null : matrixOfEuler(x, y, z);
}

function offsetOf(body: Star): Vector {
  return { x: body.orbitOffsetX ?? 0, y: body.orbitOffsetY ?? 0, z: body.orbitOffsetZ ?? 0 };
}
