import type { z } from 'zod';
import { CommandRefused } from '../model/command-refused.js';
import type { Ring } from '../model/state.js';
import { colorSchema, fraction, notNegative } from './field-schemas.js';
import { openObject, optionalFields, withoutNullish } from './open-object.js';

const fields = {
  innerRadiusMultiplier: notNegative.describe('Inner edge, in radii of the planet'),
  outerRadiusMultiplier: notNegative.describe('Outer edge, in radii of the planet'),
  thickness: notNegative,
  opacity: fraction,
  albedo: fraction,
  color: colorSchema,
  density: notNegative,
};

export const ringSchema = openObject(fields);

export const ringPatchSchema = openObject(optionalFields(fields)).describe(
  'Only the fields that change. What a new ring lacks is filled in; null takes an extra field away',
);

/** What a ring is after a patch, whether it was there before or not. */
export function patchedRing(ring: Ring | undefined, patch: z.output<typeof ringPatchSchema>): Ring {
  return completeRing(withoutNullish({ ...ring, ...patch }));
}

/** A whole ring from some of it. Its edges follow each other, so that one of them is enough. */
function completeRing(some: z.output<typeof ringPatchSchema>): Ring {
  const inner = some.innerRadiusMultiplier ?? Math.min(1.3, some.outerRadiusMultiplier ?? 1.3);
  const outer = some.outerRadiusMultiplier ?? Math.max(2.2, inner * 1.5);
  if (inner > outer)
    throw new CommandRefused(
      'invalid',
      `The ring's innerRadiusMultiplier (${inner}) is greater than its outerRadiusMultiplier (${outer}).`,
      'Give both edges, the inner one first: {"innerRadiusMultiplier":1.3,"outerRadiusMultiplier":2.2}.',
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
