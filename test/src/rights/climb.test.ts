import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { connectFrames, listenFrames } from '@worldwire/transports/frames';
import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { JSON_HEADERS, keepingLog, modern, openSession, serveWorld, type TestServer } from '../harness.js';
import { rpc } from '../http/lab.js';
import { stateless as line, Pipe } from '../stdio/pipe.js';
import { ALL, startUnity } from '../unity/unity-server.js';
import { ClimbWorld } from './climb-world.js';

const READER = 'reader-0123456789abcdef';
const PAINTER = 'painter-0123456789abcdef';
const WEAK = 'painter-weak-0123456789abcdef';
const OTHER = 'other-0123456789abcdef';
const LINES = [
  `reader ${READER} wall:read`,
  `painter ${PAINTER} wall:write`,
  `painter ${WEAK} wall:read`,
  `other ${OTHER} elsewhere:eval`,
];
const TASKS = { extensions: { 'io.modelcontextprotocol/tasks': {} } };
const REFUSED = /needs the right wall:write, which \w+ does not have/;

let wall: ClimbWorld;
let tokens: TokenStore;
let server: TestServer;

beforeEach(async () => {
  wall = new ClimbWorld();
  tokens = TokenStore.parse(LINES.join('\n'));
  const { world, routes } = wall;
  server = await serveWorld(async () => ({ world, mounts: kernel => [{ path: '/mcp', kernel, routes }] }), {
    http: { tokens },
  });
});
afterEach(() => server.close());

const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

async function send(headers: Record<string, string>, body: string): Promise<string> {
  return (await fetch(server.url, { method: 'POST', headers, body })).text();
}

const paint = rpc('tools/call', { name: 'paint', arguments: {} }, 1);

async function stateless(token: string, method: string, params: Record<string, unknown>): Promise<string> {
  const options = { headers: bearer(token), capabilities: TASKS };
  return (await fetch(server.url, modern(method, params, options))).text();
}

describe('a principal with fewer rights gets no more', () => {
  it('by a second session, or by a session after a refusal', async () => {
    for (const revision of ['2025-11-25', '2025-03-26', '2024-11-05']) {
      const session = await openSession(server.url, revision, {}, bearer(READER));
      expect(await send(session, paint)).toMatch(REFUSED);
      expect(await send(session, paint)).toMatch(REFUSED);
    }
    expect(wall.painted).toBe(0);
  });

  it('by the session id of another name, which it does not find', async () => {
    const session = await openSession(server.url, '2025-11-25', {}, bearer(PAINTER));
    const stolen = await fetch(server.url, {
      method: 'POST',
      headers: { ...session, ...bearer(READER) },
      body: paint,
    });
    expect(stolen.status).toBe(404);
    expect(wall.painted).toBe(0);
  });

  it('by the session of a stronger token of the same name: each request has the rights of its own token', async () => {
    const session = await openSession(server.url, '2025-11-25', {}, bearer(PAINTER));
    const weak = { ...session, ...bearer(WEAK) };
    expect(await send(weak, paint)).toMatch(REFUSED);
    expect(await send(weak, rpc('tools/list', {}, 2))).not.toContain('"paint"');
    expect(await send(session, paint)).toContain('painted');
    expect(await send(session, rpc('tools/list', {}, 3))).toContain('"paint"');
    expect(wall.painted).toBe(1);
  });

  it('by a task that a stronger token of the same name started', async () => {
    const call = { name: 'paint_slowly', arguments: {} };
    const { result } = JSON.parse(await stateless(PAINTER, 'tools/call', call));
    const { taskId } = result;
    for (const method of ['tasks/get', 'tasks/update', 'tasks/cancel'])
      expect(await stateless(WEAK, method, { taskId, inputResponses: {} })).toMatch(REFUSED);
    expect(JSON.parse(await stateless(PAINTER, 'tasks/get', { taskId })).result.status).toBe('working');
    await stateless(PAINTER, 'tasks/cancel', { taskId });
  });

  it('by words in _meta, in the arguments or in headers', async () => {
    const claims = { principal: 'painter', rights: ['eval'], 'worldwire/rights': ['eval'], token: PAINTER };
    const params = { name: 'paint', arguments: {}, _meta: claims };
    expect(await stateless(READER, 'tools/call', params)).not.toContain('painted');
    const session = await openSession(server.url, '2025-11-25', {}, bearer(READER));
    const headers = { ...session, 'x-forwarded-user': 'painter', 'x-authorization': `Bearer ${PAINTER}` };
    expect(await send(headers, rpc('tools/call', params, 1))).not.toContain('"painted"');
    expect(wall.painted).toBe(0);
  });

  it('by a second Authorization header beside its own', async () => {
    const session = await openSession(server.url, '2025-11-25', {}, bearer(READER));
    const headers = Object.entries({ ...session, host: new URL(server.url).host }).flat();
    headers.push('Authorization', `Bearer ${PAINTER}`, 'Content-Length', String(paint.length));
    const sent = httpRequest(server.url, { method: 'POST', headers });
    sent.end(paint);
    const [response] = (await once(sent, 'response')) as [IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(401);
    expect(wall.painted).toBe(0);
  });

  it('by a token in the query or in the body', async () => {
    for (const [url, headers] of [
      [`${server.url}?token=${PAINTER}&access_token=${PAINTER}`, {}],
      [server.url, { cookie: `token=${PAINTER}` }],
    ] as const) {
      const answer = await fetch(url, {
        method: 'POST',
        headers: { ...JSON_HEADERS, ...headers },
        body: paint,
      });
      expect(answer.status).toBe(401);
    }
  });

  it('by rights in another world', async () => {
    expect(await stateless(OTHER, 'tools/call', { name: 'look', arguments: {} })).toContain('wall:read');
    expect(JSON.parse(await stateless(OTHER, 'tools/list', {})).result.tools).toEqual([]);
  });
});

describe('a principal that loses its rights', () => {
  it('is refused in its open session, and a revoked token everywhere', async () => {
    const session = await openSession(server.url, '2025-11-25', {}, bearer(PAINTER));
    expect(await send(session, paint)).toContain('painted');
    tokens.reload(`painter ${PAINTER} wall:read`);
    expect(await send(session, paint)).toMatch(REFUSED);
    tokens.reload(`reader ${READER}`);
    const answer = await fetch(server.url, { method: 'POST', headers: session, body: paint });
    expect(answer.status).toBe(401);
    expect(wall.painted).toBe(1);
  });

  it('gets nothing more on an open feed', async () => {
    const feed = await fetch(`${server.base}/feed`, { headers: bearer(READER) });
    const reader = (feed.body as ReadableStream<Uint8Array>).pipeThrough(new TextDecoderStream()).getReader();
    wall.say?.('before');
    let heard = '';
    while (!heard.includes('before')) heard += (await reader.read()).value ?? '';
    tokens.reload(`painter ${PAINTER}`);
    wall.say?.('after');
    for (let part = await reader.read(); !part.done; part = await reader.read()) heard += part.value;
    expect(heard).not.toContain('after');
  });
});

describe('on the frames wire', () => {
  const joined: object[] = [];
  async function frames() {
    joined.length = 0;
    const engines = {
      join(hello: object) {
        joined.push(hello);
        return { result: { sessionId: 'link' } };
      },
      links: () => [],
    };
    const { log } = keepingLog();
    const listener = await listenFrames({
      host: '127.0.0.1',
      port: 0,
      worlds: new Map([['wall', { kernel: server.kernel }]]),
      tokens,
      engines,
      limits: DEFAULT_LIMITS,
      log,
      now: Date.now,
    });
    onTestFinished(() => listener.close());
    const open = async () => {
      const client = await connectFrames('127.0.0.1', listener.port);
      onTestFinished(() => client.close());
      return client;
    };
    return { listener, open };
  }
  const initialize = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  const call = ['tools/call', { name: 'paint', arguments: {} }] as const;

  it('a connection has the rights of its token, also after they changed', async () => {
    const { open } = await frames();
    const client = await open();
    await client.authenticate(PAINTER);
    await client.request('initialize', initialize);
    expect(JSON.stringify(await client.request(...call))).toContain('painted');
    tokens.reload(`painter ${PAINTER} wall:read`);
    expect(JSON.stringify(await client.request(...call))).toMatch(REFUSED);
    expect(wall.painted).toBe(1);
  });

  it('a connection in use does not change to another token of the same name', async () => {
    const { open } = await frames();
    const client = await open();
    await client.authenticate(WEAK);
    await client.request('initialize', initialize);
    await expect(client.authenticate(PAINTER)).rejects.toThrow('another principal');
    expect(JSON.stringify(await client.request(...call))).toMatch(REFUSED);
  });

  it('a connection ends when its token is revoked', async () => {
    const { open, listener } = await frames();
    const client = await open();
    await client.authenticate(PAINTER);
    await client.request('initialize', initialize);
    tokens.reload(`reader ${READER}`);
    listener.recheck();
    await expect(client.request(...call)).rejects.toThrow();
    expect(wall.painted).toBe(0);
  });

  it('an engine is linked only by a token with the right to eval', async () => {
    tokens.reload(`${LINES.join('\n')}\nturret engine-0123456789abcdef wall:eval`);
    const { open } = await frames();
    for (const token of [READER, PAINTER, OTHER]) {
      const engine = await open();
      const hello = { token, role: 'engine' };
      await expect(engine.request('session.authenticate', hello)).rejects.toThrow(
        'needs the right wall:eval',
      );
    }
    expect(joined).toEqual([]);
    const engine = await open();
    await engine.request('session.authenticate', { token: 'engine-0123456789abcdef', role: 'engine' });
    expect(joined).toHaveLength(1);
  });

  it('the link of an engine ends with its token', async () => {
    const expires = new Date(Date.now() + 1_000).toISOString();
    tokens.reload(`${LINES.join('\n')}\nturret engine-0123456789abcdef wall:eval expires=${expires}`);
    const { open, listener } = await frames();
    const engine = await open();
    await engine.request('session.authenticate', { token: 'engine-0123456789abcdef', role: 'engine' });
    expect(joined).toHaveLength(1);
    await vi.waitFor(() => expect(listener.connections).toBe(0), { timeout: 10_000 });
  });
});

describe('on stdio', () => {
  it('a client of this machine makes every call within the ceiling, and none above it', async () => {
    for (const [opens, says] of [
      ['danger', 'painted'],
      ['read', '--allow writes'],
    ] as const) {
      const pipe = new Pipe({ ...wall.world, opens });
      onTestFinished(() => pipe.end());
      pipe.send(line('tools/call', { name: 'paint', arguments: {} }, 'x'));
      expect(JSON.stringify(await pipe.answer('x'))).toContain(says);
    }
    expect(wall.painted).toBe(1);
  });
});

describe('the settings of Unity', () => {
  it.each([false, true])('are closed to a reader, with remote-config %s', async remoteConfig => {
    const unity = await startUnity({
      grants: { ...ALL, remoteConfig },
      http: {
        tokens: TokenStore.parse(
          `reader ${READER} UnityExplorer.Mcp:read\nwriter ${WEAK} UnityExplorer.Mcp:write\noperator ${PAINTER}`,
        ),
      },
    });
    onTestFinished(() => unity.close());
    const change = async (token: string) => {
      const params = { name: 'SetConfig', arguments: { allowWrites: true, enableConsoleEval: true } };
      return (await fetch(unity.url, modern('tools/call', params, { headers: bearer(token) }))).text();
    };
    for (const token of [READER, WEAK]) expect(await change(token)).toContain('needs the right');
    expect(await change(PAINTER)).not.toContain('needs the right');
    // What a stronger principal opened is not open to a reader.
    const active = { name: 'SetActive', arguments: { objectId: 'obj:1', active: false } };
    const answer = await fetch(unity.url, modern('tools/call', active, { headers: bearer(READER) }));
    expect(await answer.text()).toContain('needs the right');
  });
});
