import { setImmediate as turn } from 'node:timers/promises';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { listenHttp } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { JSON_HEADERS, keepingLog, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, reportingWorld, rpc } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';
import { until, within } from './until.js';

const OWN = { host: '127.0.0.1', port: 0, limits: DEFAULT_LIMITS, log: keepingLog().log, now: Date.now };

let lab: Lab;
let server: TestServer;
let stream: EventReader;
let endpoint: string;

beforeEach(async () => {
  lab = new Lab();
  server = await startServer({ world: lab.world, limits: { drainMs: 3_000 } });
  stream = await EventReader.listen(server.url, {});
  endpoint = await announced(stream);
});

afterEach(async () => {
  stream.cut();
  await server.close();
});

async function announced(from: EventReader): Promise<string> {
  await until(() => from.events.length > 0, 'the endpoint event');
  expect(from.events[0]?.event).toBe('endpoint');
  return new URL(from.events[0]?.data as string, server.url).href;
}

function initialize(to = endpoint, id: string | number = 'init'): Promise<Response> {
  const params = {
    protocolVersion: '2024-11-05',
    capabilities: {},
    clientInfo: { name: 'old', version: '1' },
  };
  return post(to, JSON_HEADERS, rpc('initialize', params, id));
}

describe('the transport of 2024-11-05', () => {
  it('answers POSTs with 202 and their results on the stream', async () => {
    expect((await initialize()).status).toBe(202);
    expect((await post(endpoint, JSON_HEADERS, callTool('echo', { mark: 'old' }, 2))).status).toBe(202);
    const messages = await stream.received(2);
    expect(messages).toMatchObject([{ id: 'init' }, { id: 2, result: { content: [{ text: 'old' }] } }]);
  });

  it('sends a reply separately from the progress before it, because some clients lose progress that they read with the reply', async () => {
    stream.cut();
    await server.close();
    server = await startServer({ world: reportingWorld() });
    stream = await EventReader.listen(server.url, {});
    endpoint = await announced(stream);
    await initialize();
    await stream.received(1);
    const reported = new Promise<void>(resolve => {
      stream.response.on('data', () => stream.messages.length >= 3 && resolve());
    });
    void post(endpoint, JSON_HEADERS, callTool('report', {}, 1, { progressToken: 1 }));
    await reported;
    // All messages of one read have arrived.
    await turn();
    expect(stream.messages.slice(1).map(({ method }) => method)).toEqual([
      'notifications/progress',
      'notifications/progress',
    ]);
    expect((await stream.received(4)).at(-1)).toMatchObject({
      id: 1,
      result: { content: [{ type: 'text' }] },
    });
  });

  it('cancels by notification, and then sends nothing for the request', async () => {
    await initialize();
    await post(endpoint, JSON_HEADERS, callTool('hold', { key: 'old' }, 3));
    await until(() => lab.hold('old').started, 'the call to begin');
    await post(endpoint, JSON_HEADERS, notification('notifications/cancelled', { requestId: 3 }));
    await until(() => lab.hold('old').aborted !== undefined, 'the call to be aborted');
    await post(endpoint, JSON_HEADERS, rpc('ping', {}, 4));
    await stream.received(2);
    expect(stream.messages.map(message => message.id)).toEqual(['init', 4]);
  });

  it('ends its session with its stream', async () => {
    await initialize();
    expect(server.kernel.sessions.size).toBe(1);
    stream.cut();
    await until(() => server.kernel.sessions.size === 0, 'the session to end');
    expect((await post(endpoint, JSON_HEADERS, rpc('ping'))).status).toBe(404);
  });

  it('keeps one session however often its client initializes', async () => {
    for (let i = 0; i < 5; i++) await initialize(endpoint, i);
    expect(server.kernel.sessions.size).toBe(1);
    stream.cut();
    await until(() => server.kernel.sessions.size === 0, 'every session to end');
  });

  it('closes with the server, at once', async () => {
    await initialize();
    await stream.received(1);
    await within(server.close(), 'closing with an old client connected', 2_000);
    await stream.end();
  });

  it('closes with the server even before its client has initialized', async () => {
    await within(server.close(), 'closing with a silent old client', 2_000);
    await stream.end();
  });
});

describe('a stream of the old transport', () => {
  it('carries nothing of another client with the same request ids', async () => {
    const other = await EventReader.listen(server.url, {});
    const theirs = await announced(other);
    await Promise.all([initialize(), initialize(theirs)]);
    for (let id = 0; id < 50; id++) {
      void post(endpoint, JSON_HEADERS, callTool('echo', { mark: `mine ${id}` }, id));
      void post(theirs, JSON_HEADERS, callTool('echo', { mark: `theirs ${id}` }, id));
    }
    await Promise.all([stream.received(51), other.received(51)]);
    expect(JSON.stringify(stream.messages)).not.toContain('theirs');
    expect(JSON.stringify(other.messages)).not.toContain('mine');
    other.cut();
  });

  it.each(['nobody', '__proto__', '', 'a'.repeat(2_000)])(
    'is not found under the id %j that was never given',
    async id => {
      const response = await post(`${server.url}?sessionId=${id}`, JSON_HEADERS, rpc('ping'));
      expect(response.status).toBe(404);
    },
  );

  it('answers a request before initialize with an error on the stream, and then initializes', async () => {
    expect((await post(endpoint, JSON_HEADERS, rpc('tools/list', {}, 8))).status).toBe(202);
    const [refusal] = await stream.received(1);
    expect(refusal).toMatchObject({
      id: 8,
      error: { code: -32600, message: expect.stringContaining('initialize first') },
    });
    await initialize();
    expect((await stream.received(2))[1]).toMatchObject({
      id: 'init',
      result: { protocolVersion: expect.any(String) },
    });
  });

  it.each([
    ['a notification', notification('notifications/initialized')],
    ['a response', '{"jsonrpc":"2.0","id":1,"result":{}}'],
  ])('refuses %s before initialize by the status, because it has no answer', async (_what, body) => {
    const response = await post(endpoint, JSON_HEADERS, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32600 } });
  });
});

describe('a mount for the old transport alone', () => {
  it('opens a stream for a client that names a revision', async () => {
    const mounts: TestServer['mounts'] = [{ path: '/sse', kernel: server.kernel, opensHttpSse: true }];
    const own = await listenHttp({ ...OWN, mounts });
    onTestFinished(() => own.close());
    const opened = await EventReader.listen(`${own.url}/sse`, { 'mcp-protocol-version': '2025-11-25' });
    onTestFinished(() => opened.cut());
    await announced(opened);
  });
});

describe('a bad POST to the old transport', () => {
  it.each([
    ['truncated JSON', '{"jsonrpc":"2.0","id":1', -32700],
    ['a batch', `[${rpc('ping')}]`, -32600],
    ['no JSON-RPC', '{"id":1,"method":"ping"}', -32600],
    ['a duplicate key', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700],
  ])('gets 400 for %s, and the stream stays open', async (_what, body, code) => {
    await initialize();
    const response = await post(endpoint, JSON_HEADERS, body);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code } });
    await post(endpoint, JSON_HEADERS, rpc('ping', {}, 'after'));
    await stream.received(2);
    expect(stream.messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 'after', result: {} });
  });

  it('gets 400 for bytes that are not UTF-8, which never reach a tool', async () => {
    await initialize();
    const text = callTool('echo', { mark: 'broken-?' }, 1);
    const body = Buffer.from(text);
    body[text.indexOf('?')] = 0xff;
    const response = await fetch(endpoint, { method: 'POST', headers: JSON_HEADERS, body });
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({ error: { code: -32700 } });
  });

  it('gets 400 for no body at all', async () => {
    const { pathname, search } = new URL(endpoint);
    const head = rawRequest('POST', pathname + search, [['Host', `127.0.0.1:${server.port}`]]);
    expect((await RawSocket.exchange(server.port, head)).status).toBeGreaterThanOrEqual(400);
  });
});
