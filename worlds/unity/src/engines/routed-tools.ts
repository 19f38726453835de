import { isObject, type JsonObject } from '@worldwire/protocol';
import { type Context, SerializedJson, type Tool, ToolAnswer, type ToolPlan, text } from '@worldwire/server';
import { undoLine } from '@worldwire/server/kit';
import { z } from 'zod';
import type { Benches } from './benches.js';
import type { EngineBench } from './engine-bench.js';
import type { KeyEngines } from './key-engines.js';
import type { Targets } from './targets.js';

/** These touch files and settings of the server alone. */
const WITHOUT_ENGINE: ReadonlySet<string> = new Set([
  'GetConfig',
  'SetConfig',
  'ReadConsoleScript',
  'WriteConsoleScript',
  'DeleteConsoleScript',
  'GetStartupScript',
  'WriteStartupScript',
  'SetStartupScriptEnabled',
]);
/** Their ids count the writes of one engine, so that an id does not name its engine. */
const OF_JOURNAL: ReadonlySet<string> = new Set(['UndoWrite']);
const NAME = { type: 'string', description: 'A name of ListEngines.' } as const;
const UNDO = 'UndoWrite ';

export interface RoutingParts {
  readonly benches: Benches;
  readonly targets: Targets;
  /** Whether further engines may link, so that tools take the argument `engine`. */
  readonly isLinked: boolean;
  /** Throws if another agent holds the engine. Called before each write. */
  requireFree(bench: EngineBench, context: Context): void;
  /** The engines of operation keys. */
  readonly keys: KeyEngines;
}

/** The tools of the first engine, each of which calls the tool of the same name of the engine that a call is for. */
export function routedTools(parts: RoutingParts): readonly Tool[] {
  return [...parts.benches.home.tools.values()].map(tool => routed(tool, parts));
}

function routed(tool: Tool, parts: RoutingParts): Tool {
  const { benches, targets, isLinked, requireFree, keys } = parts;
  const { name, access } = tool;
  const touchesEngine = !WITHOUT_ENGINE.has(name);
  const takesEngine = isLinked && touchesEngine;
  const writes = access !== 'read';
  const toolOf = (bench: EngineBench) => bench.tools.get(name) as Tool;
  const routeOf = (given: Record<string, unknown>, context: Context) => {
    const engine = takesEngine ? given.engine : undefined;
    const args = engine === undefined ? given : withoutEngine(given);
    if (takesEngine && OF_JOURNAL.has(name)) targets.requireChosen(engine, context);
    return { args, bench: takesEngine ? targets.of(engine, args, context) : benches.home };
  };
  return {
    ...(takesEngine ? withEngineArgument(tool) : tool),
    ...(tool.accessOf !== undefined && {
      accessOf: ({ engine, ...args }, caller) => {
        const bench = takesEngine ? targets.find(engine, args, caller) : benches.home;
        // Without an engine the call fails.
        return (bench?.tools.get(name) as Tool | undefined)?.accessOf?.(args, caller) ?? access;
      },
    }),
    ...(tool.plan !== undefined && {
      plan: async (given, context) => {
        const { bench, args } = routeOf(given, context);
        const planned = await toolOf(bench).plan?.(args, context);
        return planInEngine(planned as ToolPlan, benches.size > 1 ? bench.entry.name : undefined);
      },
    }),
    call: (given, context) => {
      const { bench, args } = routeOf(given, context);
      if (writes && touchesEngine && context.operation.dryRun !== true) {
        requireFree(bench, context);
        keys.require(bench, context);
      }
      const answer = toolOf(bench).call(args, context);
      return writes && benches.size > 1 ? named(answer, bench) : answer;
    },
  };
}

function withEngineArgument(tool: Tool): Tool {
  if (tool.inputSchema === undefined) {
    const engine = z.string().optional().describe(NAME.description);
    return { ...tool, input: tool.input.extend({ engine }) };
  }
  const { properties } = tool.inputSchema;
  const own: JsonObject = isObject(properties) ? properties : {};
  return { ...tool, inputSchema: { ...tool.inputSchema, properties: { ...own, engine: NAME } } };
}

function withoutEngine({ engine: _, ...args }: Record<string, unknown>): Record<string, unknown> {
  return args;
}

/** The answer of a write with the name of its engine, in the line that undoes it, too. */
export async function named(answer: unknown, { entry }: EngineBench): Promise<unknown> {
  const value = await answer;
  if (!(value instanceof ToolAnswer) || value.options.isError === true) return value;
  const { structured } = value.options;
  if (!(structured instanceof SerializedJson)) return value;
  const facts = JSON.parse(structured.text) as { undo?: unknown };
  const { name: engine } = entry;
  const undo =
    typeof facts.undo === 'string' && facts.undo.startsWith(`${UNDO}{`)
      ? { undo: undoLine('UndoWrite', { ...JSON.parse(facts.undo.slice(UNDO.length)), engine }) }
      : {};
  const json = JSON.stringify({ ...facts, ...undo, engine });
  const [, ...pictures] = value.content;
  return new ToolAnswer([text(json), ...pictures], {
    ...value.options,
    structured: new SerializedJson(json),
  });
}

/** The arguments name no engine where the session has selected one. */
function planInEngine(plan: ToolPlan, engine: string | undefined): ToolPlan {
  if (engine === undefined) return plan;
  const { note } = plan.effect;
  const where = `In the engine ${engine}.`;
  return { ...plan, effect: { ...plan.effect, note: note === undefined ? where : `${where} ${note}` } };
}
