import { afterAll, describe, expect, it } from 'vitest';
import { Agent, type ListedTool } from './agent.mjs';
import { closeWorlds, openWorld, WORLD_NAMES } from './worlds.js';

/** Wrong in every world: no id, path, type or name has this value. */
const NOWHERE = 'No Such Thing 9';
/** Values for arguments that are not the one under test. */
const FILLING: Readonly<Record<string, unknown>> = {
  string: NOWHERE,
  integer: 1,
  number: 1,
  boolean: true,
  object: {},
  array: [],
};
const WRONG_TYPE: Readonly<Record<string, unknown>> = {
  string: { not: 'text' },
  integer: 'many',
  number: 'much',
  boolean: 'perhaps',
  object: 'flat',
  array: 'one',
};

afterAll(closeWorlds);

/** Calls with one mistake each. */
function* mistakes({ inputSchema }: ListedTool): Generator<Record<string, unknown>> {
  const { properties = {}, required = [] } = inputSchema;
  const filled = Object.fromEntries(
    required.map(name => {
      const { type = 'string', enum: values } = properties[name] ?? {};
      return [name, values?.[0] ?? FILLING[type]];
    }),
  );
  yield { ...filled, zzz: 1 };
  for (const name of required) {
    const { [name]: _, ...rest } = filled;
    yield rest;
  }
  for (const [name, { type = 'string', enum: values }] of Object.entries(properties)) {
    yield { ...filled, [name]: WRONG_TYPE[type] };
    if (values !== undefined) yield { ...filled, [name]: NOWHERE };
    if (type === 'string' && values === undefined) yield { ...filled, [name]: NOWHERE };
    if (type === 'integer' || type === 'number') yield { ...filled, [name]: -1e9 };
  }
}

/** The hint of a failed result, in the form of the world. */
function hintOf(text: string): string {
  const line = /\nHint: ([\s\S]+)$/.exec(text)?.[1];
  if (line !== undefined) return line;
  try {
    return (JSON.parse(text) as { error?: { hint?: string } }).error?.hint ?? '';
  } catch {
    return '';
  }
}

/** What a client can act on: a tool, an argument, a flag, a method, a URI or a file of the operator. */
function namesStep(hint: string, { inputSchema }: ListedTool, tools: readonly ListedTool[]): boolean {
  const words = new Set(hint.split(/[^\w-]+/));
  const names = [...tools.map(({ name }) => name), ...Object.keys(inputSchema.properties ?? {})];
  return (
    names.some(name => words.has(name)) ||
    /--[a-z]+(-[a-z]+)*|\b[a-z]+\/(list|read)\b|\b(universe|unity|unreal):\/\/|mcp\.config\.json/.test(hint)
  );
}

describe.each(WORLD_NAMES)('every error of %s', world => {
  it('has a hint that names a next step', { timeout: 120_000 }, async () => {
    const agent = await Agent.connect((await openWorld(world, { allows: 'all' })).url);
    const tools = await agent.tools();
    const offenders: string[] = [];
    let failures = 0;
    for (const tool of tools) {
      for (const args of mistakes(tool)) {
        const { result, text } = await agent.attempt(tool.name, args);
        if (result.isError !== true) continue;
        failures++;
        const hint = hintOf(text);
        if (!namesStep(hint, tool, tools)) offenders.push(`${tool.name} ${JSON.stringify(args)}: ${text}`);
      }
    }
    expect(failures).toBeGreaterThan(tools.length);
    expect(offenders).toEqual([]);
  });

  it('that refuses a closed tool names the flag of the operator', { timeout: 60_000 }, async () => {
    const open = await Agent.connect((await openWorld(world, { allows: 'all' })).url);
    const closed = await Agent.connect((await openWorld(world, { allows: 'nothing' })).url);
    const listed = new Set((await closed.tools()).map(({ name }) => name));
    const hidden = (await open.tools()).filter(({ name }) => !listed.has(name));
    expect(hidden).not.toEqual([]);
    for (const { name } of hidden) {
      const { result, text } = await closed.attempt(name);
      expect(result.isError).toBe(true);
      expect(hintOf(text)).toMatch(/--allow writes|--allow eval|--read-only/);
    }
  });
});
