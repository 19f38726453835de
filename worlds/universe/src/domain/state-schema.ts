import { z } from 'zod';
import { idSchema, notNegative } from './field-schemas.js';
import { givenGroupSchema, groupSchema } from './group-schema.js';
import {
  beltSchemas,
  nebulaSchemas,
  protoplanetaryDiskSchemas,
  smallBodyFieldSchemas,
} from './scenery-schema.js';
import { givenStarSchema, starSchema } from './star-schema.js';

const timeSchema = notNegative.describe('seconds');

/** A whole state, as it is read from a universe. */
export const stateSchema = z.strictObject({
  stars: z.record(idSchema, starSchema),
  rootIds: z.array(idSchema),
  groups: z.record(idSchema, groupSchema),
  rootGroupIds: z.array(idSchema),
  belts: z.record(idSchema, beltSchemas.whole),
  smallBodyFields: z.record(idSchema, smallBodyFieldSchemas.whole),
  protoplanetaryDisks: z.record(idSchema, protoplanetaryDiskSchemas.whole),
  nebulae: z.record(idSchema, nebulaSchemas.whole),
  time: timeSchema,
});

/** A state that comes in. What is missing is empty, and links that are said once are enough. */
export const snapshotSchema = z
  .strictObject({
    stars: z.record(idSchema, givenStarSchema).optional(),
    rootIds: z.array(idSchema).optional(),
    groups: z.record(idSchema, givenGroupSchema).optional(),
    rootGroupIds: z.array(idSchema).optional(),
    belts: z.record(idSchema, beltSchemas.given).optional(),
    smallBodyFields: z.record(idSchema, smallBodyFieldSchemas.given).optional(),
    protoplanetaryDisks: z.record(idSchema, protoplanetaryDiskSchemas.given).optional(),
    nebulae: z.record(idSchema, nebulaSchemas.given).optional(),
    time: timeSchema.optional(),
  })
  .describe('A state; missing records are empty, missing lists follow from parentId and parentGroupId');

export { timeSchema };
