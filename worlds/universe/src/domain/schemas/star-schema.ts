import { z } from 'zod';
import { BODY_TYPES, type Entity } from '../model/state.js';
import {
  colorSchema,
  fraction,
  idSchema,
  nameSchema,
  notNegative,
  numberSchema,
  textSchema,
} from './field-schemas.js';
import { knownObject, knownPatch } from './known-object.js';
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
  isRoguePlanet: z.boolean().describe('It orbits no body'),
  parentBeltId: idSchema,
  asteroidSubType: textSchema,
  lagrangeHostId: idSchema,
  spectralType: textSchema,
  temperature: notNegative.describe('K'),
  semiMajorAxis: notNegative.describe('km'),
  eccentricity: fraction.lt(1),
  orbitOffsetX: numberSchema,
  orbitOffsetY: numberSchema,
  orbitOffsetZ: numberSchema,
  orbitRotX: numberSchema.describe('an angle'),
  orbitRotY: numberSchema.describe('an angle'),
  orbitRotZ: numberSchema.describe('an angle'),
};

export const starSchema = openObject({
  id: idSchema,
  ...requiredShape,
  parentId: idSchema.nullable(),
  children: z.array(idSchema),
  ...optionalFields(optionalShape),
  ring: ringSchema.optional(),
}).describe('Any body: star, planet, moon, asteroid');

const newShape = {
  id: idSchema.optional().describe('Optional here'),
  name: nameSchema.optional().describe('Default: the id'),
  mass: requiredShape.mass.default(1),
  radius: requiredShape.radius.default(1),
  color: colorSchema.default('#ffffff'),
  orbitalDistance: requiredShape.orbitalDistance.default(0),
  orbitalSpeed: requiredShape.orbitalSpeed.default(0),
  orbitalPhase: requiredShape.orbitalPhase.default(0),
  parentId: idSchema.nullish().describe('The body that it orbits; null or absent for a root'),
  ...nullishFields(optionalShape),
  ring: ringPatchSchema.nullish(),
};

/** In the snapshot of a request. Absent children follow from parentId. */
export const givenStarSchema = knownObject({ ...newShape, children: z.array(idSchema).optional() });

export const newStarSchema = knownObject({
  ...newShape,
  children: z.array(idSchema).max(0, 'must be empty for a new body; use attachStar').optional(),
});

export const starPatchSchema = knownPatch({
  id: idSchema.optional(),
  parentId: idSchema.nullish(),
  children: z.array(idSchema).optional(),
  ...optionalFields(requiredShape),
  ...nullishFields(optionalShape),
  ring: ringPatchSchema.nullish(),
}).describe('The fields to change; null removes an optional field');

/** Names of the known fields. */
export const starFields: readonly string[] = [...Object.keys(newShape), 'children'];

/** Adds the required fields, except children. */
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
