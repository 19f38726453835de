import { isObject } from '@worldwire/protocol';

/** Sets the units of these clients unless the state has others. */
export function withSceneUnits(state: unknown): unknown {
  if (state === undefined) return { units: 'scene' };
  return isObject(state) ? { units: 'scene', ...state } : state;
}

/**
 * These clients leave rogue planets out of `rootIds`; here every body without a parent is a root. The domain validates the
 * rest.
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
