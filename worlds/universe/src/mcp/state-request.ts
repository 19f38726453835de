import { WorldError } from '@worldwire/server';
import { z } from 'zod';
import { KINDS } from '../domain/index.js';
import { MAX_PIXELS, MIN_PIXELS } from '../sky/map/map-svg.js';
import { MAP_FORMATS } from './picture-answer.js';

const PARTS = [...KINDS, 'rootIds', 'rootGroupIds', 'time', 'units'] as const;
const MAX_IDS = 1_000;
const MAX_LIMIT = 1_000;
const MAX_POSITIONS = 200;
const MAX_FIELDS = 64;
const MAX_CONDITIONS = 20;

const range = z.strictObject({ min: z.number().optional(), max: z.number().optional() });
const pixels = z.int().min(MIN_PIXELS).max(MAX_PIXELS).optional();
const revision = z.union([z.int().min(0), z.string()]);

/** The arguments of get_universe_state besides the universe. Names say what they can, because every client loads them. */
export const stateArguments = {
  include: z.array(z.enum(PARTS)).optional().describe('Only these parts; in a list: the records to search.'),
  ids: z.array(z.string()).max(MAX_IDS).optional().describe('Only these entities, by id or name.'),
  where: z
    .object({
      name: z.string().optional().describe('* is a wildcard'),
      type: z.union([z.string(), z.array(z.string())]).optional(),
      parent: z.string().nullable().optional().describe('id or name; null: roots'),
      group: z.string().optional(),
      text: z.string().optional().describe('part of any text'),
    })
    .catchall(z.union([range, z.string(), z.number(), z.boolean(), z.null()]))
    .optional()
    .describe('Lists entities. Other fields: a value or a range, such as {"mass":{"min":1e24}}.'),
  sort: z.string().optional().describe('"mass", or "-mass" for descending.'),
  limit: z.int().min(1).max(MAX_LIMIT).optional(),
  cursor: z
    .string()
    .max(1_024)
    // Some clients send an empty text for the first page.
    .transform(given => (given === '' ? undefined : given))
    .optional()
    .describe('Of the answer before; repeat its other arguments.'),
  fields: z.array(z.string()).max(MAX_FIELDS).optional().describe('Only these fields of each entity.'),
  at: z
    .union([z.number(), z.string()])
    .optional()
    .describe('Positions at this time: seconds since J2000.0, or an ISO date.'),
  positionsOf: z.array(z.string()).min(1).max(MAX_POSITIONS).optional().describe('Ids or names.'),
  from: z.string().optional().describe('Positions, distance and angular size as seen from this body.'),
  since: revision.optional().describe('What changed after this revision or bookmark.'),
  diff: z.array(revision).length(2).optional().describe('What changed between two revisions.'),
  summary: z.boolean().optional().describe('Counts, roots, largest bodies, groups.'),
  revision: revision.optional().describe('Read this earlier revision or bookmark.'),
  picture: z
    .strictObject({
      focus: z.string().optional().describe('id or name: its system fills the picture'),
      width: pixels,
      height: pixels,
      format: z.enum(MAP_FORMATS).optional(),
    })
    .optional()
    .describe('A map as image; at sets its time.'),
};

const schema = z.object(stateArguments);
export type StateRequest = z.output<typeof schema>;
export type Revision = z.output<typeof revision>;
type Argument = keyof StateRequest;

const MODES = {
  picture: { by: ['picture'], with: ['at', 'revision'] },
  changes: { by: ['since', 'diff'], with: ['limit', 'cursor'] },
  positions: {
    by: ['at', 'positionsOf', 'from'],
    with: ['where', 'sort', 'limit', 'cursor', 'revision'],
  },
  summary: { by: ['summary'], with: ['revision'] },
  entities: { by: ['ids'], with: ['include', 'fields', 'cursor', 'limit', 'revision'] },
  list: { by: ['where', 'sort', 'limit', 'cursor', 'fields'], with: ['include', 'revision'] },
  state: { by: [], with: ['include', 'revision'] },
} as const satisfies Record<string, { by: readonly Argument[]; with: readonly Argument[] }>;

export type Mode = keyof typeof MODES;

/** What the arguments ask for. Throws if they ask for two things at once. */
export function modeOf(request: StateRequest): Mode {
  const given = (Object.keys(stateArguments) as Argument[]).filter(
    name => request[name] !== undefined && request[name] !== false,
  );
  const asked = (names: readonly Argument[]) => given.find(name => names.includes(name));
  for (const [mode, { by, with: others }] of Object.entries(MODES) as [Mode, (typeof MODES)[Mode]][]) {
    const first = asked(by);
    if (first === undefined && mode !== 'state') continue;
    const allowed: readonly Argument[] = [...by, ...others];
    const foreign = given.find(name => !allowed.includes(name));
    if (foreign !== undefined) throw excluded(first as Argument, foreign, allowed);
    return mode;
  }
  return 'state';
}

/** Checks what the schema cannot say briefly. */
export function checkRequest({ where, since, diff, positionsOf }: StateRequest): void {
  if (where !== undefined && Object.keys(where).length > MAX_CONDITIONS) {
    throw new WorldError(
      'InvalidArgument',
      `where has ${Object.keys(where).length} conditions; the limit is ${MAX_CONDITIONS}.`,
      'Send fewer conditions, or ids.',
    );
  }
  if (since !== undefined && diff !== undefined)
    throw excluded('since', 'diff', ['since', 'limit', 'cursor']);
  if (positionsOf !== undefined && where !== undefined) {
    throw excluded('positionsOf', 'where', [
      'at',
      'from',
      'positionsOf',
      'sort',
      'limit',
      'cursor',
      'revision',
    ]);
  }
}

function excluded(first: Argument, foreign: Argument, allowed: readonly Argument[]): WorldError {
  const others = allowed.filter(name => name !== first);
  return new WorldError(
    'InvalidArgument',
    `${first} and ${foreign} cannot be used together.`,
    `With ${first}, these can be used: ${others.join(', ')}. Otherwise send two calls.`,
  );
}
