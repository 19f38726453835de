import { afterAll, describe, expect, it } from 'vitest';
import { Agent } from './agent.mjs';
import { type AgentWorld, closeWorlds, openWorld, WORLD_NAMES } from './worlds.js';

/** Each closed object says so in 29 bytes, because hosts and strict mode need it: 2.4 KB of the 69 tools of unity, 1.2 KB of those that read. */
const MAX_LIST_BYTES = 43 * 1024;
const MAX_READ_ONLY_BYTES = 21 * 1024;
const MAX_COMPACT_BYTES = 2 * 1024;
const MAX_INSTRUCTIONS = 1_024;

afterAll(closeWorlds);

function bytesOf(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}

async function visit(world: AgentWorld, options: Parameters<typeof openWorld>[1]) {
  const agent = await Agent.connect((await openWorld(world, options)).url);
  return { tools: await agent.tools(), instructions: agent.instructions };
}

describe.each(WORLD_NAMES)('a client of %s', world => {
  it('gets tools/list of 43 KB at most, and of 21 KB from a server that only reads', async () => {
    const open = await visit(world, { allows: 'all' });
    const closed = await visit(world, { allows: 'nothing' });
    expect(bytesOf(open.tools)).toBeLessThanOrEqual(MAX_LIST_BYTES);
    expect(bytesOf(closed.tools)).toBeLessThanOrEqual(MAX_READ_ONLY_BYTES);
    expect(closed.tools.length).toBeLessThan(open.tools.length);
  });

  it('gets instructions of 1 KB at most, which say how to undo and who opens what is closed', async () => {
    const open = await visit(world, { allows: 'all' });
    const closed = await visit(world, { allows: 'nothing' });
    for (const { instructions } of [open, closed]) {
      expect(Buffer.byteLength(instructions)).toBeLessThanOrEqual(MAX_INSTRUCTIONS);
      expect(instructions).toMatch(/undo/i);
    }
    expect(closed.instructions).toMatch(/--allow writes|--read-only/);
    expect(open.instructions).not.toContain('not listed');
  });
});

it('a world of more than 30 tools in the compact form has a tools/list of 2 KB at most', async () => {
  const { tools, instructions } = await visit('unity', { allows: 'all', compact: true });
  expect(tools.map(({ name }) => name)).toEqual(['search_tools', 'describe_tool', 'call_tool']);
  expect(bytesOf(tools)).toBeLessThanOrEqual(MAX_COMPACT_BYTES);
  expect(instructions).toContain('search_tools');
});
