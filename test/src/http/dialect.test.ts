import { defineDialect, REVISION_2024_11_05, type WireErrorBody } from '@worldwire/protocol';
import { defineWorld, tool } from '@worldwire/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { JSON_HEADERS, modern, openSession, serveWorld, type TestServer } from '../harness.js';

const world = defineWorld({
  name: 'garden',
  version: '1.0.0',
  tools: [
    tool({
      name: 'echo',
      description: 'Echoes.',
      access: 'read',
      input: z.object({ text: z.string() }),
      call: ({ text }, context) => `${text} (${context.revision})`,
    }),
  ],
});

const dialect = defineDialect({
  name: 'garden',
  revision: REVISION_2024_11_05,
  methods: {
    call_tool: {
      method: 'tools/call',
      params: ({ tool, input }) => ({ name: tool ?? '', arguments: input ?? {} }),
      result: result => ({ ok: true, result }),
    },
    follow: { method: 'resources/subscribe' },
  },
  error: (error: WireErrorBody) => ({ ...error, message: `garden: ${error.message}` }),
  status: () => 409,
});

let server: TestServer;

beforeAll(async () => {
  server = await serveWorld(
    async () => ({ world, mounts: kernel => [{ path: '/mcp', kernel, dialect }] }),
    {},
  );
});
afterAll(() => server.close());

describe('a dialect on its mount', () => {
  it('is served without a session, in the revision it names', async () => {
    const { status, body } = await call(JSON_HEADERS, { tool: 'echo', input: { text: 'hello' } });
    expect(status).toBe(200);
    expect(body.result).toEqual({
      ok: true,
      result: { content: [{ type: 'text', text: 'hello (2024-11-05)' }] },
    });
  });

  it('is served in a session, beside the standard names', async () => {
    const headers = await openSession(server.url, '2025-11-25');
    const spoken = await call(headers, { tool: 'echo', input: { text: 'hello' } });
    expect(spoken.body.result.result.content[0].text).toBe('hello (2025-11-25)');
    const standard = await post(headers, 'tools/call', { name: 'echo', arguments: { text: 'hello' } });
    expect(standard.body.result.content[0].text).toBe('hello (2025-11-25)');
  });

  it('is served to a request that names its revision', async () => {
    const request = modern('call_tool', { tool: 'echo', input: { text: 'hello' } });
    const response = await fetch(server.url, request);
    expect(response.status).toBe(200);
    const { result } = (await response.json()) as { result: { ok: boolean } };
    expect(result.ok).toBe(true);
  });

  it('has its own errors under its own status', async () => {
    const { status, body } = await call(JSON_HEADERS, { tool: 'nothing' });
    expect(status).toBe(409);
    expect(body.error).toMatchObject({ code: -32602, message: expect.stringMatching(/^garden: /) });
  });

  it('gets an error that it needs a session when the method changes one', async () => {
    const { body } = await post(JSON_HEADERS, 'follow', { uri: 'garden://bed' });
    expect(body.error.message).toMatch(/^garden: /);
  });

  it('leaves all other methods unchanged', async () => {
    expect((await post(JSON_HEADERS, 'tools/list', {})).status).toBe(400);
    expect((await post(JSON_HEADERS, 'unknown_method', {})).status).toBe(400);
  });
});

function call(headers: Record<string, string>, params: object): ReturnType<typeof post> {
  return post(headers, 'call_tool', params);
}

async function post(headers: Record<string, string>, method: string, params: object) {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  const response = await fetch(server.url, { method: 'POST', headers, body });
  // biome-ignore lint/suspicious/noExplicitAny: the shape is what the test is about
  return { status: response.status, body: (await response.json()) as any };
}
