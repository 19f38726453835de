import { defineWorld, prompt, resource, template, text, tool, user } from '@worldwire/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { post, reply, rpc, type WireReply } from './lab.js';

const COUNT = 7;
const PAGE = 3;

const numbers = Array.from({ length: COUNT }, (_, i) => i);
const world = defineWorld({
  name: 'many',
  version: '1.0.0',
  pageSize: PAGE,
  tools: numbers.map(i =>
    tool({ name: `tool_${i}`, description: 'One of many.', access: 'read', call: () => text('x') }),
  ),
  resources: numbers.map(i => resource({ uri: `many://r/${i}`, name: `r${i}`, read: () => 'x' })),
  templates: numbers.map(i => template({ uriTemplate: `many://t${i}/{id}`, name: `t${i}`, read: () => 'x' })),
  prompts: numbers.map(i => prompt({ name: `prompt_${i}`, get: () => [user('x')] })),
});

let server: TestServer;
let session: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world });
  session = await openSession(server.url);
});

afterAll(() => server.close());

const LISTS = [
  ['tools/list', 'tools', 'name'],
  ['resources/list', 'resources', 'uri'],
  ['resources/templates/list', 'resourceTemplates', 'uriTemplate'],
  ['prompts/list', 'prompts', 'name'],
] as const;

function list(method: string, params: object): Promise<WireReply> {
  return reply(post(server.url, session, rpc(method, params)));
}

describe.each(LISTS)('%s', (method, member, key) => {
  it('gives every entry once, page by page, in both eras', async () => {
    const fetchers = [
      (params: object) => list(method, params),
      (params: object) => reply(fetch(server.url, modern(method, params as Record<string, unknown>))),
    ];
    for (const get of fetchers) {
      const seen: string[] = [];
      let cursor: unknown;
      do {
        const { result } = await get(cursor === undefined ? {} : { cursor });
        const items = result?.[member] as Record<string, string>[];
        expect(items.length).toBeLessThanOrEqual(PAGE);
        seen.push(...items.map(item => item[key] as string));
        cursor = result?.nextCursor;
      } while (cursor !== undefined);
      expect(seen).toHaveLength(COUNT);
      expect(new Set(seen).size).toBe(COUNT);
    }
  });

  it.each([
    ['a word', 'next'],
    ['a number', 3],
    ['an object', { at: 3 }],
    ['an array', ['at:3']],
    ['no position', Buffer.from('at:').toString('base64url')],
    ['a negative position', Buffer.from('at:-3').toString('base64url')],
    ['a fraction', Buffer.from('at:1.5').toString('base64url')],
    ['a position past the end', Buffer.from('at:8').toString('base64url')],
    ['a huge position', Buffer.from('at:999999999999999999').toString('base64url')],
    ['an exponent', Buffer.from('at:1e0').toString('base64url')],
    ['another prefix', Buffer.from('of:3').toString('base64url')],
    ['the plain text', 'at:3'],
    ['a very long one', 'A'.repeat(100_000)],
    ['__proto__', '__proto__'],
  ])('refuses an invalid cursor, with the next step: %s', async (_what, cursor) => {
    const answer = await list(method, { cursor });
    expect(answer.error).toMatchObject({ code: -32602, message: expect.stringContaining('cursor') });
    expect(answer.error?.message.length).toBeLessThan(300);
  });
});

it('reads the cursor of another list as an offset in this one, and gives nothing of the other', async () => {
  const { result } = await list('tools/list', {});
  const other = await list('prompts/list', { cursor: result?.nextCursor });
  const prompts = other.result?.prompts as { name: string }[];
  expect(prompts.map(({ name }) => name)).toEqual(['prompt_3', 'prompt_4', 'prompt_5']);
});
