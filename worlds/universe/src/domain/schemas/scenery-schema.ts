import { z } from 'zod';
import type { Entity } from '../model/state.js';
import {
  colorSchema,
  fraction,
  idSchema,
  nameSchema,
  notNegative,
  numberSchema,
  positionSchema,
  textSchema,
} from './field-schemas.js';
import { dataSchema, nullishFields, openObject, optionalFields, withoutKnownNulls } from './open-object.js';

/** Kinds of entities that nothing hangs on: what a renderer draws between the bodies. */
export type SceneryKind = 'belts' | 'smallBodyFields' | 'protoplanetaryDisks' | 'nebulae';

const styleSchema = z.union([textSchema, dataSchema]).describe("The renderer's name for a look, or its data");

const seedSchema = z.union([numberSchema, textSchema]).describe('What the renderer derives its chance from');

const annulus = {
  name: nameSchema,
  systemId: idSchema,
  innerRadius: notNegative.describe('km'),
  outerRadius: notNegative.describe('km'),
  thickness: notNegative.describe('km'),
  particleCount: z.int().min(0),
  baseColor: colorSchema,
  highlightColor: colorSchema,
  opacity: fraction,
  brightness: notNegative,
  clumpiness: notNegative,
  rotationSpeedMultiplier: numberSchema,
  seed: seedSchema,
  style: styleSchema,
};

const smallBodyField = {
  hostStarId: idSchema.describe('The star it lies around'),
  ...annulus,
  beltType: z.enum(['main', 'kuiper']),
  regionLabel: textSchema,
  isIcy: z.boolean(),
};

const protoplanetaryDisk = {
  centralStarId: idSchema.describe('The star it lies around'),
  ...annulus,
  density: notNegative,
};

const nebula = {
  name: nameSchema,
  position: positionSchema,
  radius: notNegative.describe('km'),
  density: notNegative,
  brightness: notNegative,
  baseColor: colorSchema,
  accentColor: colorSchema,
  noiseScale: notNegative,
  noiseDetail: notNegative,
  seed: seedSchema,
  style: styleSchema,
};

export const smallBodyFieldSchemas = schemasOf(smallBodyField);
export const protoplanetaryDiskSchemas = schemasOf(protoplanetaryDisk);
export const nebulaSchemas = schemasOf(nebula);
export const beltSchemas = schemasOf({});

export const smallBodyFieldSchema = smallBodyFieldSchemas.whole;
export const protoplanetaryDiskSchema = protoplanetaryDiskSchemas.whole;
export const nebulaSchema = nebulaSchemas.whole;
export const beltSchema = beltSchemas.whole;

export type GivenScenery = Readonly<Record<string, unknown>>;

/** An entity under its id, from what was given of it. */
export function completeScenery(kind: SceneryKind, id: string, given: GivenScenery): Entity {
  return { ...withoutKnownNulls(given, KNOWN[kind]), id };
}

const KNOWN = {
  belts: {},
  smallBodyFields: smallBodyField,
  protoplanetaryDisks: protoplanetaryDisk,
  nebulae: nebula,
};

function schemasOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  const given = openObject({ id: idSchema.optional(), ...nullishFields(shape) });
  const added = openObject({ id: idSchema, ...nullishFields(shape) });
  return {
    /** As it stands in a state. */
    whole: openObject({ id: idSchema, ...optionalFields(shape) }),
    /** In a record, where its key says the id. */
    given,
    /** On its own. */
    added,
    /** Many of them. */
    collection: z
      .union([z.array(added), z.record(idSchema, given)])
      .describe('An array of entities with ids, or a record by id'),
    /** What is to be different. */
    patch: openObject({ id: idSchema.optional(), ...nullishFields(shape) }).describe(
      'Only the fields that change; null takes a field away',
    ),
  };
}
