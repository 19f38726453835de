import type { z } from 'zod';
import { CommandRefused } from '../model/command-refused.js';
import type { Ring } from '../model/state.js';
import { colorSchema, fraction, notNegative, numberSchema, seedSchema } from './field-schemas.js';
import { knownPatch, requireStored } from './known-object.js';
import { nullishFields, openObject, optionalFields, withoutNullish } from './open-object.js';

const fields = {
  innerRadiusMultiplier: notNegative.describe('Inner edge, in radii of the planet'),
  outerRadiusMultiplier: notNegative.describe('Outer edge, in radii of the planet'),
  thickness: notNegative,
  opacity: fraction,
  albedo: fraction,
  color: colorSchema,
  density: notNegative,
};

/** For renderers. */
const extraFields = { warpFactor: numberSchema, seed: seedSchema };

const ringFields: readonly string[] = [...Object.keys(fields), ...Object.keys(extraFields)];

export const ringSchema = openObject({ ...fields, ...optionalFields(extraFields) });

export const ringPatchSchema = knownPatch({
  ...optionalFields(fields),
  ...nullishFields(extraFields),
}).describe('The fields to change. A new ring gets defaults');

export function patchedRing(ring: Ring | undefined, patch: z.output<typeof ringPatchSchema>): Ring {
  requireStored('ring', patch, ringFields, ring);
  return completeRing(withoutNullish({ ...ring, ...patch }));
}

/** Adds defaults. One edge follows from the other. */
function completeRing(some: z.output<typeof ringPatchSchema>): Ring {
  const inner = some.innerRadiusMultiplier ?? Math.min(1.3, some.outerRadiusMultiplier ?? 1.3);
  const outer = some.outerRadiusMultiplier ?? Math.max(2.2, inner * 1.5);
  if (inner > outer)
    throw new CommandRefused(
      'invalid',
      `The ring's innerRadiusMultiplier (${inner}) is greater than its outerRadiusMultiplier (${outer}).`,
      'Send both edges with inner < outer: {"innerRadiusMultiplier":1.3,"outerRadiusMultiplier":2.2}.',
    );
  return {
    thickness: 0.01,
    opacity: 0.7,
    albedo: 0.5,
    color: '#d8c8a0',
    density: 0.5,
    ...some,
    innerRadiusMultiplier: inner,
    outerRadiusMultiplier: outer,
  } as Ring;
}
