import { clamp } from './quantity.js';

/** From km to a radius on the map. */
export type Scale = (distance: number) => number;

const MIN_RATIO = 6;

/**
 * A logarithmic scale from `inner` pixels for the nearest distance to `outer` for the farthest, and a linear one below the
 * nearest. Systems with nearly equal distances keep some space inside.
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

/** The radius of a body in pixels: logarithmic and squared, so that giants are visibly larger. */
export function bodySize(radius: number): number {
  const magnitude = Math.log10(1 + clamp(radius, 0, 1e12));
  return Math.min(1.3 + 0.38 * magnitude ** 2, 26);
}
