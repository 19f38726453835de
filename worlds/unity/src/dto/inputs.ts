import { z } from 'zod';

/** The arguments that tools and resources share. */

const MAX_TEXT = 1_000;

export const paging = {
  limit: z.int().min(1).max(500).default(50),
  offset: z.int().min(0).max(1_000_000_000).default(0),
};

export const objectId = z
  .string()
  .regex(/^obj:-?\d{1,20}$/)
  .describe('Such as "obj:12".');

export const typeName = z
  .string()
  .min(1)
  .max(MAX_TEXT)
  .describe('Full name, such as "UnityEngine.Transform".');

export const name = z.string().min(1).max(MAX_TEXT);

export const signature = z.string().min(1).max(4_000).describe('A signature in unity://hooks.');

export const filter = z.string().max(MAX_TEXT).optional();

/** The language of the engine. */
export const LANGUAGE = 'The language is JavaScript, or GDScript if Runtime in GetStatus names it.';

export const scriptPath = z
  .string()
  .max(4_096)
  .describe("A .cs file in the Scripts folder. The content is in the engine's language.");

export const confirm = z.boolean().optional().describe('Must be true if requireConfirm is on.');

export const listObjects = z.object({
  sceneId: z.string().max(MAX_TEXT).optional().describe('Such as "scn:0", "scn:ddol" or "scn:hide".'),
  name: filter.describe('Part of the name.'),
  type: filter.describe('Component type: the full name or its last part.'),
  activeOnly: z.boolean().default(false),
  ...paging,
});

export const searchObjects = z.object({
  query: filter.describe('Part of the name, path or component type.'),
  name: filter.describe('Part of the name.'),
  type: filter.describe('Component type: the full name or its last part.'),
  path: filter.describe('Part of the path.'),
  activeOnly: z.boolean().default(false),
  ...paging,
});

export const listOfObject = z.object({ objectId, ...paging });

export const listMembers = z.object({
  objectId,
  componentType: typeName,
  includeMethods: z.boolean().default(false),
  ...paging,
});

export const readMember = z.object({ objectId, componentType: typeName, name });

export const tailLogs = z.object({ count: z.int().min(1).max(2_000).default(200) });

export const pages = z.object(paging);
