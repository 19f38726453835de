import { type Entity, inSteps, type Star, type Steps, type UniverseState } from '../../domain/index.js';

const DEGREE = Math.PI / 180;
const EARTH_RADIUS_KM = 6371;
/** What a field of a body in the units of the scene is multiplied with. */
const FACTORS = {
  orbitalSpeed: DEGREE,
  orbitalPhase: DEGREE,
  orbitRotX: DEGREE,
  orbitRotY: DEGREE,
  orbitRotZ: DEGREE,
  radius: EARTH_RADIUS_KM,
} as const;

/** The state with bodies that can be placed and drawn, whatever its units are. Distances stay as they are. */
export function* standardState(state: UniverseState): Steps<UniverseState> {
  const { units } = state;
  if (units === undefined) return state;
  const stars: [string, Star][] = [];
  yield* inSteps(Object.values<Star>(state.stars), star => {
    stars.push([star.id, standardBody(star, units)]);
  });
  return { ...state, stars: Object.fromEntries(stars) };
}

/** With angles in radians and the radius in km. */
export function standardBody<Body extends Entity>(body: Body, units: UniverseState['units']): Body {
  if (units === undefined) return body;
  const converted = Object.entries(FACTORS).flatMap(([name, factor]) => {
    const value = body[name];
    return typeof value === 'number' ? [[name, value * factor]] : [];
  });
  return { ...body, ...Object.fromEntries(converted) };
}
