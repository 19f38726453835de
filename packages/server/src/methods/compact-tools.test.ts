import { type JsonObject, REVISIONS, type Revision } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type Tool, tool } from '../api/tool.js';
import { Lab, type LabOptions } from '../kernel/lab.test.js';

const REVISION = REVISIONS[0] as Revision;

function tools(count: number): Tool[] {
  const many = Array.from({ length: count - 1 }, (_, index) =>
    tool({
      name: `look_${index}`,
      description: `Looks at place ${index}.`,
      access: 'read',
      call: () => `seen ${index}`,
    }),
  );
  const paint = tool({
    name: 'paint_crate',
    description: 'Changes the colour of a crate.',
    access: 'write',
    input: z.object({ colour: z.string() }),
    common: ['operationKey'],
    call: ({ colour }, { operation }) => `${colour} ${operation.key ?? ''}`,
  });
  return [...many, paint];
}

const COMPACT: LabOptions = { environment: { compact: true }, grants: { writes: true } };

async function call(lab: Lab, name: string, args: JsonObject): Promise<JsonObject> {
  const { result, error } = await lab.callTool(lab.caller(REVISION), name, args);
  return error === undefined ? result : (error as unknown as JsonObject);
}

async function text(lab: Lab, name: string, args: JsonObject): Promise<string> {
  const result = await call(lab, name, args);
  return (result.message as string | undefined) ?? ((result.content as JsonObject[])[0]?.text as string);
}

describe('the compact form', () => {
  it('lists three tools for a world of more than 30, and all tools of a smaller one', async () => {
    const names = async (lab: Lab) =>
      ((await lab.ask(lab.caller(REVISION), 'tools/list')).result.tools as JsonObject[]).map(
        ({ name }) => name,
      );
    expect(await names(new Lab({ tools: tools(31) }, COMPACT))).toEqual([
      'search_tools',
      'describe_tool',
      'call_tool',
    ]);
    expect(await names(new Lab({ tools: tools(30) }, COMPACT))).toHaveLength(30);
    expect(await names(new Lab({ tools: tools(31) }, { grants: { writes: true } }))).toHaveLength(31);
  });

  it('finds tools by words, describes one, and calls it', async () => {
    const lab = new Lab({ tools: tools(40) }, COMPACT);
    const found = JSON.parse(await text(lab, 'search_tools', { query: 'change colours' }));
    expect(found).toMatchObject({
      total: 1,
      returned: 1,
      tools: [{ name: 'paint_crate', access: 'write', arguments: ['colour', 'operationKey?'] }],
    });
    expect(JSON.parse(await text(lab, 'search_tools', {}))).toMatchObject({ total: 40 });
    const described = JSON.parse(await text(lab, 'describe_tool', { name: 'paint_crate' }));
    expect(described).toMatchObject({ name: 'paint_crate', inputSchema: { required: ['colour'] } });
    const painted = { name: 'paint_crate', arguments: { colour: 'red', operationKey: 'k1' } };
    expect(await text(lab, 'call_tool', painted)).toBe('red k1');
  });

  it('says of a found tool which arguments need another right', async () => {
    const store = tool({
      name: 'store_script',
      description: 'Stores a script.',
      access: 'write',
      input: z.object({ path: z.string() }),
      accessOf: ({ path }) => (path === 'start' ? 'danger' : 'write'),
      raises: [{ access: 'danger', when: 'path is start', example: { path: 'start' } }],
      call: () => 'stored',
    });
    const lab = new Lab({ tools: [...tools(40), store] }, COMPACT);
    const { tools: found } = JSON.parse(await text(lab, 'search_tools', { query: 'store' }));
    expect(found).toMatchObject([
      { name: 'store_script', description: 'Stores a script. Needs eval if path is start.' },
    ]);
  });

  it('audits a call through call_tool as the call of the tool, and refuses it in the same words', async () => {
    const lab = new Lab({ tools: tools(40) }, COMPACT);
    await call(lab, 'call_tool', { name: 'paint_crate', arguments: { colour: 'red', operationKey: 'k1' } });
    expect(lab.intents).toMatchObject([{ tool: 'paint_crate', operationKey: 'k1' }]);
    expect(lab.intents[0]).not.toHaveProperty('dryRun');
    const wrong = { colour: 'red', size: 1 };
    const inner = await text(lab, 'call_tool', { name: 'paint_crate', arguments: wrong });
    expect(inner).toBe(await text(lab, 'paint_crate', wrong));
    const closed = new Lab({ tools: tools(40) }, { environment: { compact: true } });
    const denied = { name: 'paint_crate', arguments: { colour: 'red' } };
    expect(await text(closed, 'call_tool', denied)).toContain('--allow writes');
    expect(JSON.parse(await text(closed, 'search_tools', { query: 'paint' }))).toMatchObject({ total: 0 });
  });

  it.each([
    [{}, 'Invalid arguments for call_tool'],
    [
      { name: 'paint_crate', arguments: { colour: 'red' }, operationKey: 'k' },
      'Unknown argument "operationKey"',
    ],
    [{ name: 'paint_crat' }, 'Did you mean paint_crate?'],
    [{ name: 'call_tool', arguments: { name: 'paint_crate' } }, 'There is no tool "call_tool"'],
  ])('refuses call_tool with %j', async (args, reason) => {
    expect(await text(new Lab({ tools: tools(40) }, COMPACT), 'call_tool', args)).toContain(reason);
  });

  it('names the nearest tool where describe_tool has none', async () => {
    const lab = new Lab({ tools: tools(40) }, COMPACT);
    expect(await text(lab, 'describe_tool', { name: 'paint_crates' })).toContain('Did you mean paint_crate?');
  });

  it('is explained in the instructions', async () => {
    const lab = new Lab({ tools: tools(40), instructions: 'A lab.' }, COMPACT);
    const { result } = await lab.ask(lab.caller(REVISION), 'server/discover');
    expect(result.instructions).toMatch(/^A lab\. The 40 tools are not listed: search_tools finds them/);
  });
});
