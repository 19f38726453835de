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
  'folder',
  'tags',
  'attachedTo',
  'socket',
  'relative',
  'mesh',
  'materials',
  'instanceOf',
  'dataLayers',
  'hlodLayer',
] as const;
const NEAR_FIELDS = [...ACTOR_FIELDS, 'distance'] as const;

export const fields = fieldsOf(ACTOR_FIELDS, 'As in list_actors.');
/** `distance` is there with near. */
export const fieldsWithDistance = fieldsOf(
  NEAR_FIELDS,
  `Only path and these: ${NEAR_FIELDS.slice(1).join(', ')}.`,
);

/** Not an enum, whose list would be in each schema. */
function fieldsOf(names: readonly string[], about: string) {
  const error = `must be one of ${names.join(', ')}`;
  return z
    .array(z.string().refine(name => names.includes(name), { error }))
    .min(1)
    .optional()
    .describe(about);
}

/** The wanted fields of an actor, in the order of the actor. */
export function picker<Item extends { readonly path: string }>(
  wanted: readonly string[] | undefined,
): (item: Item) => { readonly path: string } {
  if (wanted === undefined) return item => item;
  const names: ReadonlySet<string> = new Set(['path', ...wanted]);
  return item =>
    Object.fromEntries(Object.entries(item).filter(([name]) => names.has(name))) as { path: string };
}
