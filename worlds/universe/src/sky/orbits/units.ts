import type { Entity, Star, UniverseState } from '../../domain/model/state.js';
import { inSteps, type Steps } from '../../domain/model/steps.js';

const DEGREE = Math.PI / 180;
const EARTH_RADIUS_KM = 6371;
/** From units of the scene. */
const FACTORS = {
  orbitalSpeed: DEGREE,
  orbitalPhase: DEGREE,
  orbitRotX: DEGREE,
  orbitRotY: DEGREE,
  orbitRotZ: DEGREE,
  radius: EARTH_RADIUS_KM,
} as const;

/** Converts the bodies of a state for positions and maps. Distances are not converted. */
export function* standardState(state: UniverseState): Steps<UniverseState> {
  const { units } = state;
  if (units === undefined) return state;
  const stars: [string, Star][] = [];
  yield* inSteps(Object.values<Star>(state.stars), star => {
    stars.push([star.id, standardBody(star, units)]);
  });
  return { ...state, stars: Object.fromEntries(stars) };
}

/** Converts angles to radians and the radius to km. */
export function standardBody<Body extends Entity>(body: Body, units: UniverseState['units']): Body {
  if (units === undefined) return body;
  const converted = Object.entries(FACTORS).flatMap(([name, factor]) => {
    const value = body[name];
    return typeof value === 'number' ? [[name, value * factor]] : [];
  });
  return { ...body, ...Object.fromEntries(converted) };
}
