import { z } from 'zod';
import type { Entity } from '../model/state.js';
import { colorSchema, idSchema, nameSchema, positionSchema, textSchema } from './field-schemas.js';
import { knownObject, knownPatch } from './known-object.js';
import { nullishFields, openObject, optionalFields, withoutKnownNulls } from './open-object.js';

const optionalShape = { color: colorSchema, icon: textSchema, position: positionSchema };

export const groupChildSchema = knownObject({ id: idSchema, type: z.enum(['system', 'group']) }).describe(
  'A system is a root body with its descendants',
);

export const groupSchema = openObject({
  id: idSchema,
  name: nameSchema,
  parentGroupId: idSchema.nullable(),
  children: z.array(groupChildSchema),
  ...optionalFields(optionalShape),
});

const newShape = {
  id: idSchema.optional().describe('Optional here'),
  name: nameSchema.optional().describe('Default: the id'),
  parentGroupId: idSchema.nullish(),
  ...nullishFields(optionalShape),
};

/** In the snapshot of a request. */
export const givenGroupSchema = knownObject({ ...newShape, children: z.array(groupChildSchema).optional() });

export const newGroupSchema = knownObject({
  ...newShape,
  children: z.array(groupChildSchema).max(0, 'must be empty for a new group; use addToGroup').optional(),
});

export const groupPatchSchema = knownPatch({
  id: idSchema.optional(),
  name: nameSchema.optional(),
  parentGroupId: idSchema.nullish(),
  children: z.array(groupChildSchema).optional(),
  ...nullishFields(optionalShape),
}).describe('The fields to change; null removes an optional field');

/** Names of the known fields. */
export const groupFields: readonly string[] = [...Object.keys(newShape), 'children'];

/** Adds the required fields, except children. */
export function completeGroup(id: string, given: z.output<typeof givenGroupSchema>): Entity {
  const { id: _, name, parentGroupId, children, ...rest } = given;
  return {
    id,
    name: name ?? id,
    parentGroupId: parentGroupId ?? null,
    ...withoutKnownNulls(rest, optionalShape),
  };
}
