import type { Star } from '../domain/index.js';
import type { Position } from '../sky/orbits/ephemeris.js';
import { rounded } from './round.js';

/** A body seen from another one. */
export interface SeenBody {
  readonly id: string;
  readonly name: string;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly distance?: number;
  /** Radians. */
  readonly angularDiameter?: number;
}

/** The position in km from the origin, or from `from` with the distance. `radius` (km) gives the size as seen from there. */
export function seenFrom(body: Position, from?: Position, radius?: Star['radius']): SeenBody {
  const { id, name } = body;
  if (from === undefined) return { id, name, x: rounded(body.x), y: rounded(body.y), z: rounded(body.z) };
  const [x, y, z] = [body.x - from.x, body.y - from.y, body.z - from.z];
  const distance = Math.hypot(x, y, z);
  const visible = radius !== undefined && distance > radius;
  return {
    id,
    name,
    x: rounded(x),
    y: rounded(y),
    z: rounded(z),
    distance: rounded(distance),
    ...(visible && { angularDiameter: Number((2 * Math.asin(radius / distance)).toPrecision(6)) }),
  };
}
