import { z } from 'zod';
import { idSchema, nameSchema, notNegative, numberSchema, textSchema } from '../schemas/field-schemas.js';
import { properName, Random } from './random.js';

export const GENERATED_KINDS = ['cluster', 'galaxy', 'system', 'belt'] as const;
/** The entry of so many bodies has about 13 million characters, and is committed in one step. */
export const MAX_GENERATED = 20_000;
const MAX_PLANETS = 40;

/** In km from the origin. */
const positionSchema = z.strictObject({ x: numberSchema, y: numberSchema, z: numberSchema });

export const generateFields = {
  kind: z
    .enum(GENERATED_KINDS)
    .describe(
      'cluster, galaxy: a group of count stars; system: a star with count planets; belt: count asteroids',
    ),
  count: z
    .int()
    .min(1)
    .max(
      MAX_GENERATED,
      `must be at most ${MAX_GENERATED}. For more, send several commands with different ids and seeds, and all but the first with its id as groupId`,
    ),
  seed: z.union([numberSchema, textSchema]).default(1).describe('The same seed gives the same bodies'),
  name: nameSchema.max(100).optional().describe('Default: a random name'),
  id: idSchema.max(100).optional().describe('Prefix of the ids. Default: from the name'),
  parentId: idSchema.optional().describe('Of a belt: the body that it surrounds'),
  groupId: idSchema.optional().describe('The group that contains the new group or system'),
  position: positionSchema.optional().describe('Centre in km. Default: the origin'),
  radius: notNegative.optional().describe('km; of a belt: the outer radius'),
  innerRadius: notNegative.optional().describe('km, of a belt'),
};

type Given = z.output<z.ZodObject<typeof generateFields>>;

export interface GenerateRequest extends Given {
  readonly name: string;
  readonly id: string;
  readonly position: z.output<typeof positionSchema>;
}

/** Adds what was left out. `slugOf` makes an id from a name. */
export function completeRequest(given: Given, slugOf: (name: string) => string): GenerateRequest {
  const name = given.name ?? properName(new Random(`name ${given.kind} ${given.seed}`));
  const { x, y, z: depth } = given.position ?? { x: 0, y: 0, z: 0 };
  return { ...given, name, id: given.id ?? slugOf(name), position: { x, y, z: depth } };
}

const COMMON = ['count', 'seed', 'name', 'id'] as const;
/** The fields that a kind uses. */
const FIELDS: Readonly<Record<Given['kind'], readonly string[]>> = {
  cluster: [...COMMON, 'groupId', 'position', 'radius'],
  galaxy: [...COMMON, 'groupId', 'position', 'radius'],
  system: [...COMMON, 'groupId', 'position'],
  belt: [...COMMON, 'parentId', 'radius', 'innerRadius'],
};

/** What is wrong with a request that has passed its schema, or undefined. */
export function requestProblem(given: Given): string | undefined {
  const { kind, count, parentId, radius, innerRadius = 0 } = given;
  const foreign = Object.keys(generateFields).find(
    field => field !== 'kind' && given[field as keyof Given] !== undefined && !FIELDS[kind].includes(field),
  );
  if (foreign !== undefined)
    return `${foreign} is not a field of a ${kind}, which has ${FIELDS[kind].join(', ')}`;
  if (kind === 'belt' && parentId === undefined) return 'a belt needs parentId, the body that it surrounds';
  if (kind === 'system' && count > MAX_PLANETS) return `a system has at most ${MAX_PLANETS} planets`;
  if (kind === 'galaxy' && radius === 0) return 'the radius of a galaxy must be larger than 0';
  if (radius !== undefined && innerRadius > radius)
    return `innerRadius ${innerRadius} is larger than radius ${radius}, the outer radius of the belt`;
  return undefined;
}
