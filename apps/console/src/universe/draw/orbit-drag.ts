import { type Star, shapeOf, withinTurn } from '@worldwire/universe/sky';

/** Fields of `updateStar`. */
export interface OrbitChange {
  readonly orbitalPhase: number;
  readonly orbitalSpeed?: number;
  readonly semiMajorAxis?: number;
  readonly orbitalDistance?: number;
}

const DIGITS = 9;

/** The body at another eccentric anomaly of its orbit at the time. */
export function movedAlong(body: Star, time: number, anomaly: number): OrbitChange {
  const { eccentricity } = shapeOf(body);
  const mean = anomaly - eccentricity * Math.sin(anomaly);
  return { orbitalPhase: phaseAt(mean - body.orbitalSpeed * time) };
}

/**
 * An orbit that is larger by a factor around the same mass: by Kepler's third law it is slower by the factor to the power of
 * 3/2. The body keeps its mean anomaly at the time.
 */
export function resized(body: Star, time: number, factor: number): OrbitChange {
  const axis = tidy(shapeOf(body).axis * factor);
  const speed = tidy(body.orbitalSpeed * (shapeOf(body).axis / axis) ** 1.5);
  const mean = body.orbitalPhase + body.orbitalSpeed * time;
  return {
    orbitalPhase: phaseAt(mean - speed * time),
    orbitalSpeed: speed,
    orbitalDistance: axis,
    ...(body.semiMajorAxis !== undefined && { semiMajorAxis: axis }),
  };
}

function phaseAt(mean: number): number {
  const angle = withinTurn(mean);
  return tidy(angle < 0 ? angle + 2 * Math.PI : angle);
}

function tidy(value: number): number {
  return Number(value.toPrecision(DIGITS));
}
