import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, said, type ToolInfo, type Visitor } from './official-clients.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const NAMES = ['get_universe_state', 'list_universe_commands', 'send_universe_command'];

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
});
afterAll(() => server.close());

describe.each(ERAS)('the tools of the universe, seen by %s', (_era, visit) => {
  let visitor: Visitor;
  let tools: readonly ToolInfo[];
  beforeAll(async () => {
    visitor = await visit(server.url);
    tools = await visitor.tools();
  });
  afterAll(() => visitor.close());

  const tool = (name: string) => tools.find(candidate => candidate.name === name) as ToolInfo;

  it('[REQ-MCP-1] [MCP-1] are exactly three', () => {
    expect(tools.map(({ name }) => name).sort()).toEqual(NAMES);
  });

  it('[REQ-MCP-2] [MCP-2] each have a name, a description and an input schema', () => {
    for (const { name, description, inputSchema } of tools) {
      expect(name).not.toBe('');
      expect(description?.trim()).toMatch(/\w{3}/);
      expect(inputSchema).toMatchObject({ type: 'object', properties: expect.any(Object) });
    }
  });

  it.each([
    ['get_universe_state', {}],
    ['get_universe_state', { universeId: 7 }],
    ['get_universe_state', { universeId: 'sol', surprise: true }],
    ['list_universe_commands', {}],
    ['list_universe_commands', { universeId: 'sol', category: 'Cookery' }],
    ['send_universe_command', { universeId: 'sol' }],
    ['send_universe_command', { universeId: 'sol', command: 'tick' }],
    ['send_universe_command', { universeId: 'sol', command: { dt: 1 } }],
    ['send_universe_command', { universeId: 'sol', command: { type: 7 } }],
  ])('[REQ-MCP-2] enforce their schema: %s refuses %j', async (name, args) => {
    const result = await visitor.call(name, args);
    expect(result.isError).toBe(true);
    expect(said(result)).toContain('Invalid arguments');
  });

  it('[REQ-MCP-3] [MCP-3] require universeId as a string to read a state', () => {
    expectRequired(tool('get_universe_state'), { universeId: 'string' });
  });

  it('[REQ-MCP-4] [MCP-4] require universeId as a string to list the commands', () => {
    expectRequired(tool('list_universe_commands'), { universeId: 'string' });
  });

  it('[REQ-MCP-5] [MCP-5] require universeId and a command with its type to send one', () => {
    const send = tool('send_universe_command');
    expectRequired(send, { universeId: 'string', command: 'object' });
    expect(send.inputSchema.properties?.command).toMatchObject({
      properties: { type: { type: 'string' } },
      required: ['type'],
    });
  });

  it('declare their output and whether they change anything', () => {
    for (const { name, outputSchema, annotations } of tools) {
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toMatchObject({ readOnlyHint: name !== 'send_universe_command' });
    }
  });
});

function expectRequired({ inputSchema }: ToolInfo, fields: Readonly<Record<string, string>>): void {
  expect([...(inputSchema.required ?? [])].sort()).toEqual(Object.keys(fields).sort());
  for (const [name, type] of Object.entries(fields)) {
    expect(inputSchema.properties?.[name]).toMatchObject({ type });
  }
}
