import { TokenStore } from '@worldwire/transports/http';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, reply, rpc, textOf } from './lab.js';
import { until } from './until.js';

const STREAMS = 6;
const PER_SESSION = 3;
const CHANGED = 'notifications/tools/list_changed';

let lab: Lab;
let server: TestServer;
const open: EventReader[] = [];

beforeEach(async () => {
  lab = new Lab();
  server = await startServer({
    world: lab.world,
    limits: { streams: STREAMS, streamsPerSession: PER_SESSION, heartbeatMs: 100, mailbox: 4 },
  });
});

afterEach(async () => {
  for (const stream of open.splice(0)) stream.cut();
  await server.close();
});

afterAll(() => {
  expect(open).toEqual([]);
});

async function listen(headers: Record<string, string>): Promise<EventReader> {
  const stream = await EventReader.listen(server.url, headers);
  open.push(stream);
  return stream;
}

async function cut(stream: EventReader): Promise<void> {
  const before = server.listener.streams;
  stream.cut();
  await until(() => server.listener.streams < before, 'the server to notice the cut');
}

function methods(stream: EventReader): unknown[] {
  return stream.messages.map(message => message.method);
}

describe('a second GET stream', () => {
  it('receives what follows, since the first may be dead, and does not end it', async () => {
    const headers = await openSession(server.url);
    const first = await listen(headers);
    const second = await listen(headers);
    lab.events.toolsChanged();
    lab.events.toolsChanged();
    await second.received(2);
    await reply(post(server.url, headers, rpc('ping')));
    expect(first.ended).toBe(false);
    expect(methods(second)).toEqual([CHANGED, CHANGED]);
    expect(methods(first)).toEqual([]);
  });

  it('hands over to the first when it closes, without a message lost or sent twice', async () => {
    const headers = await openSession(server.url);
    for (let i = 0; i < 3; i++)
      await reply(post(server.url, headers, rpc('resources/subscribe', { uri: `lab://thing/${i}` }, i)));
    const first = await listen(headers);
    const second = await listen(headers);
    lab.events.resourceUpdated('lab://thing/0');
    await second.received(1);
    await cut(second);
    lab.events.resourceUpdated('lab://thing/1');
    lab.events.resourceUpdated('lab://thing/2');
    await first.received(2);
    const seen = [...second.messages, ...first.messages].map(
      message => (message.params as { uri: string }).uri,
    );
    expect(seen).toEqual(['lab://thing/0', 'lab://thing/1', 'lab://thing/2']);
  });
});

describe('messages without a reader', () => {
  it('wait for the next stream, the newest of them, up to the mailbox', async () => {
    const headers = await openSession(server.url);
    for (let i = 0; i < 6; i++)
      await reply(post(server.url, headers, rpc('resources/subscribe', { uri: `lab://thing/${i}` }, i)));
    for (let i = 0; i < 6; i++) lab.events.resourceUpdated(`lab://thing/${i}`);
    const stream = await listen(headers);
    await stream.received(4);
    expect(stream.messages.map(message => (message.params as { uri: string }).uri)).toEqual(
      [2, 3, 4, 5].map(i => `lab://thing/${i}`),
    );
  });
});

describe('the limits on streams', () => {
  it('refuse a stream over the limit of a session with 429, and accept one when another closed', async () => {
    const headers = await openSession(server.url);
    const streams = [];
    for (let i = 0; i < PER_SESSION; i++) streams.push(await listen(headers));
    const refused = await listen(headers);
    expect(refused.status).toBe(429);
    expect(refused.response.headers['retry-after']).toBeDefined();
    await cut(streams[0] as EventReader);
    expect((await listen(headers)).status).toBe(200);
  });

  it('let a client reconnect without Last-Event-ID as often as its connection breaks', async () => {
    const headers = await openSession(server.url);
    for (let i = 0; i < PER_SESSION * 3; i++) {
      const stream = await listen(headers);
      expect(stream.status, `connection ${i + 1}`).toBe(200);
      await cut(stream);
    }
    const stream = await listen(headers);
    lab.events.toolsChanged();
    await stream.received(1);
  });

  it('refuse a stream over the limit of all clients with 429, while plain requests are served', async () => {
    const sessions = await Promise.all([1, 2, 3].map(() => openSession(server.url)));
    for (let i = 0; i < STREAMS; i++)
      expect((await listen(sessions[i % 3] as Record<string, string>)).status).toBe(200);
    const late = await openSession(server.url);
    expect((await listen(late)).status).toBe(429);
    expect(await reply(post(server.url, late, rpc('ping', {}, 5)))).toEqual({
      jsonrpc: '2.0',
      id: 5,
      result: {},
    });
  });
});

describe('a tool that asks while its session is at the limit of streams', () => {
  it('fails with that reason, and without a hint that does not apply', async () => {
    const headers = await openSession(server.url, '2025-11-25', { elicitation: {} });
    for (let i = 0; i < PER_SESSION; i++) await listen(headers);
    const answer = await reply(post(server.url, headers, callTool('ask')));
    expect(answer.result?.isError).toBe(true);
    expect(textOf(answer)).toMatch(/^RateLimited: .*too many of its event streams are open/);
    expect(textOf(answer)).not.toContain('Accept');
  });
});

describe('streams of several principals', () => {
  const TOKENS = { ada: 'ada-0123456789abcdef', bob: 'bob-0123456789abcdef' };
  const bearer = (name: keyof typeof TOKENS) => ({ authorization: `Bearer ${TOKENS[name]}` });

  beforeEach(async () => {
    await server.close();
    server = await startServer({
      world: lab.world,
      http: { tokens: TokenStore.parse(`ada ${TOKENS.ada}\nbob ${TOKENS.bob}`) },
      limits: { streams: STREAMS, streamsPerSession: STREAMS },
    });
  });

  it('are shared: the principal with the most loses one to a principal with fewer, until both have the same', async () => {
    const [ada, bob] = await Promise.all(
      (['ada', 'bob'] as const).map(name => openSession(server.url, '2025-11-25', {}, bearer(name))),
    );
    const taken = [];
    for (let i = 0; i < STREAMS; i++) taken.push(await listen(ada!));
    expect((await listen(ada!)).status).toBe(429);
    for (let i = 0; i < STREAMS / 2; i++) expect((await listen(bob!)).status).toBe(200);
    expect((await listen(bob!)).status).toBe(429);
    await Promise.all(taken.slice(0, STREAMS / 2).map(stream => stream.end()));
    expect(taken.slice(STREAMS / 2).some(stream => stream.ended)).toBe(false);
    expect(server.listener.streams).toBe(STREAMS);
  });
});

describe('a quiet stream', () => {
  it('carries heartbeats that are comments, and no event', async () => {
    const stream = await listen(await openSession(server.url));
    await until(() => (stream.text.match(/^:\n\n/gm) ?? []).length >= 2, 'two heartbeats');
    expect(stream.messages).toEqual([]);
    expect(stream.response.headers['content-type']).toBe('text/event-stream');
  });

  it('ends when its session is deleted', async () => {
    const headers = await openSession(server.url);
    const stream = await listen(headers);
    expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(204);
    await stream.end();
  });
});
