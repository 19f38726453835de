const TURN = 2 * Math.PI;
const TOLERANCE = 1e-15;
const MAX_STEPS = 80;

/**
 * The eccentric anomaly E of a mean anomaly M: E − e·sin E = M, with E and M in the same turn around zero.
 * Newton's method with bisection where a step leaves the bounds, so it converges for every e in [0, 1), also where Newton's
 * method alone diverges (e near 1, M near 0).
 */
export function eccentricAnomaly(meanAnomaly: number, eccentricity: number): number {
  const m = withinTurn(meanAnomaly);
  if (eccentricity === 0) return m;
  let low = m - eccentricity;
  let high = m + eccentricity;
  let anomaly = m + eccentricity * Math.sin(m);
  for (let step = 0; step < MAX_STEPS; step++) {
    const error = anomaly - eccentricity * Math.sin(anomaly) - m;
    if (Math.abs(error) <= TOLERANCE) break;
    if (error > 0) high = anomaly;
    else low = anomaly;
    const next = anomaly - error / (1 - eccentricity * Math.cos(anomaly));
    const taken = next > low && next < high ? next : (low + high) / 2;
    if (taken === anomaly) break;
    anomaly = taken;
  }
  return anomaly;
}

/** The angle in [−π, π]; 0 if it is not finite. */
export function withinTurn(angle: number): number {
  if (!Number.isFinite(angle)) return 0;
  const rest = angle % TURN;
  if (rest > Math.PI) return rest - TURN;
  return rest < -Math.PI ? rest + TURN : rest;
}
