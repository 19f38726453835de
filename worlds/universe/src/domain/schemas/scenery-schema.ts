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
  seedSchema,
  textSchema,
} from './field-schemas.js';
import { knownObject, knownPatch } from './known-object.js';
import { dataSchema, nullishFields, openObject, optionalFields, withoutKnownNulls } from './open-object.js';

/** Entities without links from others: what a renderer draws between the bodies. */
export type SceneryKind = 'belts' | 'smallBodyFields' | 'protoplanetaryDisks' | 'nebulae';

const styleSchema = z
  .union([textSchema, dataSchema])
  .describe('Name of a style of the renderer, or its data');

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
  hostStarId: idSchema.describe('The star that it surrounds'),
  ...annulus,
  beltType: z.enum(['main', 'kuiper']),
  regionLabel: textSchema,
  isIcy: z.boolean(),
  inclinationSigma: numberSchema,
  visible: z.boolean(),
};

const protoplanetaryDisk = {
  centralStarId: idSchema.describe('The star that it surrounds'),
  ...annulus,
  density: notNegative,
  bandStrength: numberSchema,
  bandFrequency: numberSchema,
  gapSharpness: numberSchema,
  innerGlowStrength: numberSchema,
  noiseScale: numberSchema,
  noiseStrength: numberSchema,
  spiralStrength: numberSchema,
  spiralArmCount: numberSchema,
  edgeSoftness: numberSchema,
  temperatureGradient: numberSchema,
};

const nebula = {
  name: nameSchema,
  position: positionSchema,
  radius: notNegative.describe('km'),
  dimensions: positionSchema,
  density: notNegative,
  brightness: notNegative,
  baseColor: colorSchema,
  accentColor: colorSchema,
  noiseScale: notNegative,
  noiseDetail: notNegative,
  associatedGroupIds: z.array(idSchema),
  visible: z.boolean(),
  seed: seedSchema,
  style: styleSchema,
};

/** Asteroids of a belt are bodies. Commands do not change belts; a state may have them. */
const belt = {
  name: nameSchema,
  parentId: idSchema,
  innerRadius: notNegative.describe('km'),
  outerRadius: notNegative.describe('km'),
  thickness: notNegative.describe('km'),
  eccentricity: numberSchema,
  inclination: numberSchema.describe('an angle'),
  inclinationSigma: numberSchema,
  asteroidCount: z.int().min(0),
  asteroidIds: z.array(idSchema),
  color: colorSchema,
  beltType: z.enum(['main', 'kuiper']),
  regionLabel: textSchema,
  isIcy: z.boolean(),
  radialRangeHint: z.array(numberSchema),
  lodLevel: numberSchema,
  visible: z.boolean(),
  seed: seedSchema,
};

export const smallBodyFieldSchemas = schemasOf(smallBodyField);
export const protoplanetaryDiskSchemas = schemasOf(protoplanetaryDisk);
export const nebulaSchemas = schemasOf(nebula);
export const beltSchemas = schemasOf(belt);

export type GivenScenery = Readonly<Record<string, unknown>>;

export function completeScenery(kind: SceneryKind, id: string, given: GivenScenery): Entity {
  return { ...withoutKnownNulls(given, KNOWN[kind]), id };
}

const KNOWN = {
  belts: belt,
  smallBodyFields: smallBodyField,
  protoplanetaryDisks: protoplanetaryDisk,
  nebulae: nebula,
};

/** Names of the known fields. */
export const sceneryFields: Readonly<Record<SceneryKind, readonly string[]>> = {
  belts: ['id', ...Object.keys(belt)],
  smallBodyFields: ['id', ...Object.keys(smallBodyField)],
  protoplanetaryDisks: ['id', ...Object.keys(protoplanetaryDisk)],
  nebulae: ['id', ...Object.keys(nebula)],
};

function schemasOf<Shape extends z.core.$ZodShape>(shape: Shape) {
  const given = knownObject({ id: idSchema.optional(), ...nullishFields(shape) });
  const added = knownObject({ id: idSchema, ...nullishFields(shape) });
  return {
    /** In a state. */
    whole: openObject({ id: idSchema, ...optionalFields(shape) }),
    /** In a record of a request, by id. */
    given,
    added,
    collection: z
      .union([z.array(added), z.record(idSchema, given)])
      .describe('An array of entities with ids, or a record by id'),
    patch: knownPatch({ id: idSchema.optional(), ...nullishFields(shape) }).describe(
      'The fields to change; null removes a field',
    ),
  };
}
