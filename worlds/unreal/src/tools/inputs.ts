import { z } from 'zod';

/** The arguments that tools share: one name means the same everywhere. */

const MOST_TEXT = 2_000;
const text = z.string().min(1).max(MOST_TEXT);

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
  cursor: z.string().min(1).max(MOST_TEXT).optional().describe('nextCursor of the page before.'),
};

const axis = z.number();

const vector = z.union([
  z.object({ x: axis, y: axis, z: axis }).strict(),
  z.tuple([axis, axis, axis]).transform(([x, y, z]) => ({ x, y, z })),
]);

export const location = vector.optional().describe('Centimetres.');

export const rotation = z
  .union([
    z.object({ pitch: axis, yaw: axis, roll: axis }).strict(),
    z.tuple([axis, axis, axis]).transform(([pitch, yaw, roll]) => ({ pitch, yaw, roll })),
  ])
  .optional()
  .describe('Degrees.');

export const scale = z
  .union([vector, axis.transform(factor => ({ x: factor, y: factor, z: factor }))])
  .optional()
  .describe('Factors, or one for all three.');
