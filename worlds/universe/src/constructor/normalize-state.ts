import { isObject } from '@worldwire/protocol';

/** The state of a new universe, in the units of these clients unless it names others. */
export function withSceneUnits(state: unknown): unknown {
  if (state === undefined) return { units: 'scene' };
  return isObject(state) ? { units: 'scene', ...state } : state;
}

/**
 * A state as these clients send it. They leave planets that go round nothing out of `rootIds`; here every body without a
 * parent is a root. What else is wrong with it is for the domain to say.
 */
export function withRogueRoots(state: unknown): unknown {
  if (!isObject(state) || !isObject(state.stars) || !Array.isArray(state.rootIds)) return state;
  const listed = new Set<unknown>(state.rootIds);
  const missing = Object.entries(state.stars).flatMap(([id, star]) =>
    isObject(star) && star.isRoguePlanet === true && (star.parentId ?? null) === null && !listed.has(id)
      ? [id]
      : [],
  );
  return missing.length === 0 ? state : { ...state, rootIds: [...state.rootIds, ...missing] };
}
