import { isObject, type JsonObject } from '@worldwire/protocol';

/** Smallest `maxBytes`: an answer needs room to say what was left out. */
export const MIN_ANSWER_BYTES = 1_024;

/** The schemas that tools/list shows. Each costs bytes in every tool, so they are described in docs/world-api.md, and not here. */
const SCHEMAS = {
  operationKey: { type: 'string' },
  ifRevision: { type: 'integer' },
  dryRun: { type: 'boolean' },
  expectDigest: { type: 'string' },
  maxBytes: { type: 'integer' },
} as const satisfies Record<string, JsonObject>;

/** An argument that means the same in every tool that takes it. */
export type CommonArgument = keyof typeof SCHEMAS;

/** Of a tool that changes the world: the guards of the World API. */
export const WRITE_ARGUMENTS: readonly CommonArgument[] = [
  'operationKey',
  'ifRevision',
  'dryRun',
  'expectDigest',
];

/** The schema of the arguments with those that the tool has in common with others. */
export function withCommonSchemas(
  tool: string,
  schema: JsonObject,
  common: readonly CommonArgument[],
): JsonObject {
  const own = isObject(schema.properties) ? schema.properties : {};
  const twice = common.find(name => Object.hasOwn(own, name));
  if (twice !== undefined) throw new Error(`The tool ${tool} declares ${twice} in its input and in common.`);
  const shared = Object.fromEntries(common.map(name => [name, SCHEMAS[name]]));
  return { ...schema, properties: { ...own, ...shared } };
}

/** The common arguments of a call. */
export function commonArguments(given: JsonObject, names: readonly CommonArgument[]): JsonObject {
  const common: JsonObject = {};
  for (const name of names) if (given[name] !== undefined) common[name] = given[name];
  return common;
}

/** The arguments of the tool itself. Copied only where there are others, because a request may have very many. */
export function ownArguments(given: JsonObject, common: JsonObject): JsonObject {
  const names = Object.keys(common);
  if (names.length === 0) return given;
  const own: JsonObject = { ...given };
  for (const name of names) delete own[name];
  return own;
}

/** What is wrong with common arguments, or undefined. Operation keys and revisions have checks of their own. */
export function commonProblem({
  dryRun,
  expectDigest,
  maxBytes,
  operationKey,
}: JsonObject): string | undefined {
  if (operationKey !== undefined && typeof operationKey !== 'string') return 'operationKey must be a string.';
  if (dryRun !== undefined && typeof dryRun !== 'boolean') return 'dryRun must be true or false.';
  if (expectDigest !== undefined && (typeof expectDigest !== 'string' || expectDigest.length > 128)) {
    return 'expectDigest must be the digest of a dry run, a string.';
  }
  const bytes = Number.isSafeInteger(maxBytes) && (maxBytes as number) >= MIN_ANSWER_BYTES;
  if (maxBytes !== undefined && !bytes) return `maxBytes must be an integer of ${MIN_ANSWER_BYTES} or more.`;
  if (dryRun === true && expectDigest !== undefined) {
    return 'dryRun and expectDigest exclude each other: send expectDigest with the write itself.';
  }
  return undefined;
}
