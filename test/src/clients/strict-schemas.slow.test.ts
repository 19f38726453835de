import { readFileSync } from 'node:fs';
import { type MCPServer, mcpToFunctionTool } from '@openai/agents-core';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { Agent, type ListedTool } from '../agents/agent.mjs';
import { type AgentWorld, closeWorlds, openWorld, WORLD_NAMES } from '../agents/worlds.js';
import { strictProblems } from './strict-problems.js';

/** Tools with values of any form, which strict mode cannot describe. docs/compatibility.md has them with the reason. */
const NOT_STRICT: Readonly<Record<AgentWorld, readonly string[]>> = {
  universe: ['get_universe_state', 'send_universe_command'],
  unity: ['SetMember'],
  unreal: ['batch', 'call_function', 'set_actor_transform', 'set_property'],
};
const COMPATIBILITY = readFileSync(new URL('../../../docs/compatibility.md', import.meta.url), 'utf8');

/** What the converter reads of a server. */
const SERVER = { name: 'worldwire' } as MCPServer;

/** The tool as OpenAI's own library for agents sends it, asked for strict mode. */
function converted(listed: ListedTool) {
  // It warns of every tool that it does not convert.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  onTestFinished(() => warn.mockRestore());
  const mcpTool = structuredClone(listed) as unknown as Parameters<typeof mcpToFunctionTool>[0];
  const { strict, parameters } = mcpToFunctionTool(mcpTool, SERVER, true);
  return { strict, parameters: parameters as object };
}

afterAll(closeWorlds);

describe.each(WORLD_NAMES)('the tools of %s', world => {
  let agent: Agent;
  let tools: readonly ListedTool[];
  beforeAll(async () => {
    agent = await Agent.connect((await openWorld(world, { allows: 'all' })).url);
    tools = await agent.tools();
  });

  it('are converted to the strict mode of OpenAI, except those with open values', () => {
    const loose = tools.filter(tool => !converted(tool).strict).map(({ name }) => name);
    expect(loose.toSorted()).toEqual(NOT_STRICT[world]);
    const row = COMPATIBILITY.split('\n').find(line => line.startsWith('| the strict mode of OpenAI'));
    for (const name of loose) expect(row).toContain(`\`${name}\``);
  });

  it('that are strict follow the rules of structured outputs', () => {
    for (const tool of tools) {
      const { strict, parameters } = converted(tool);
      if (strict) expect([tool.name, strictProblems(parameters)]).toEqual([tool.name, []]);
    }
  });

  it('that are not strict keep their schema, so that they can be called with all that they take', () => {
    for (const tool of tools.filter(({ name }) => NOT_STRICT[world].includes(name))) {
      expect(converted(tool).parameters).toMatchObject(tool.inputSchema);
    }
  });

  it('say of every object whether it is open, and refuse what they do not list', async () => {
    for (const { name, inputSchema } of tools) {
      expect([name, objectsIn(inputSchema).filter(each => !('additionalProperties' in each))]).toEqual([
        name,
        [],
      ]);
      expect(inputSchema).toMatchObject({ additionalProperties: false });
      const { result, text } = await agent.attempt(name, { surplus: 1 });
      expect([name, result.isError, text]).toEqual([
        name,
        true,
        expect.stringMatching(/Unknown argument .*surplus/),
      ]);
    }
  });

  it('take null for every argument that strict mode makes required', async () => {
    let compared = 0;
    for (const { name, inputSchema, annotations } of tools) {
      const { properties = {}, required = [] } = inputSchema;
      const known: Readonly<Record<string, unknown>> = { universeId: 'sol' };
      const given = Object.fromEntries(required.map(argument => [argument, known[argument]]));
      if (annotations?.readOnlyHint !== true || Object.values(given).includes(undefined)) continue;
      const nulls = Object.fromEntries(Object.keys(properties).map(argument => [argument, null]));
      const [plain, strict] = [
        await agent.attempt(name, given),
        await agent.attempt(name, { ...nulls, ...given }),
      ];
      compared++;
      expect([name, strict.result.isError, problemOf(strict.text)]).toEqual([
        name,
        plain.result.isError,
        problemOf(plain.text),
      ]);
    }
    expect(compared).toBeGreaterThan(1);
  });
});

it('a schema as it is listed breaks the rules of structured outputs, so that the check can fail', () => {
  const optional = { type: 'object', properties: { a: { type: 'string' }, b: {} }, additionalProperties: {} };
  expect(strictProblems(optional)).toEqual(['$ is open', '$ has optional members', '$.b has no type']);
});

/** The schemas of objects inside a schema, itself included. */
function objectsIn(schema: unknown): object[] {
  if (Array.isArray(schema)) return schema.flatMap(objectsIn);
  if (typeof schema !== 'object' || schema === null) return [];
  const inner = Object.values(schema).flatMap(objectsIn);
  return 'type' in schema && schema.type === 'object' ? [schema, ...inner] : inner;
}

/** The part of an error before what may differ from call to call. */
function problemOf(text: string): string {
  return /Invalid arguments[^\n]*/.exec(text)?.[0] ?? '';
}
