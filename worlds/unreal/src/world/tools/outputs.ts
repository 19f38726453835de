import { z } from 'zod';

const axis = z.number();
const vector = z.object({ x: axis, y: axis, z: axis });
const rotator = z.object({ pitch: axis, yaw: axis, roll: axis });
const members = z.record(z.string(), z.unknown());

/** In every answer. */
export const origin = {
  provenance: z.enum(['live', 'disk', 'sample']).describe('live: running editor; disk: files; sample.'),
  note: z.string().optional(),
};

const notes = z.array(z.string()).optional().describe('What could not be read, and why.');

export const page = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    total: z.number().optional(),
    nextCursor: z.string().optional().describe('Set where more follows.'),
    notes,
    ...origin,
  });

const assetFields = {
  path: z.string(),
  name: z.string(),
  class: z.string(),
  size: z.number().optional(),
};

export const asset = z.object(assetFields);

export const blueprint = z.object({
  parent: z.string().optional(),
  generatedClass: z.string().optional(),
  interfaces: z.array(z.string()).optional(),
  variables: z.array(
    z.object({
      name: z.string(),
      type: z.string(),
      default: z.unknown().optional(),
      category: z.string().optional(),
    }),
  ),
  functions: z.array(z.object({ name: z.string(), graph: z.string().optional() })),
  components: z.array(z.object({ name: z.string(), class: z.string(), parent: z.string().optional() })),
  graphs: z.array(
    z.object({
      name: z.string(),
      nodes: z.array(z.object({ name: z.string(), class: z.string(), title: z.string().optional() })),
    }),
  ),
});

export const assetDetail = z.object({
  ...assetFields,
  savedBy: z.string().optional(),
  tags: z.record(z.string(), z.string()).optional(),
  blueprint: blueprint.optional(),
  texture: z.object({ width: z.number(), height: z.number(), format: z.string().optional() }).optional(),
  dataTable: z.object({ rowStruct: z.string().optional(), rows: members, total: z.number() }).optional(),
  stringTable: z
    .object({
      namespace: z.string().optional(),
      entries: z.record(z.string(), z.string()),
      total: z.number(),
    })
    .optional(),
  nextCursor: z.string().optional().describe('Set where the table has more rows.'),
  level: z.object({ actors: z.number() }).optional(),
  properties: members.optional(),
  notes,
  ...origin,
});

export const contents = z.object({
  path: z.string(),
  format: z.enum(['t3d', 'json']),
  text: z.string().optional().describe('The part from offset on.'),
  objects: z.array(z.unknown()).optional().describe('The whole contents as objects.'),
  offset: z.number(),
  characters: z.number().describe('Of the whole contents.'),
  nextOffset: z.number().optional().describe('Set where more follows.'),
  notes,
  ...origin,
});

const reference = z.object({
  path: z.string(),
  soft: z.boolean().describe('Loaded on demand.'),
});

export const references = z.object({
  path: z.string(),
  references: z.array(reference).describe('Packages that this asset refers to.'),
  referencers: z.array(reference).describe('Packages that refer to this asset.'),
  total: z.object({ references: z.number(), referencers: z.number() }),
  nextCursor: z.string().optional(),
  notes,
  ...origin,
});

const actorFields = {
  path: z.string(),
  name: z.string(),
  label: z.string().optional(),
  class: z.string(),
  location: vector.optional(),
  rotation: rotator.optional(),
  scale: vector.optional(),
};

export const actor = z.object(actorFields);

export const actorDetail = z.object({
  ...actorFields,
  level: z.string().optional(),
  components: z.array(z.object({ path: z.string().optional(), name: z.string(), class: z.string() })),
  properties: members,
  notes,
  ...origin,
});

export const property = z.object({
  object: z.string(),
  property: z.string().optional(),
  value: z.unknown(),
  type: z.string().optional(),
  notes,
  ...origin,
});

const gate = z.object({
  name: z.string(),
  state: z.enum(['open', 'closed', 'unknown']),
  reason: z.string().optional(),
  opens: z.object({ file: z.string(), section: z.string(), line: z.string() }),
});

export const editorState = z.object({
  provenance: origin.provenance,
  revision: z.number().describe('Of the journal of writes, for _meta["worldwire/ifRevision"].'),
  project: z.object({ name: z.string(), engineVersion: z.string().optional() }).optional(),
  level: z.string().optional().describe('The open level.'),
  sources: z.array(
    z.object({
      provenance: origin.provenance,
      status: z.enum(['connecting', 'ready', 'throttled', 'gone', 'back']),
      since: z.string(),
      reason: z.string().optional(),
      gates: z.array(gate).optional(),
    }),
  ),
  notes: z.array(z.string()).optional(),
});

export const log = z.object({
  lines: z.array(
    z.object({
      at: z.string().optional(),
      category: z.string().optional(),
      verbosity: z.string().optional(),
      text: z.string(),
    }),
  ),
  file: z.string().optional(),
  notes,
  ...origin,
});

export const picture = z.object({
  mimeType: z.string(),
  bytes: z.number(),
  width: z.number().optional(),
  height: z.number().optional(),
  ...origin,
});

/** In every answer of a write. */
export const recorded = {
  ...origin,
  revision: z.number().describe('Of the journal after this write.'),
  replayed: z.literal(true).optional().describe('A retry: the write was done before.'),
};

export const written = <Value extends z.ZodType>(before: Value, after: z.ZodType = before) =>
  z.object({ before, after, ...recorded });

export const transform = z.object({ location: vector, rotation: rotator, scale: vector });
