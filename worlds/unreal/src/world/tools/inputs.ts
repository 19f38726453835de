import { z } from 'zod';
import type { Rotator, Vector } from '../../port/operations.js';

/** The arguments that tools share: one name means the same everywhere. */

const MAX_TEXT = 2_000;
const text = z.string().min(1).max(MAX_TEXT);

export const assetPath = text.describe('Of the asset, such as "/Game/Doors/BP_Door".');

export const folder = text.optional().describe('Only below this folder, such as "/Game/Doors".');

export const actorPath = text.describe('Of the actor, as list_actors gives it.');

export const level = text
  .optional()
  .describe('The level, such as "/Game/Maps/Hall". The open one unless given.');

export const classFilter = text
  .optional()
  .describe('Only of this class, such as "Blueprint" or "PointLight".');

export const query = text.describe('Part of the name or the path, whatever the case.');

export const object = text.describe('The path of an actor, a component or an asset.');

export const property = text.describe('The name of the property.');

export const paging = {
  limit: z.int().min(1).max(200).default(50),
  cursor: z.string().min(1).max(MAX_TEXT).optional().describe('nextCursor of the page before.'),
};

const axis = z.number();

/** All of its parts: one that is left out could mean 0, or what it was before. */
const vector = z.object({ x: axis, y: axis, z: axis }).strict();
const rotator = z.object({ pitch: axis, yaw: axis, roll: axis }).strict();
/** Not a tuple: clients that know no `prefixItems` understand this schema, too. */
const three = z.array(axis).length(3);
const vectorList = three.transform(([x, y, z]) => ({ x, y, z }) as Vector);
const rotatorList = three.transform(([pitch, yaw, roll]) => ({ pitch, yaw, roll }) as Rotator);
const factor = axis.transform(all => ({ x: all, y: all, z: all }));

export const location = oneOf([vector, vectorList], 'is {x, y, z} or [x, y, z], all numbers').describe(
  'Centimetres.',
);

export const rotation = oneOf(
  [rotator, rotatorList],
  'is {pitch, yaw, roll} or [pitch, yaw, roll], all numbers',
).describe('Degrees.');

export const scale = oneOf(
  [vector, vectorList, factor],
  'is {x, y, z} or [x, y, z], all numbers, or one number',
).describe('Factors, or one for all three.');

/** The editor itself writes X, Pitch and the like: the case of a member's name does not count. */
function oneOf<const Forms extends readonly z.ZodType[]>(forms: Forms, error: string) {
  return z.preprocess(inSmallLetters, z.union(forms, { error })).optional();
}

function inSmallLetters(given: unknown): unknown {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) return given;
  const members = Object.entries(given);
  const small = Object.fromEntries(members.map(([name, value]) => [name.toLowerCase(), value]));
  // "x" beside "X" is two answers to one question.
  return Object.keys(small).length === members.length ? small : given;
}
