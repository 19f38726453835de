/**
 * The part of the universe that also runs in a browser, as `@worldwire/universe/sky`: a copy of a state that changes keep up
 * to date, and positions on orbits. It imports neither `node:` modules nor the schemas.
 *
 *     const copy = new Store();
 *     copy.load(state);
 *     for (const change of changes) copy.perform(change);
 *     placeOnOrbit(standardBody(copy.get('stars', 'earth') as Star, copy.units), t);
 */
export type { Change, ListName } from '../domain/model/change.js';
export { deepEqual } from '../domain/model/deep-equal.js';
export {
  BODY_TYPES,
  type BodyType,
  type Entity,
  type Group,
  KINDS,
  type Kind,
  type Ring,
  type Star,
  type UniverseState,
} from '../domain/model/state.js';
export { Store } from '../domain/model/store.js';
export { eccentricAnomaly, withinTurn } from './orbits/kepler.js';
export { orbitPoints, placeOnOrbit, shapeOf, tiltOf } from './orbits/orbit.js';
export { type Matrix, matrixOfEuler, rotate, type Vector } from './orbits/rotation.js';
export { standardBody } from './orbits/units.js';
