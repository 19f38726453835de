import type { OwnAnswer, OwnTool } from '@worldwire/engine';
import type { JsonObject } from '@worldwire/protocol';
import { type Context, type Tool, tool, WorldError, WRITE_ARGUMENTS } from '@worldwire/server';
import { cutText, resultBytesOf } from '@worldwire/server/kit';
import { z } from 'zod';
import { confirm } from '../dto/inputs.js';
import { fittingText } from '../dto/page.js';
import { ANY_ANSWER } from '../dto/schemas.js';
import type { EngineBench } from './engine-bench.js';
import { named, type RoutingParts } from './routed-tools.js';

/** Milliseconds for one call of a tool of the game. */
const DEADLINE_MS = 15_000;
const MAX_ASKED = 300;
/** Values in the arguments. Each of them may be compared with all alternatives of a schema. */
const MAX_VALUES = 10_000;
/** Without dryRun and expectDigest: only the game knows what its tool does, and approvals would ask for a plan. */
const COMMON = ['operationKey', 'ifRevision'] as const;
const GUARDS = WRITE_ARGUMENTS.filter(name => !COMMON.some(each => each === name));
/** Arguments of the server. A tool of a game cannot use these names. */
const RESERVED: readonly string[] = [...WRITE_ARGUMENTS, 'maxBytes', 'confirm'];
const FINAL = 'the effect of a tool of the game is not known.';
const ANSWER = { ok: z.boolean(), text: z.string(), json: z.unknown().optional() };

/**
 * A tool that the game has registered, as one of the world. Throws an Error with the reason if it cannot be one. Its schema is compiled at the first
 * call: that takes milliseconds, and a game may register often.
 */
export function ownTool(bench: EngineBench, offer: OwnTool, parts: RoutingParts): Tool {
  requireShape(offer);
  const writes = offer.access !== 'read';
  let made: Tool | undefined;
  const compiled = () => {
    made ??= writes ? writing(bench, offer) : reading(bench, offer);
    return made;
  };
  return tool({
    ...described(bench, offer),
    access: offer.access,
    annotations: writes ? { readOnlyHint: false, destructiveHint: true } : { readOnlyHint: true },
    checksArguments: true,
    inputSchema: schemaOf(offer),
    ...(writes && { common: COMMON }),
    output: ANY_ANSWER,
    call: (given, context) => {
      requireOffered(bench, offer);
      if (GUARDS.some(name => given[name] !== undefined)) throw noDryRun(bench, offer);
      requireFewValues(given, offer);
      // Refuses objects of other engines.
      parts.targets.of(bench.entry.name, given, context);
      if (writes) {
        parts.requireFree(bench, context);
        parts.keys.require(bench, context);
      }
      const answer = compiled().call(given, context);
      return writes && parts.benches.size > 1 ? named(answer, bench) : answer;
    },
  });
}

function requireFewValues(given: unknown, { name }: OwnTool): void {
  if (valuesLeft(given, MAX_VALUES) > 0) return;
  throw new WorldError(
    'InvalidArgument',
    `The arguments of the tool ${name} of the game have ${MAX_VALUES} values or more.`,
    'Send less in one call.',
  );
}

/** How many of `left` values there are beyond those of `value`. */
function valuesLeft(value: unknown, left: number): number {
  let rest = left - 1;
  if (typeof value !== 'object' || value === null) return rest;
  for (const each of Object.values(value)) {
    if (rest <= 0) return rest;
    rest = valuesLeft(each, rest);
  }
  return rest;
}

/** The name in tools/list. */
export function ownToolName({ entry }: EngineBench, { name }: OwnTool): string {
  return `${entry.name}_${name}`;
}

function reading(bench: EngineBench, offer: OwnTool): Tool {
  return bench.kit.reading({
    ...described(bench, offer),
    input: inputOf(offer),
    output: ANSWER,
    run: async (args, { answerBytes, signal }) => {
      const params = { name: offer.name, args };
      return shown(
        await bench.scene.call('tool.call', params, { deadline: DEADLINE_MS, signal }),
        answerBytes,
      );
    },
  });
}

function writing(bench: EngineBench, offer: OwnTool): Tool {
  const { entry } = bench;
  return bench.kit.writing({
    ...described(bench, offer),
    evaluates: offer.access === 'danger',
    destructive: true,
    final: FINAL,
    output: ANSWER,
    input: inputOf(offer).extend({ confirm }),
    question: ({ confirm: _, ...args }) =>
      `Call the tool ${offer.name} of the game ${entry.name} with ${cutText(JSON.stringify(args), MAX_ASKED)}?`,
    plan: () => {
      throw noDryRun(bench, offer);
    },
    run: async ({ confirm: _, ...args }, write, { answerBytes }: Context) =>
      shown(await write.call('tool.call', { name: offer.name, args }, DEADLINE_MS), answerBytes),
  });
}

function described(bench: EngineBench, offer: OwnTool) {
  const { name } = bench.entry;
  return {
    name: ownToolName(bench, offer),
    title: `${offer.name} of ${name}`,
    description: `Tool of the game ${name}, in its own words: ${offer.description}`,
  };
}

function requireShape({ input }: OwnTool): void {
  const choice = ['anyOf', 'oneOf', 'allOf'].find(keyword => input[keyword] !== undefined);
  if (choice !== undefined) throw new Error(`its input has ${choice} at the top; use it for an argument`);
  const properties = (input.properties ?? {}) as object;
  const taken = RESERVED.find(name => Object.hasOwn(properties, name));
  if (taken !== undefined) throw new Error(`its argument ${taken} has a name that the server uses`);
}

/** As tools/list shows it: the game's own, which was checked when it came, and the argument of confirmations. */
function schemaOf({ input, access }: OwnTool): JsonObject {
  const { $schema: _, ...schema } = input as JsonObject;
  if (access === 'read') return schema;
  return { ...schema, properties: { ...(schema.properties as JsonObject), confirm: { type: 'boolean' } } };
}

function inputOf({ name, input }: OwnTool): z.ZodObject {
  const schema = z.fromJSONSchema(input as Parameters<typeof z.fromJSONSchema>[0]);
  if (!(schema instanceof z.ZodObject)) {
    throw new WorldError(
      'Unsupported',
      `The schema of the tool ${name} of the game cannot be validated.`,
      'Change the input of the tool in the game; docs/links.md has the keywords.',
    );
  }
  return input.additionalProperties === undefined ? schema.strict() : schema;
}

/** The answer of the game, as much as fits. */
function shown({ text, json }: OwnAnswer, maxBytes: number): object {
  const cut = fittingText(text, maxBytes);
  const answer = { ok: true, text: cut, ...(cut.length < text.length && { Truncated: true }) };
  if (json === undefined) return answer;
  const whole = { ...answer, json };
  return resultBytesOf(whole) <= maxBytes
    ? whole
    : { ...answer, jsonLeftOut: 'too large; maxBytes allows more' };
}

function noDryRun({ entry }: EngineBench, { name }: OwnTool): WorldError {
  return new WorldError(
    'Unsupported',
    `The tool ${name} of the game ${entry.name} has no dry run: only the game knows what it does.`,
    'Call it without dryRun and expectDigest, or use a tool of the server such as SetMember.',
  );
}

function requireOffered({ entry }: EngineBench, { name, access }: OwnTool): void {
  const now = entry.engine.offers?.tools.find(offer => offer.name === name);
  if (now?.access === access) return;
  const { status, reason } = entry.engine.link ?? entry.engine.state;
  const state = `the engine is ${status}${reason === undefined ? '' : `: ${reason}`}`;
  throw new WorldError(
    now === undefined ? 'NotFound' : 'Conflict',
    now === undefined
      ? `The game ${entry.name} does not offer the tool ${name} any more (${state}).`
      : `The game ${entry.name} has changed its tool ${name}.`,
    'tools/list has the tools that are offered now; ListEngines has the state of the engines.',
  );
}
