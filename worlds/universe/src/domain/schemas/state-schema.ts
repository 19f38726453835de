import { z } from 'zod';
import { UNIT_SYSTEMS } from '../model/state.js';
import { idSchema, notNegative } from './field-schemas.js';
import { givenGroupSchema, groupSchema } from './group-schema.js';
import { knownObject } from './known-object.js';
import {
  beltSchemas,
  nebulaSchemas,
  protoplanetaryDiskSchemas,
  smallBodyFieldSchemas,
} from './scenery-schema.js';
import { givenStarSchema, starSchema } from './star-schema.js';

const timeSchema = notNegative.describe('seconds');
const unitsSchema = z.enum(UNIT_SYSTEMS);

/** A whole state, as clients read it. */
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
  units: z.literal('scene').optional().describe('Absent: km, kg, radians'),
});

/** A state in a request. Absent records are empty, and each link needs only one direction. */
export const snapshotSchema = knownObject({
  stars: z.record(idSchema, givenStarSchema).optional(),
  rootIds: z.array(idSchema).optional(),
  groups: z.record(idSchema, givenGroupSchema).optional(),
  rootGroupIds: z.array(idSchema).optional(),
  belts: z.record(idSchema, beltSchemas.given).optional(),
  smallBodyFields: z.record(idSchema, smallBodyFieldSchemas.given).optional(),
  protoplanetaryDisks: z.record(idSchema, protoplanetaryDiskSchemas.given).optional(),
  nebulae: z.record(idSchema, nebulaSchemas.given).optional(),
  time: timeSchema.optional(),
  revision: z.int().min(0).optional().describe('Ignored: a state that was read has it'),
  units: unitsSchema
    .optional()
    .describe(
      'standard: km, kg, radians; scene: degrees, units of the scene, radii and masses relative to Earth',
    ),
}).describe('A state; absent records are empty, absent lists follow from parentId and parentGroupId');

export { timeSchema };
