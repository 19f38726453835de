import { isObject, type JsonObject, type Revision, WireError } from '@worldwire/protocol';
import { z } from 'zod';
import { legible } from '../api/legible.js';
import { type Tool, tool } from '../api/tool.js';
import { WorldError } from '../api/world-error.js';
import type { Call } from '../calls/call.js';
import { argumentProblems } from '../kit/argument-problems.js';
import { didYouMean } from '../kit/near-matches.js';
import type { Policy } from '../policy/policy.js';
import { Rights } from '../policy/rights.js';
import { withoutNulls } from '../registry/null-arguments.js';
import { describedAccess, describeTool, Registry, type ToolEntry } from '../registry/registry.js';

/** A world with fewer tools is listed in full: three tools in front of them would cost more than they save. */
const MIN_COMPACT_TOOLS = 31;
const CALL = 'call_tool';
const CALL_INPUT = z.strictObject({
  name: z.string(),
  arguments: z.record(z.string(), z.unknown()).optional(),
});
const DEFAULT_FOUND = 8;
const MAX_FOUND = 30;
const MAX_NAME = 128;

/**
 * The compact form of a large world: tools/list has three tools, which search, describe and call the others. A call through
 * `call_tool` is the call of the tool itself, with the same checks and the same audit.
 */
export class CompactTools {
  readonly #registry: Registry;
  readonly #policy: Policy;
  readonly #own: Registry;

  private constructor(registry: Registry, policy: Policy) {
    this.#registry = registry;
    this.#policy = policy;
    this.#own = new Registry({
      name: registry.world.name,
      version: registry.world.version,
      tools: [this.#search(), this.#describe(), callTool()],
    });
  }

  /** Undefined for a world that is small enough to be listed in full. */
  static of(registry: Registry, policy: Policy): CompactTools | undefined {
    return isLarge(registry) ? new CompactTools(registry, policy) : undefined;
  }

  describe(revision: Revision): readonly JsonObject[] {
    return this.#own.describeTools(revision, Rights.CALLS);
  }

  /** The tool of the compact form that is called, or undefined. A call of `call_tool` becomes the call of the inner tool. */
  called(call: Call): ToolEntry | undefined {
    const { name, arguments: given } = call.params;
    if (name !== CALL) return typeof name === 'string' ? this.#own.tools.get(name) : undefined;
    const entry = this.#own.tools.get(CALL);
    const parsed = CALL_INPUT.safeParse(isObject(given) ? withoutNulls(given, entry?.nulls) : (given ?? {}));
    if (!parsed.success) {
      const problems = argumentProblems(parsed.error, CALL_INPUT, given);
      throw WireError.of('InvalidParams', `Invalid arguments for ${CALL}:\n${problems}`, {
        hint: `Send {"name": …, "arguments": {…}}, with guards such as dryRun inside arguments. search_tools finds names.`,
      });
    }
    const { name: inner, arguments: args = {} } = parsed.data;
    if (!this.#registry.tools.has(inner)) {
      throw WireError.of('InvalidParams', noSuchTool(inner, this.#registry), {
        hint: 'search_tools finds tools by words.',
      });
    }
    call.redirect({ ...call.params, name: inner, arguments: args as JsonObject });
    return undefined;
  }

  #search(): Tool {
    return tool({
      name: 'search_tools',
      title: 'Search the tools',
      description:
        'Finds tools by words of their names and descriptions. Without a query it lists the names of all tools.',
      access: 'read',
      input: z.object({
        query: z.string().max(200).default(''),
        limit: z.int().min(1).max(MAX_FOUND).default(DEFAULT_FOUND),
      }),
      call: ({ query, limit }, context) => {
        const all = this.#registry.shown(this.#policy.rightsOf((context as Call).caller.who));
        const words = query
          .toLowerCase()
          .split(/[^a-z0-9]+/)
          .filter(Boolean);
        if (words.length === 0) return { total: all.length, names: all.map(({ tool }) => tool.name) };
        const found = all
          .map(entry => ({ entry, score: score(entry, words) }))
          .filter(({ score }) => score > 0)
          .sort((a, b) => b.score - a.score);
        const tools = found.slice(0, limit).map(({ entry }) => ({
          name: entry.tool.name,
          access: entry.tool.access,
          arguments: argumentNames(entry),
          description: describedAccess(entry.tool),
        }));
        return { total: found.length, returned: tools.length, tools };
      },
    });
  }

  #describe(): Tool {
    return tool({
      name: 'describe_tool',
      title: 'Describe a tool',
      description: `Returns the description and the argument schema of a tool, for ${CALL}.`,
      access: 'read',
      input: z.object({ name: z.string() }),
      call: ({ name }, context) => {
        const call = context as Call;
        const entry = this.#registry.tools.get(name);
        if (entry !== undefined) {
          const refusal = this.#policy.decide(call.caller.who, entry.need, () => name);
          if (refusal !== undefined) throw refusal;
          return describeTool(entry, call.revisionOf);
        }
        const message = noSuchTool(name, this.#registry);
        throw new WorldError('NotFound', message, 'search_tools finds tools by words.');
      },
    });
  }
}

/** Whether a world has so many tools within the operator's ceiling that the compact form is shorter. */
export function isLarge(registry: Registry): boolean {
  return registry.shown(Rights.CALLS).length >= MIN_COMPACT_TOOLS;
}

/** The schema of `call_tool`. `called` serves it, so that its handler never runs. */
function callTool(): Tool {
  return tool({
    name: CALL,
    title: 'Call a tool',
    description: 'Calls a tool by name. describe_tool shows its arguments.',
    access: 'danger',
    annotations: { destructiveHint: true },
    input: CALL_INPUT,
    call: () => {
      throw new TypeError(`${CALL} is served by the tool that it names.`);
    },
  });
}

function noSuchTool(name: string, { tools }: Registry): string {
  return `There is no tool "${legible(name, MAX_NAME)}".${didYouMean(name, tools.keys())}`;
}

/** A word in the name counts more than one in the description. */
function score({ tool }: ToolEntry, words: readonly string[]): number {
  const name = tool.name.toLowerCase();
  const about = `${tool.title ?? ''} ${tool.description}`.toLowerCase();
  let sum = 0;
  for (const word of words) {
    const stem = word.length > 4 ? word.replace(/(ing|es|s)$/, '') : word;
    if (name.includes(stem)) sum += 3;
    if (about.includes(stem)) sum += 1;
  }
  return sum;
}

function argumentNames({ inputSchema: { properties, required } }: ToolEntry): string[] {
  const needed = Array.isArray(required) ? required : [];
  return Object.keys(isObject(properties) ? properties : {}).map(name =>
    needed.includes(name) ? name : `${name}?`,
  );
}
