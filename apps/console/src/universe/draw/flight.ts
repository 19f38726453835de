const CURVE = 1.3;
const MS_PER_LENGTH = 260;
const MIN_MS = 500;
const MAX_MS = 2_600;

export interface Flight {
  readonly ms: number;
  /** At a share of the time from 0 to 1: the share of the way, and the distance of the camera. */
  at(share: number): { readonly way: number; readonly distance: number };
}

/**
 * The shortest path for the eye from one view to another (van Wijk and Nuij, 2003): far ends are reached by rising, moving
 * and descending. `apart` is the distance of the targets, `from` and `to` those of the camera.
 */
export function flightOf(apart: number, from: number, to: number): Flight {
  const rho2 = CURVE * CURVE;
  const zoom = Math.log(to / from) / CURVE;
  if (!(apart > 1e-9 * Math.min(from, to))) {
    const ms = duration(Math.abs(zoom));
    return { ms, at: share => ({ way: eased(share), distance: from * (to / from) ** eased(share) }) };
  }
  const rise = (own: number, sign: number) =>
    (to * to - from * from + sign * rho2 * rho2 * apart * apart) / (2 * own * rho2 * apart);
  const [r0, r1] = [-Math.asinh(rise(from, 1)), -Math.asinh(rise(to, -1))];
  const length = (r1 - r0) / CURVE;
  return {
    ms: duration(Math.abs(length)),
    at: share => {
      if (share >= 1) return { way: 1, distance: to };
      const s = eased(share) * length;
      const way = (from / (rho2 * apart)) * (Math.cosh(r0) * Math.tanh(CURVE * s + r0) - Math.sinh(r0));
      return {
        way: Math.max(0, Math.min(1, way)),
        distance: (from * Math.cosh(r0)) / Math.cosh(CURVE * s + r0),
      };
    },
  };
}

function duration(length: number): number {
  return Math.max(MIN_MS, Math.min(MAX_MS, length * MS_PER_LENGTH));
}

function eased(share: number): number {
  const t = Math.max(0, Math.min(1, share));
  return t * t * t * (t * (6 * t - 15) + 10);
}
