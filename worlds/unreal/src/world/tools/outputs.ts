import { z } from 'zod';

/** In every answer: from the running editor, the files or the sample. Without a text, which each tool would repeat. */
export const origin = {
  provenance: z.enum(['live', 'disk', 'sample']),
  note: z.string().optional(),
};

/** Answers of reads have further members: their schemas name only those that a caller continues with. */
const reading = {
  ...origin,
  revision: z.number().optional(),
};
const next = z.string().optional().describe('Set where more follows.');
const found = z.array(z.looseObject({ path: z.string() }));

export const list = z.looseObject({
  items: found,
  total: z.number().optional(),
  returned: z.number(),
  nextCursor: next,
  ...reading,
});

export const writes = z.looseObject({
  items: z.array(z.looseObject({ revision: z.number() })),
  nextCursor: next,
  ...reading,
});

export const object = z.looseObject({ path: z.string(), class: z.string(), ...reading });

export const contents = z.looseObject({
  path: z.string(),
  format: z.string(),
  text: z.string().optional(),
  objects: z.array(z.unknown()).optional(),
  nextOffset: z.number().optional().describe('Set where more follows.'),
  ...reading,
});

export const references = z.looseObject({
  path: z.string(),
  references: found.optional(),
  referencers: found.optional(),
  nextCursor: next,
  ...reading,
});

export const unused = z.looseObject({
  total: z.number(),
  groups: z.array(z.looseObject({ folder: z.string(), names: z.array(z.string()) })),
  nextCursor: next,
  ...reading,
});

export const property = z.looseObject({
  object: z.string(),
  value: z.unknown(),
  nextCursor: next,
  ...reading,
});

export const editorState = z.looseObject({ ...reading });

export const log = z.looseObject({
  lines: z.array(z.looseObject({ text: z.string() })),
  returned: z.number(),
  nextCursor: next,
  ...reading,
});

export const picture = z.looseObject({
  shows: z.string(),
  mimeType: z.string(),
  bytes: z.number(),
  ...reading,
});
