import { z } from 'zod';
import { generateFields } from '../generate/generate-request.js';
import { nameSchema } from '../schemas/field-schemas.js';
import { knownObject } from '../schemas/known-object.js';

/** Commands in one batch. */
export const MAX_BATCH = 1_000;
export const MAX_BOOKMARK_NAME = 100;

const revision = z.int().min(0);
const revisionOrBookmark = z
  .union([revision, z.string().min(1).max(MAX_BOOKMARK_NAME)])
  .describe('A revision, or the name of a bookmark');

export interface CompoundForm<Shape extends z.core.$ZodShape = z.core.$ZodShape> {
  readonly type: string;
  readonly summary: string;
  readonly schema: z.ZodObject<Shape, z.core.$strict>;
  readonly example: Readonly<Record<string, unknown>>;
}

/** What send_universe_command takes beside the commands of the catalogue: forms that are made of them, or of the history. */
export const COMPOUND_FORMS = {
  batch: form(
    'batch',
    'Applies commands as one revision, all or none. Later commands use the ids of earlier ones; "$1" is the id that the first created. addStar and addGroup may omit id: it follows from the name.',
    {
      commands: z
        .array(z.looseObject({ type: z.string() }))
        .min(1)
        .max(MAX_BATCH),
    },
    {
      commands: [
        {
          type: 'addStar',
          id: 'gliese',
          payload: { bodyType: 'star', mass: 6e29, radius: 2.1e5, color: '#ffb56c' },
        },
        {
          type: 'addStar',
          id: 'gliese-b',
          payload: {
            ...{ bodyType: 'planet', parentId: 'gliese', mass: 6e24, radius: 6400 },
            ...{ orbitalDistance: 2.5e7, orbitalSpeed: 1.6e-6 },
          },
        },
        {
          type: 'updateRing',
          planetId: 'gliese-b',
          patch: { innerRadiusMultiplier: 1.5, outerRadiusMultiplier: 2 },
        },
      ],
    },
  ),
  undo: form(
    'undo',
    'Undoes one revision, or all after `since`, by a new revision. Without both: the newest that is not undone.',
    {
      revision: z.int().min(1).optional(),
      since: revision.optional().describe('Undo all later revisions'),
      mine: z.boolean().optional().describe('Only revisions of the caller'),
      force: z.boolean().optional().describe('Also where a value was changed later'),
    },
    { revision: 12 },
  ),
  restore: form(
    'restore',
    'Makes the state of an earlier revision the state of a new one.',
    { revision: revisionOrBookmark },
    { revision: 12 },
  ),
  bookmark: form(
    'bookmark',
    'Gives a revision a name. universe://{id}/bookmarks lists them.',
    {
      name: z.string().min(1).max(MAX_BOOKMARK_NAME),
      revision: revision.optional().describe('Default: the newest'),
      remove: z.boolean().optional().describe('Removes the bookmark'),
    },
    { name: 'before the merger' },
  ),
  createUniverse: form(
    'createUniverse',
    'Creates the universe with the id universeId: empty, or as a copy.',
    {
      name: nameSchema.max(200).optional().describe('Default: the id'),
      id: z.string().min(1).optional().describe('Instead of universeId'),
      from: z.string().min(1).optional().describe('Id of the universe to copy'),
      revision: revisionOrBookmark.optional(),
    },
    { name: 'Copy of Sol', from: 'sol' },
  ),
  generate: form(
    'generate',
    'Adds random bodies with plausible masses, sizes and orbits, as one revision.',
    generateFields,
    { kind: 'galaxy', count: 2000, seed: 7 },
  ),
} as const;

export type CompoundType = keyof typeof COMPOUND_FORMS;
export type Compound<Type extends CompoundType> = z.output<(typeof COMPOUND_FORMS)[Type]['schema']>;

export function isCompoundType(type: string): type is CompoundType {
  return Object.hasOwn(COMPOUND_FORMS, type);
}

function form<Shape extends z.core.$ZodShape>(
  type: string,
  summary: string,
  shape: Shape,
  example: Readonly<Record<string, unknown>>,
) {
  const schema = knownObject({ type: z.literal(type), ...shape });
  return { type, summary, schema, example: { type, ...example } };
}
