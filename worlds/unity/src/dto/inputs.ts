import { z } from 'zod';

/** The arguments that tools and resources share. */

const MAX_TEXT = 1_000;
/** Metres. */
const DEFAULT_RADIUS = 10;

export const paging = {
  limit: z.int().min(1).max(500).default(50),
  offset: z.int().min(0).max(1_000_000_000).default(0),
};

export const objectId = z
  .string()
  .max(25)
  .regex(/^obj:-?\d+$/, 'must be an id such as "obj:12"');

export const typeName = z.string().min(1).max(MAX_TEXT).describe('Full or short, such as "Transform".');

/**
 * A value of any type, listed as its usual types: hosts refuse a schema without a keyword, and the strict mode of OpenAI an open
 * object.
 */
export const plainValue = z
  .unknown()
  .meta({ anyOf: ['string', 'number', 'boolean', 'null'].map(type => ({ type })) });

export const name = z.string().min(1).max(MAX_TEXT);

export const signature = z.string().min(1).max(4_000).describe('A signature in unity://hooks.');

export const filter = z.string().max(MAX_TEXT).optional();

/** The language of the engine. */
export const LANGUAGE = 'JavaScript, or GDScript if Runtime in GetStatus names it.';

export const scriptPath = z.string().max(4_096).describe('A .cs file in the Scripts folder.');

/** Must be true if requireConfirm is on; an error says so. */
export const confirm = z.boolean().optional();

/** The fields of a card beside its Id. The costly ones come only on request. */
export const PLAIN_FIELDS = [
  'Name',
  'Path',
  'Tag',
  'Layer',
  'Active',
  'ActiveInHierarchy',
  'ComponentCount',
] as const;
const COSTLY_FIELDS = ['Position', 'Velocity', 'Speed', 'Bounds', 'Visible', 'Descendants'] as const;
export const OBJECT_FIELDS = [...PLAIN_FIELDS, ...COSTLY_FIELDS];
export type CardField = (typeof OBJECT_FIELDS)[number];

const near = z
  .strictObject({
    x: z.number(),
    y: z.number(),
    z: z.number(),
    radius: z.number().positive().default(DEFAULT_RADIUS),
  })
  .describe(`Adds Distance. Radius in metres, default ${DEFAULT_RADIUS}.`);

const fields = z
  .array(z.enum(OBJECT_FIELDS))
  .min(1)
  .max(OBJECT_FIELDS.length)
  .optional()
  .describe('Only these. Default: Name to ComponentCount.');

const objectFilter = {
  name: filter.describe('Part of the name.'),
  type: filter.describe('Component type.'),
  activeOnly: z.boolean().default(false),
  active: z.boolean().optional(),
  visible: z.boolean().optional().describe('Drawn by the camera.'),
  moving: z.boolean().optional().describe('Moves or turns.'),
  near: near.optional(),
  fields,
  ...paging,
};

export const listObjects = z.object({
  sceneId: z.string().max(MAX_TEXT).optional().describe('Such as "scn:0". Default: all scenes.'),
  ...objectFilter,
});

export const searchObjects = z.object({
  query: filter.describe('Part of name, path or type.'),
  path: filter.describe('Part of the path.'),
  ...objectFilter,
});

export const getObject = z.object({ id: objectId, fields });

export const listChildren = z.object({ objectId, ...objectFilter });

export const listOfObject = z.object({ objectId, ...paging });

export const listMembers = z.object({
  objectId,
  componentType: typeName,
  includeMethods: z.boolean().default(false),
  ...paging,
});

export const readMember = z.object({ objectId, componentType: typeName, name });

export const tailLogs = z.object({
  count: z.int().min(1).max(2_000).default(200),
  offset: paging.offset.describe('Newest lines to skip.'),
  since: z.int().min(0).optional().describe('Last of an earlier answer.'),
});

export const getErrors = z.object({
  since: z.int().min(0).optional().describe('Last of an earlier answer.'),
  level: z.enum(['error', 'warning']).optional(),
  past: z.boolean().default(false).describe('Also what is out of date.'),
  limit: z.int().min(1).max(500).default(20),
});

export const pages = z.object(paging);

export const readScript = z.object({
  path: scriptPath,
  offset: paging.offset.describe('NextOffset of the part before.'),
});
