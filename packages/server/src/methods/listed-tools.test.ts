import { type JsonObject, REVISIONS, type Revision } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { image, ToolAnswer } from '../api/content.js';
import { tool } from '../api/tool.js';
import { Lab, type LabOptions } from '../kernel/lab.test.js';

const REVISION = REVISIONS[0] as Revision;
const TOOLS = (['read', 'write', 'danger'] as const).map(access =>
  tool({
    name: access,
    description: 'Does it.',
    access,
    output: z.object({ done: z.boolean() }),
    call: () => ({ done: true }),
  }),
);

async function seen(options: LabOptions, opens?: 'write') {
  const lab = new Lab({ tools: TOOLS, instructions: 'A lab.', ...(opens && { opens }) }, options);
  const caller = lab.caller(REVISION);
  const tools = (await lab.ask(caller, 'tools/list')).result.tools as JsonObject[];
  const { instructions } = (await lab.ask(caller, 'server/discover')).result;
  return { names: tools.map(({ name }) => name), tools, instructions, lab };
}

describe('tools/list', () => {
  it('shows only tools within the ceiling; the instructions say which flag opens the others', async () => {
    expect(await seen({})).toMatchObject({
      names: ['read'],
      instructions:
        'A lab. 1 tool that changes the world is not listed: the operator allows it with --allow writes. ' +
        '1 tool that runs code is not listed: the operator allows it with --allow eval.',
    });
    expect(await seen({ grants: { writes: true } })).toMatchObject({ names: ['read', 'write'] });
    expect(await seen({ grants: { eval: true } })).toMatchObject({
      names: ['read', 'write', 'danger'],
      instructions: 'A lab.',
    });
    expect(await seen({ grants: { readOnly: true } }, 'write')).toMatchObject({
      names: ['read'],
      instructions: 'A lab. 2 tools are not listed: the operator started the server with --read-only.',
    });
  });

  it('leaves out what a call refuses with the flag that allows it', async () => {
    const { lab } = await seen({});
    const { result } = await lab.callTool(lab.caller(REVISION), 'write');
    expect((result.content as JsonObject[])[0]?.text).toContain('--allow writes');
  });
});

describe('answers', () => {
  const answer = async (answers: 'auto' | 'text' | 'structured') => {
    const { lab, tools } = await seen({ environment: { answers } });
    const { result } = await lab.callTool(lab.caller(REVISION), 'read');
    return { result, schema: tools[0]?.outputSchema };
  };
  const text = [{ type: 'text', text: '{"done":true}' }];

  it('have their data as text and as structured content by default', async () => {
    const { result, schema } = await answer('auto');
    expect(result).toMatchObject({ content: text, structuredContent: { done: true } });
    expect(schema).toBeDefined();
  });

  it.each([
    'Cline',
    '@cline/core',
    'mcphost',
    'kimi-code',
    'gemini-cli-mcp-client',
    'github-copilot-developer',
  ])('have text alone for %s, which would pass both to its model', async name => {
    const lab = new Lab({ tools: TOOLS });
    const caller = { ...lab.caller(REVISION), client: { name, version: '1' } };
    const { result } = await lab.callTool(caller, 'read');
    expect(result.content).toEqual(text);
    expect(result).not.toHaveProperty('structuredContent');
    const listed = (await lab.ask(caller, 'tools/list')).result.tools as JsonObject[];
    expect(listed[0]).not.toHaveProperty('outputSchema');
  });

  it('have no structured content beside a picture for codex-mcp-client, which would drop the picture', async () => {
    const picture = tool({
      name: 'picture',
      description: 'Shows it.',
      access: 'read',
      call: () => new ToolAnswer([image('AA==', 'image/png')], { structured: { shown: 1 } }),
    });
    const lab = new Lab({ tools: [picture] });
    const named = (name: string) => ({ ...lab.caller(REVISION), client: { name, version: '1' } });
    const codex = await lab.callTool(named('codex-mcp-client'), 'picture');
    expect(codex.result).not.toHaveProperty('structuredContent');
    const other = await lab.callTool(named('other'), 'picture');
    expect(other.result).toMatchObject({ structuredContent: { shown: 1 } });
  });

  it('have text alone if the operator wants it, and the tool then promises no structured content', async () => {
    const { result, schema } = await answer('text');
    expect(result.content).toEqual(text);
    expect(result).not.toHaveProperty('structuredContent');
    expect(schema).toBeUndefined();
  });

  it('have structured content alone if the operator wants it', async () => {
    const { result } = await answer('structured');
    expect(result).toMatchObject({ content: [], structuredContent: { done: true } });
  });
});
