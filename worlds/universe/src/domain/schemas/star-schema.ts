import { z } from 'zod';
import { BODY_TYPES, type Entity } from '../model/state.js';
import { colorSchema, fraction, idSchema, nameSchema, notNegative, numberSchema } from './field-schemas.js';
import { dataSchema, nullishFields, openObject, optionalFields, withoutKnownNulls } from './open-object.js';
import { patchedRing, ringPatchSchema, ringSchema } from './ring-schema.js';

const requiredShape = {
  name: nameSchema,
  mass: notNegative.describe('kg'),
  radius: notNegative.describe('km'),
  color: colorSchema,
  orbitalDistance: notNegative.describe('km from the parent'),
  orbitalSpeed: numberSchema.describe('Mean motion, an angle per second; negative is retrograde'),
  orbitalPhase: numberSchema.describe('Mean anomaly at time 0, an angle'),
};

const optionalShape = {
  bodyType: z.enum(BODY_TYPES),
  comet: dataSchema,
  lagrangePoint: dataSchema,
  blackHole: dataSchema,
  roguePlanet: dataSchema,
  semiMajorAxis: notNegative.describe('km'),
  eccentricity: fraction.lt(1),
  orbitOffsetX: numberSchema,
  orbitOffsetY: numberSchema,
  orbitOffsetZ: numberSchema,
  orbitRotX: numberSchema.describe('an angle'),
  orbitRotY: numberSchema.describe('an angle'),
  orbitRotZ: numberSchema.describe('an angle'),
};

/** A body as it stands in a state. */
export const starSchema = openObject({
  id: idSchema,
  ...requiredShape,
  parentId: idSchema.nullable(),
  children: z.array(idSchema),
  ...optionalFields(optionalShape),
  ring: ringSchema.optional(),
}).describe('Any body: a star, a planet, a moon, down to an asteroid');

const newShape = {
  id: idSchema.optional().describe('Need not be given here'),
  name: nameSchema.optional().describe('The id when it is not given'),
  mass: requiredShape.mass.default(1),
  radius: requiredShape.radius.default(1),
  color: colorSchema.default('#ffffff'),
  orbitalDistance: requiredShape.orbitalDistance.default(0),
  orbitalSpeed: requiredShape.orbitalSpeed.default(0),
  orbitalPhase: requiredShape.orbitalPhase.default(0),
  parentId: idSchema.nullish().describe('What it goes round; null or nothing for a root'),
  ...nullishFields(optionalShape),
  ring: ringPatchSchema.nullish(),
};

/** A body in a snapshot that comes in. Where the children are not listed, those that name it as parent are meant. */
export const givenStarSchema = openObject({ ...newShape, children: z.array(idSchema).optional() });

/** A body that is to be added. */
export const newStarSchema = openObject({
  ...newShape,
  children: z.array(idSchema).max(0, 'A new body has no children; attachStar gives it some').optional(),
});

/** What is to be different about a body. */
export const starPatchSchema = openObject({
  id: idSchema.optional(),
  parentId: idSchema.nullish(),
  children: z.array(idSchema).optional(),
  ...optionalFields(requiredShape),
  ...nullishFields(optionalShape),
  ring: ringPatchSchema.nullish(),
}).describe('Only the fields that change; null takes an optional field away');

/** All that a body must have, from what was given of it; its children apart. */
export function completeStar(id: string, given: z.output<typeof givenStarSchema>): Entity {
  const { id: _, name, parentId, children, ring, ...rest } = given;
  return {
    id,
    name: name ?? id,
    parentId: parentId ?? null,
    ...withoutKnownNulls(rest, optionalShape),
    ...(ring && { ring: patchedRing(undefined, ring) }),
  };
}
