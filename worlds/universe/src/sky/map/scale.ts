import { clamp } from './quantity.js';

/** From km to a radius on the picture. */
export type Scale = (distance: number) => number;

const MIN_RATIO = 6;

/**
 * Distances by their logarithm, from `inner` pixels for the nearest to `outer` for the farthest; what is nearer than
 * the nearest shrinks evenly towards the centre. Systems of nearly equal distances keep some room inside.
 */
export function distanceScale(distances: readonly number[], inner: number, outer: number): Scale {
  let [least, most] = [Number.POSITIVE_INFINITY, 0];
  for (const distance of distances) {
    if (!(distance > 0)) continue;
    least = Math.min(least, distance);
    most = Math.max(most, distance);
  }
  if (most === 0) return () => 0;
  const from = Math.log10(Math.min(least, most / MIN_RATIO));
  const span = Math.log10(most) - from;
  return distance => {
    const size = Math.abs(distance);
    if (size === 0) return 0;
    const share = (Math.log10(size) - from) / span;
    if (share < 0) return inner * clamp(10 ** (share * span), 0, 1);
    return inner + (outer - inner) * Math.min(share, 1);
  };
}

/** Pixels of a body's radius: by logarithm too, a little steeper, so that a giant still looks like one. */
export function bodySize(radius: number): number {
  const magnitude = Math.log10(1 + clamp(radius, 0, 1e12));
  return Math.min(1.3 + 0.38 * magnitude ** 2, 26);
}
