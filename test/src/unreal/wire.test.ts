import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { notification, post, reply, rpc } from '../http/lab.js';
import { startUnreal, type UnrealServer } from './unreal-server.js';

let server: UnrealServer;
let session: Record<string, string>;
beforeAll(async () => {
  server = await startUnreal();
  session = await openSession(server.url, '2025-03-26');
});
afterAll(() => server.close());

const send = (body: string, headers = session) => post(server.url, headers, body);
const initialize = (params: object = { protocolVersion: '2025-03-26', capabilities: {} }) =>
  send(rpc('initialize', params, 'open'), JSON_HEADERS);
const errorOf = async (body: string, headers = session) => (await reply(send(body, headers))).error;

describe('the endpoint', () => {
  it('[UNREAL-2.2] [UNREAL-2.4] answers a POST with one JSON response, as application/json', async () => {
    const response = await send(rpc('tools/list', {}, 'list'));
    expect(response.status).toBe(200);
    expect(response.headers.get('content-type')).toMatch(/^application\/json/);
    const { id, result } = await reply(response);
    expect(id).toBe('list');
    expect(result?.tools).toHaveLength(16);
    const refused = { ...session, accept: 'text/html' };
    expect((await send(rpc('tools/list'), refused)).status).toBe(406);
  });

  it('[UNREAL-2.3] [UNREAL-3.2.4] answers a message without a request with 202 and no body', async () => {
    for (const body of [
      notification('notifications/initialized'),
      notification('notifications/no_such_thing'),
      JSON.stringify({ jsonrpc: '2.0', id: 'unknown', result: {} }),
      `[${notification('notifications/initialized')},${notification('notifications/roots/list_changed')}]`,
    ]) {
      const response = await send(body);
      expect(response.status).toBe(202);
      expect(await response.text()).toBe('');
    }
  });

  it('[UNREAL-2.6] opens a stream on GET for a client that accepts one', async () => {
    const stream = await EventReader.listen(server.url, session);
    expect(stream.status).toBe(200);
    expect(stream.response.headers['content-type']).toMatch(/^text\/event-stream/);
    stream.cut();
  });

  it('[UNREAL-4.1] is only /mcp', async () => {
    const { origin } = new URL(server.url);
    expect(new URL(server.url).pathname).toBe('/mcp');
    for (const path of ['/', '/sse', '/message', '/mcp/tools', '/MCP']) {
      expect((await post(origin + path, JSON_HEADERS, rpc('ping'))).status, path).toBe(404);
    }
  });

  it('[UNREAL-4.5] refuses a foreign Origin on every method, and accepts its own', async () => {
    const foreign = { ...session, origin: 'https://evil.example' };
    for (const method of ['POST', 'GET', 'DELETE', 'OPTIONS']) {
      const body = method === 'POST' ? rpc('tools/list') : null;
      expect((await fetch(server.url, { method, headers: foreign, body })).status, method).toBe(403);
    }
    const own = { ...session, origin: new URL(server.url).origin };
    expect((await send(rpc('ping'), own)).status).toBe(200);
  });
});

describe('a message', () => {
  it('[UNREAL-3.1.1] is JSON-RPC 2.0, and its id is returned unchanged, string or number', async () => {
    for (const id of ['x', '', 'üñ', 0, -7, 12_345]) {
      expect(await reply(send(rpc('ping', {}, id)))).toEqual({ jsonrpc: '2.0', id, result: {} });
    }
  });

  it('[UNREAL-3.1.2] with an error gets the standard code of that error', async () => {
    for (const [body, code] of [
      ['{"jsonrpc":', -32700],
      ['"text"', -32600],
      ['{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600],
      [rpc('tools/dance'), -32601],
      [rpc('tools/call', { toolName: 'fly' }), -32602],
    ] as const) {
      expect((await errorOf(body))?.code, body).toBe(code);
    }
  });

  it.each([
    ['tools/call', {}],
    ['tools/call', { toolName: 7 }],
    ['tools/call', { toolName: 'describe_asset', toolInput: 'BP_Door' }],
    ['tools/call', { toolName: 'describe_asset', toolInput: {} }],
    ['tools/call', { toolName: 'list_assets', toolInput: { limit: 'many' } }],
    ['resources/get_content', {}],
    ['resources/get_content', { uri: 7 }],
    ['resources/subscribe', {}],
    ['prompts/get_template', {}],
    ['prompts/render', { uri: 'unreal://prompt/explain_blueprint', variables: { path: 7 } }],
    ['prompts/render', { uri: 'unreal://prompt/explain_blueprint', variables: {} }],
  ])(
    '[UNREAL-6.1] [UNREAL-5.1.3] without a field, or with one of a wrong type, is InvalidParams: %s %j',
    async (method, params) => {
      const error = await errorOf(rpc(method, params));
      expect(error).toMatchObject({ code: -32602, message: expect.stringMatching(/\w{3}/) });
    },
  );
});

describe('a session', () => {
  it('[UNREAL-3.2.1] [UNREAL-3.2.2] starts with the requested version, the server and its capabilities', async () => {
    const { result } = await reply(initialize());
    expect(result).toMatchObject({
      protocolVersion: '2025-03-26',
      serverInfo: { name: 'unreal', version: expect.any(String) },
      instructions: expect.stringContaining('get_editor_state'),
      capabilities: {
        tools: { listChanged: true },
        resources: { subscribe: true, listChanged: true },
        prompts: { listChanged: true },
        completions: expect.any(Object),
      },
    });
    const unknown = await reply(initialize({ protocolVersion: '1999-01-01', capabilities: {} }));
    expect(unknown.result?.protocolVersion).toMatch(/^20\d\d-\d\d-\d\d$/);
  });

  it('[UNREAL-3.2.3] [UNREAL-4.7] has an unguessable identifier in Mcp-Session-Id', async () => {
    const ids = new Set<string>();
    for (let index = 0; index < 50; index++) {
      const id = (await initialize()).headers.get('mcp-session-id') ?? '';
      // 24 bytes, in letters that a header may have.
      expect(id).toMatch(/^[\w-]{32,}$/);
      ids.add(id);
    }
    expect(ids.size).toBe(50);
    const [first = '', ...others] = [...ids];
    for (const other of others) expect(shared(first, other)).toBeLessThan(8);
  });

  it('[UNREAL-4.2] is required in every request: without one, and with an unknown one, the answer is 404', async () => {
    const { 'mcp-session-id': id = '', ...without } = session;
    expect((await send(rpc('tools/list'), without)).status).toBe(404);
    for (const wrong of [`${id}x`, id.slice(1), 'x']) {
      expect((await send(rpc('tools/list'), { ...without, 'mcp-session-id': wrong })).status).toBe(404);
    }
    expect((await send(rpc('tools/list'))).status).toBe(200);
  });

  it('[UNREAL-3.2.7] ends with DELETE', async () => {
    const leaving = await openSession(server.url, '2025-03-26');
    const stream = await EventReader.listen(server.url, leaving);
    expect((await fetch(server.url, { method: 'DELETE', headers: leaving })).status).toBe(204);
    await stream.end();
    expect((await send(rpc('ping'), leaving)).status).toBe(404);
  });

  it('is not needed in 2026-07-28, which also has the dialect', async () => {
    const { method, headers, body } = modern('resources/get_content', { uri: 'unreal://project' });
    const { result } = await reply(fetch(server.url, { method, headers, body }));
    expect(result).toMatchObject({ contentType: 'application/json', resultType: 'complete' });
  });
});

/** The length of the common prefix. */
function shared(a: string, b: string): number {
  const index = [...a].findIndex((letter, place) => letter !== b[place]);
  return index < 0 ? a.length : index;
}
