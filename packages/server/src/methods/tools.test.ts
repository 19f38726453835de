import { type JsonObject, REVISIONS, type Revision } from '@worldwire/protocol';
import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ToolAnswer, text } from '../api/content.js';
import { type Tool, tool } from '../api/tool.js';
import type { World } from '../api/world.js';
import { Lab } from '../kernel/lab.test.js';

const ICONS = [{ src: 'https://example.org/i.png' }];
const point = z.object({ x: z.number(), y: z.number() });

function returning(output: z.ZodType | undefined, value: unknown): Tool {
  return tool({
    name: 'give',
    description: 'Gives it.',
    access: 'read',
    ...(output && { output }),
    call: () => value,
  });
}

async function listed(tools: readonly Tool[], revision: Revision): Promise<JsonObject[]> {
  const lab = new Lab({ tools }, { grants: { eval: true } });
  return (await lab.ask(lab.caller(revision), 'tools/list')).result.tools as JsonObject[];
}

async function called(give: Tool, revision: Revision): Promise<JsonObject> {
  const lab = new Lab({ tools: [give] });
  return (await lab.callTool(lab.caller(revision), 'give')).result;
}

describe('tools/list', () => {
  const full = tool({
    name: 'full',
    title: 'Full',
    description: 'Has it all.',
    access: 'write',
    input: z.object({ size: z.int().describe('How big') }),
    annotations: { idempotentHint: true },
    icons: ICONS,
    meta: { 'example.org/tag': 'a' },
    call: () => 'ok',
  });

  it.each(REVISIONS)(
    '[HTTP-4.5.1] is an object whose tools each have name, description and schema ($id)',
    async revision => {
      expect(await listed([full, returning(undefined, 1)], revision)).toMatchObject([
        {
          name: 'full',
          description: 'Has it all.',
          inputSchema: {
            type: 'object',
            properties: { size: { type: 'integer', description: 'How big' } },
            required: ['size'],
            additionalProperties: false,
          },
          _meta: { 'example.org/tag': 'a' },
        },
        { name: 'give', inputSchema: { type: 'object' } },
      ]);
    },
  );

  it.each(REVISIONS)('shows titles since 2025-06-18 ($id)', async revision => {
    const [shown] = await listed([full], revision);
    expect(shown?.title).toBe(revision.id >= '2025-06-18' ? 'Full' : undefined);
  });

  it.each(REVISIONS)('shows icons since 2025-11-25 ($id)', async revision => {
    const [shown] = await listed([full], revision);
    expect(shown?.icons).toEqual(revision.id >= '2025-11-25' ? ICONS : undefined);
  });

  it.each(REVISIONS)(
    'shows annotations since 2025-03-26, with what the access level says ($id)',
    async revision => {
      const access = (level: Tool['access']) =>
        tool({ name: level, description: 'Has a level.', access: level, call: () => 'ok' });
      const shown = await listed([full, access('read'), access('write'), access('danger')], revision);
      const hints = [
        { readOnlyHint: false, idempotentHint: true },
        { readOnlyHint: true },
        { readOnlyHint: false },
        { readOnlyHint: false, destructiveHint: true },
      ];
      expect(shown.map(({ annotations }) => annotations)).toEqual(
        revision.id >= '2025-03-26' ? hints : hints.map(() => undefined),
      );
    },
  );

  it("lets an author's annotation overrule the derived one", async () => {
    for (const revision of REVISIONS.filter(({ id }) => id >= '2025-03-26')) {
      const wipe = tool({
        name: 'wipe',
        description: 'Wipes.',
        access: 'write',
        annotations: { destructiveHint: true },
        call: () => 'ok',
      });
      expect(await listed([wipe], revision)).toMatchObject([{ annotations: { destructiveHint: true } }]);
    }
  });

  it('shows a hand-written input schema as it was written', async () => {
    const inputSchema: JsonObject = {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      type: 'object',
      if: { required: ['a'] },
      // biome-ignore lint/suspicious/noThenProperty: a keyword of JSON Schema
      then: { required: ['b'] },
    };
    const own = tool({ name: 'own', description: 'Own.', access: 'read', inputSchema, call: () => 'ok' });
    for (const revision of REVISIONS) expect(await listed([own], revision)).toMatchObject([{ inputSchema }]);
  });

  it.each(REVISIONS)(
    'shows output schemas of objects since 2025-06-18 and of anything since 2026-07-28 ($id)',
    async revision => {
      const [object] = await listed([returning(point, {})], revision);
      const [array] = await listed([returning(z.array(point), [])], revision);
      expect(object?.outputSchema !== undefined).toBe(revision.id >= '2025-06-18');
      expect(array?.outputSchema !== undefined).toBe(revision.id >= '2026-07-28');
    },
  );

  it('[HTTP-4.5.2] takes a progress token and answers all the same', async () => {
    const lab = new Lab({ tools: [full] }, { grants: { writes: true } });
    const exchange = lab.send(lab.session('2025-06-18'), 'tools/list', { _meta: { progressToken: 2 } });
    expect((await exchange.answer()).result.tools).toMatchObject([{ name: 'full' }]);
    expect(exchange.sent).toEqual([]);
  });
});

describe('a call that comes to no tool', () => {
  it.each(REVISIONS)('is refused, and the world is told of it once ($id)', async revision => {
    const told: unknown[] = [];
    const write = tool({ name: 'write', description: 'Writes.', access: 'write', call: () => 'ok' });
    const refused: World['refused'] = (error, call) => told.push({ ...error, ...call });
    const failure: World['failure'] = () => new ToolAnswer([text('no')], { isError: true });
    const lab = new Lab({ tools: [returning(undefined, 1), write], refused, failure });
    const caller = lab.caller(revision, {}, 'ada');
    for (const [params, tool, words] of [
      [{ name: 'nope' }, 'nope', 'There is no tool "nope". tools/list lists the tools.'],
      [
        { name: 'a\n\u202eb' },
        'a\\u000a\\u202eb',
        'There is no tool "a\\u000a\\u202eb". tools/list lists the tools.',
      ],
      [{}, undefined, 'params.name must be a string.'],
      [{ name: 7 }, undefined, 'params.name must be a string.'],
      [{ name: 'give', arguments: 7 }, 'give', 'params.arguments must be an object.'],
      [{ name: 'write', arguments: [1] }, 'write', 'params.arguments must be an object.'],
      [
        { name: 'write', _meta: { 'worldwire/operationKey': 7 } },
        'write',
        '_meta["worldwire/operationKey"] must be a string.',
      ],
    ] as const) {
      const { error } = await lab.ask(caller, 'tools/call', params as unknown as JsonObject);
      expect(error).toEqual({ code: -32602, message: words });
      expect(told.splice(0)).toEqual([{ code: -32602, message: words, tool, principal: 'ada' }]);
    }
    await lab.callTool(caller, 'give');
    expect(told).toEqual([]);
  });
});

describe('tools/call with an output schema', () => {
  it.each(REVISIONS)('[HTTP-4.6.1] has the value as text in every revision ($id)', async revision => {
    const result = await called(returning(point, { x: 1, y: 2 }), revision);
    expect(result.content).toEqual([{ type: 'text', text: '{"x":1,"y":2}' }]);
  });

  it.each(REVISIONS)('has an object as structuredContent since 2025-06-18 ($id)', async revision => {
    const { structuredContent } = await called(returning(point, { x: 1, y: 2 }), revision);
    expect(structuredContent).toEqual(revision.id >= '2025-06-18' ? { x: 1, y: 2 } : undefined);
  });

  it.each(REVISIONS)(
    'has anything else as structuredContent since 2026-07-28 alone ($id)',
    async revision => {
      const { structuredContent } = await called(returning(z.array(z.number()), [1, 2]), revision);
      expect(structuredContent).toEqual(revision.id >= '2026-07-28' ? [1, 2] : undefined);
    },
  );

  it.each(REVISIONS)('lets a handler give structured data and its own text ($id)', async revision => {
    const own = new ToolAnswer([text('one, two')], {
      structured: { x: 1, y: 2 },
      meta: { 'example.org/a': 1 },
    });
    expect(await called(returning(point, own), revision)).toMatchObject({
      content: [{ type: 'text', text: 'one, two' }],
      ...(revision.id >= '2025-06-18' && { structuredContent: { x: 1, y: 2 } }),
      _meta: { 'example.org/a': 1 },
    });
  });

  it.each(REVISIONS)(
    'keeps structured data that is no object from revisions that know only objects ($id)',
    async revision => {
      const own = new ToolAnswer([text('one, two')], { structured: [1, 2] });
      const { structuredContent } = await called(returning(z.array(z.number()), own), revision);
      expect(structuredContent).toEqual(revision.id >= '2026-07-28' ? [1, 2] : undefined);
    },
  );

  it.each(REVISIONS)(
    'never sends a value that breaks the schema, and tells the log ($id)',
    async revision => {
      const lab = new Lab({ tools: [returning(point, { x: 'hunter2' })] });
      const answer = await lab.callTool(lab.caller(revision), 'give');
      expect(JSON.stringify(answer)).not.toContain('hunter2');
      expect(answer.error?.code ?? answer.result.isError).toBeTruthy();
      expect(lab.errors).toHaveLength(1);
    },
  );

  it('survives a value that JSON cannot write', async () => {
    for (const revision of REVISIONS) {
      const lab = new Lab({ tools: [returning(undefined, { n: 1n })] });
      const answer = await lab.callTool(lab.caller(revision), 'give');
      expect(answer.error?.code ?? answer.result.isError).toBeTruthy();
      expect(lab.errors).toHaveLength(1);
    }
  });
});

describe('arguments with very many mistakes', () => {
  it('are refused in words of a bounded length', async () => {
    const sum = tool({
      name: 'sum',
      description: 'Adds.',
      access: 'read',
      input: z.object({ numbers: z.array(z.number()) }),
      call: () => 'never',
    });
    const lab = new Lab({ tools: [sum] });
    const numbers = Array.from({ length: 10_000 }, () => 'x');
    const { result } = await lab.callTool(lab.session('2025-11-25'), 'sum', { numbers });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result).length).toBeLessThan(5_000);
  });
});
