import { z } from 'zod';
import type { Rotator, Vector } from '../../port/operations.js';

/** Arguments that tools share. */

const MAX_TEXT = 2_000;
/** Centimetres. */
const DEFAULT_RADIUS = 1_000;
/** The limit is not in the schema: it would cost every client bytes, and no model needs it. */
const text = z
  .string()
  .min(1)
  .refine(given => given.length <= MAX_TEXT, `must have ${MAX_TEXT} characters at most`);

export const assetPath = text.describe('Path of the asset, such as "/Game/Doors/BP_Door".');

export const folder = text.optional().describe('Only below this folder, such as "/Game/Doors".');

export const actorPath = text.describe('Path of the actor, from list_actors.');

export const focus = text.optional().describe('Path, name or label of an actor to show.');

export const level = text
  .optional()
  .describe('Path of the level, such as "/Game/Maps/Hall". Default: the open level.');

export const classFilter = text
  .optional()
  .describe('Only of this class, such as "Blueprint" or "PointLight".');

export const query = text.describe('Part of the name or path, without case.');

export const object = text.describe('Path of an actor, a component or an asset.');

/** A part of an asset by name. */
export const part = text.optional();

export const property = text.describe('Name of the property.');

export const paging = {
  limit: z.int().min(1).max(200).default(50),
  cursor: z
    .string()
    // Some clients send an empty text for the first page.
    .transform(given => (given === '' ? undefined : given))
    .optional()
    .describe('nextCursor of the previous page.'),
};

const axis = z.number();

/** All members are required: a missing one could mean 0 or the value before. */
const vector = z.object({ x: axis, y: axis, z: axis }).strict();
const rotator = z.object({ pitch: axis, yaw: axis, roll: axis }).strict();
/** Not a tuple, because some clients do not support `prefixItems`. */
const three = z.array(axis).length(3);
const vectorList = three.transform(([x, y, z]) => ({ x, y, z }) as Vector);
const rotatorList = three.transform(([pitch, yaw, roll]) => ({ pitch, yaw, roll }) as Rotator);
const factor = axis.transform(all => ({ x: all, y: all, z: all }));

const factors = offsetsOf(1, 'x', 'y', 'z');

export const location = oneOf([vector, vectorList], 'must be {x, y, z} or [x, y, z], all numbers').describe(
  'Centimetres.',
);

export const rotation = oneOf(
  [rotator, rotatorList],
  'must be {pitch, yaw, roll} or [pitch, yaw, roll], all numbers',
).describe('Degrees.');

export const scale = oneOf(
  [vector, vectorList, factor],
  'must be {x, y, z} or [x, y, z], all numbers, or one number',
).describe('Factors, or one factor for all axes.');

/** The schema shows one of the two forms. */
const place = z.preprocess(
  given => {
    const list = three.safeParse(given);
    return list.success ? { x: list.data[0], y: list.data[1], z: list.data[2] } : lowerCaseMembers(given);
  },
  z.strictObject({ x: axis, y: axis, z: axis }, { error: 'must be {x, y, z} or [x, y, z], all numbers' }),
);

/** Around one of the two. */
export const near = z
  .object({
    position: place.optional(),
    actor: z.string().min(1).optional(),
    radius: z.number().positive().default(DEFAULT_RADIUS),
  })
  .strict()
  .refine(({ position, actor }) => (position === undefined) !== (actor === undefined), {
    error: 'must have either position or actor, such as {"position":[0,0,0],"radius":500}',
  })
  .optional()
  .describe('Radius in cm around a position or the path of an actor. Nearest first, with distance.');

/** Of a relative move: a missing axis stays as it is. */
export const by = z
  .object({
    location: oneOf(
      [offsets('x', 'y', 'z'), vectorList],
      'must be {x, y, z} or [x, y, z], all numbers; a missing axis is 0',
    ).describe('Centimetres to add.'),
    rotation: oneOf(
      [offsets('pitch', 'yaw', 'roll'), rotatorList],
      'must be {pitch, yaw, roll} or [pitch, yaw, roll], all numbers; a missing axis is 0',
    ).describe('Degrees to add.'),
    scale: oneOf(
      [factors, vectorList, factor],
      'must be {x, y, z} or [x, y, z], all numbers, or one number; a missing axis is 1',
    ).describe('Factors to multiply by.'),
  })
  .strict()
  .optional()
  .describe('Relative to the current transform, such as {"location":{"z":50}}.');

/** The case of member names is ignored, because the editor writes X and Pitch. */
function oneOf<const Forms extends readonly z.ZodType[]>(forms: Forms, error: string) {
  return z.preprocess(lowerCaseMembers, z.union(forms, { error })).optional();
}

function offsets<const Names extends readonly string[]>(...names: Names) {
  return offsetsOf(0, ...names);
}

function offsetsOf<const Names extends readonly string[]>(missing: number, ...names: Names) {
  const shape = Object.fromEntries(names.map(name => [name, axis.default(missing)])) as {
    [Name in Names[number]]: z.ZodDefault<z.ZodNumber>;
  };
  return z.object(shape).strict();
}

function lowerCaseMembers(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const members = Object.entries(given);
  const small = Object.fromEntries(members.map(([name, value]) => [name.toLowerCase(), value]));
  // "x" beside "X" is ambiguous.
  return Object.keys(small).length === members.length ? small : given;
}
