import { z } from 'zod';
import type { Entity } from '../model/state.js';
import { colorSchema, idSchema, nameSchema, positionSchema, textSchema } from './field-schemas.js';
import { nullishFields, openObject, optionalFields, withoutKnownNulls } from './open-object.js';

const optionalShape = { color: colorSchema, icon: textSchema, position: positionSchema };

export const groupChildSchema = z
  .strictObject({ id: idSchema, type: z.enum(['system', 'group']) })
  .describe('A system is a root body with all that goes round it');

/** A group as it stands in a state. */
export const groupSchema = openObject({
  id: idSchema,
  name: nameSchema,
  parentGroupId: idSchema.nullable(),
  children: z.array(groupChildSchema),
  ...optionalFields(optionalShape),
});

const newShape = {
  id: idSchema.optional().describe('Need not be given here'),
  name: nameSchema.optional().describe('The id when it is not given'),
  parentGroupId: idSchema.nullish(),
  ...nullishFields(optionalShape),
};

/** A group in a snapshot that comes in. */
export const givenGroupSchema = openObject({ ...newShape, children: z.array(groupChildSchema).optional() });

/** A group that is to be added. */
export const newGroupSchema = openObject({
  ...newShape,
  children: z.array(groupChildSchema).max(0, 'A new group is empty; addToGroup fills it').optional(),
});

/** What is to be different about a group. */
export const groupPatchSchema = openObject({
  id: idSchema.optional(),
  name: nameSchema.optional(),
  parentGroupId: idSchema.nullish(),
  children: z.array(groupChildSchema).optional(),
  ...nullishFields(optionalShape),
}).describe('Only the fields that change; null takes an optional field away');

/** All that a group must have, from what was given of it; its children apart. */
export function completeGroup(id: string, given: z.output<typeof givenGroupSchema>): Entity {
  const { id: _, name, parentGroupId, children, ...rest } = given;
  return {
    id,
    name: name ?? id,
    parentGroupId: parentGroupId ?? null,
    ...withoutKnownNulls(rest, optionalShape),
  };
}
