import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import type { Wire } from './explorer.js';
import { startUnity, type UnityServer } from './unity-server.js';

const JSON_TYPE = { 'content-type': 'application/json' };
const PING = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'ping' });

let server: UnityServer;
beforeAll(async () => {
  server = await startUnity({ limits: { bodyBytes: 1_000 } });
});
afterAll(() => server.close());

const follow = () => EventReader.open(`${server.base}/`, { accept: 'text/event-stream' });

/** The newest lines of the server. The scene itself writes lines at any moment. */
async function lines(count: number): Promise<string[]> {
  const { Items } = await server.explorer.tool('TailLogs');
  return Items.map(({ Message }) => Message)
    .filter(message => message.startsWith('[MCP]'))
    .slice(-count);
}

/** What is refused, with its HTTP status and its kind. */
const REFUSED: [string, string, RequestInit, number, string][] = [
  ['a body of another type', '/message', { method: 'POST', body: 'hello' }, 415, 'InvalidArgument'],
  [
    'a coded body',
    '/message',
    { method: 'POST', headers: { ...JSON_TYPE, 'content-encoding': 'gzip' }, body: PING },
    415,
    'InvalidArgument',
  ],
  [
    'a body that is too large',
    '/message',
    { method: 'POST', headers: JSON_TYPE, body: JSON.stringify('x'.repeat(1_000)) },
    413,
    'InvalidArgument',
  ],
  [
    'a message for a stream that is not there',
    '/mcp?sessionId=nope',
    { method: 'POST', headers: JSON_TYPE, body: PING },
    404,
    'NotFound',
  ],
  ['DELETE without a session', '/mcp', { method: 'DELETE' }, 404, 'NotFound'],
  [
    'DELETE of a session that is not there',
    '/mcp',
    { method: 'DELETE', headers: { 'mcp-session-id': 'nope' } },
    404,
    'NotFound',
  ],
  [
    'GET of a session that is not there',
    '/mcp',
    { headers: { accept: 'text/event-stream', 'mcp-session-id': 'nope' } },
    404,
    'NotFound',
  ],
  ['another method', '/message', { method: 'PUT' }, 405, 'InvalidArgument'],
];

describe('a request that the transport refuses', () => {
  it.each(REFUSED)(
    '[UNITY-7.1] [UNITY-7.8] [UNITY-2.10] has a kind, a line in the log, and is mirrored: %s',
    async (_what, path, request, status, kind) => {
      const stream = await follow();
      const response = await fetch(`${server.base}${path}`, request);
      const body = (await response.json()) as Wire;
      expect([response.status, body.error.code, body.error.data]).toEqual([status, -32600, { kind }]);
      await until(() => stream.messages.some(({ error }) => error !== undefined), 'the mirrored error');
      expect(stream.messages.filter(({ error }) => error !== undefined)).toEqual([body]);
      stream.cut();
      expect(await lines(1)).toEqual([`[MCP] error -32600: ${body.error.message}`]);
    },
  );

  it.each(['', '?uri=', '?uri=unity://no/such'])(
    '[UNITY-7.8] [UNITY-2.10] at GET /read%s is a line in the log, and is mirrored',
    async query => {
      const stream = await follow();
      const { error } = (await (await fetch(`${server.base}/read${query}`)).json()) as Wire;
      await until(() => stream.messages.some(each => each.error !== undefined), 'the mirrored error');
      expect(stream.messages.filter(each => each.error !== undefined)).toEqual([
        { jsonrpc: '2.0', id: null, error },
      ]);
      stream.cut();
      expect(await lines(1)).toEqual([`[MCP] error ${error.code}: ${error.message}`]);
    },
  );

  it('[UNITY-7.1] [UNITY-7.8] is a JSON-RPC error for one stream too many, with its id', async () => {
    const crowded = await startUnity({ limits: { streams: 1 } });
    const stream = await EventReader.open(`${crowded.base}/`, { accept: 'text/event-stream' });
    const { status, body } = await crowded.explorer.rpc('stream_events', {}, 'more');
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { jsonrpc: '2.0', id: 'more', error: { data: { kind: 'RateLimited' } } },
    });
    await until(() => stream.messages.some(({ id }) => id === 'more'), 'the mirrored error');
    stream.cut();
    await crowded.close();
  });
});

describe('a request that is refused before authentication', () => {
  const forbidden = () =>
    fetch(`${server.base}/message`, {
      method: 'POST',
      headers: { ...JSON_TYPE, origin: 'https://evil.example' },
      body: PING,
    });

  it('[UNITY-7.1] [UNITY-7.8] has a kind and a line in the log, and no stream carries it', async () => {
    const stream = await follow();
    const response = await forbidden();
    const { error } = (await response.json()) as Wire;
    expect([response.status, error.data.kind]).toEqual([403, 'PermissionDenied']);
    expect(await lines(1)).toEqual([`[MCP] error -32600: ${error.message}`]);
    await server.explorer.rpc('ping', {}, 'later');
    await until(() => stream.messages.some(({ id }) => id === 'later'), 'the next reply');
    expect(stream.messages.filter(each => each.error !== undefined)).toEqual([]);
    stream.cut();
  });
});
