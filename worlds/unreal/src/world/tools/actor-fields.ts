import { z } from 'zod';

/** The fields of an actor in a list. `path` is always there. */
const ACTOR_FIELDS = [
  'path',
  'name',
  'label',
  'class',
  'location',
  'rotation',
  'scale',
  'attachedTo',
] as const;
const NEAR_FIELDS = [...ACTOR_FIELDS, 'distance'] as const;

type Fields = readonly (typeof NEAR_FIELDS)[number][] | undefined;

export const fields = fieldsOf(ACTOR_FIELDS);
/** `distance` is there with near. */
export const fieldsWithDistance = fieldsOf(NEAR_FIELDS);

function fieldsOf<const Names extends readonly [string, ...string[]]>(names: Names) {
  const error = `must be some of ${names.join(', ')}`;
  return z
    .array(z.enum(names, { error }))
    .min(1)
    .max(names.length)
    .optional()
    .describe('Only these and path.');
}

/** The wanted fields of an actor, in the order of the actor. */
export function picker<Item extends { readonly path: string }>(
  wanted: Fields,
): (item: Item) => { readonly path: string } {
  if (wanted === undefined) return item => item;
  const names: ReadonlySet<string> = new Set(['path', ...wanted]);
  return item =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))) as { path: string };
}
