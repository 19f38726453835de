import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, reply, rpc, textOf } from './lab.js';
import { pipeline } from './raw-socket.js';
import { until } from './until.js';

const IDLE_MS = 15 * 60_000;

let now = 0;
let lab: Lab;
let server: TestServer;

beforeEach(async () => {
  now = 1_000_000_000;
  lab = new Lab();
  server = await startServer({ world: lab.world, now: () => now });
});

afterEach(() => server.close());

describe('the end of a session', () => {
  it('is a DELETE: answered with 204 once and then with 404, on every method', async () => {
    const headers = await openSession(server.url);
    expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(204);
    expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(404);
    expect((await EventReader.listen(server.url, headers)).status).toBe(404);
    expect((await post(server.url, headers, rpc('ping'))).status).toBe(404);
    expect((await post(server.url, headers, notification('notifications/initialized'))).status).toBe(404);
    expect(server.kernel.sessions.size).toBe(0);
  });

  it('cancels its running calls, and answers requests that wait for them', async () => {
    const headers = await openSession(server.url);
    const pending = post(server.url, headers, callTool('hold', { key: 'deleted' }));
    await until(() => lab.hold('deleted').started, 'the call to begin');
    await fetch(server.url, { method: 'DELETE', headers });
    await until(() => lab.hold('deleted').aborted !== undefined, 'the call to be aborted');
    expect((await pending).status).toBeLessThan(500);
  });

  it.each(['GET', 'DELETE'])('and %s do not exist in 2026-07-28, and get 405', async method => {
    const { 'content-type': _, ...headers } = await openSession(server.url);
    const response = await fetch(server.url, {
      method,
      headers: { ...headers, 'mcp-protocol-version': '2026-07-28', accept: 'text/event-stream' },
    });
    expect(response.status).toBe(405);
    expect(response.headers.get('allow')).toBe('POST');
    expect(server.kernel.sessions.size).toBe(1);
  });
});

describe('a session id', () => {
  it('is never taken from the client: an id of another origin gets 404', async () => {
    for (const id of ['mine', '__proto__', 'constructor', '0', 'a'.repeat(4_000)]) {
      const headers = { ...JSON_HEADERS, 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' };
      const response = await post(server.url, headers, rpc('ping', {}, 3));
      expect(response.status).toBe(404);
      expect(await reply(response)).toMatchObject({ id: 3, error: { code: -32600 } });
    }
    const opened = await openSession(server.url, '2025-11-25', {}, { 'mcp-session-id': 'mine' });
    expect(opened['mcp-session-id']).not.toBe('mine');
  });

  it('has at least 128 random bits, in visible ASCII', async () => {
    const ids = await Promise.all(
      Array.from({ length: 50 }, async () => (await openSession(server.url))['mcp-session-id'] as string),
    );
    expect(new Set(ids).size).toBe(50);
    for (const id of ids) expect(id).toMatch(/^[\x21-\x7e]{22,}$/);
  });

  it('is required: 404 with that reason when it is missing, as for one that has ended', async () => {
    const headers = { ...JSON_HEADERS, 'mcp-protocol-version': '2025-11-25' };
    const response = await post(server.url, headers, rpc('ping', {}, 'x'));
    expect(response.status).toBe(404);
    expect((await reply(response)).error?.message).toContain('Mcp-Session-Id');
    expect((await fetch(server.url, { method: 'DELETE', headers })).status).toBe(404);
  });

  it.each(['POST', 'GET', 'DELETE'])('does not help %s with an unsupported revision: 400', async method => {
    const session = await openSession(server.url);
    const headers = {
      ...session,
      'mcp-protocol-version': '1999-01-01',
      accept: 'text/event-stream, application/json',
    };
    const body = method === 'POST' ? { body: rpc('ping') } : {};
    const response = await fetch(server.url, { method, headers, ...body });
    await response.body?.cancel();
    expect(response.status).toBe(400);
  });
});

describe('an idle session', () => {
  it('expires: a thousand abandoned ones end after their timeout, and not before', async () => {
    const body = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    const requests = Array.from({ length: 100 }, () => ({ headers: JSON_HEADERS, body }));
    const sockets = await Promise.all(Array.from({ length: 10 }, () => pipeline(server.port, requests)));
    for (const socket of sockets)
      for (const _ of requests) expect((await socket.response()).status).toBe(200);
    for (const socket of sockets) socket.destroy();
    expect(server.kernel.sessions.size).toBe(1_000);
    now += IDLE_MS - 1;
    server.kernel.sweep();
    expect(server.kernel.sessions.size).toBe(1_000);
    now += 1;
    server.kernel.sweep();
    expect(server.kernel.sessions.size).toBe(0);
    expect((await openSession(server.url))['mcp-session-id']).toBeDefined();
  });

  it('is kept by any request, notification or GET of its own', async () => {
    const headers = await openSession(server.url);
    const visits = [
      async () => void (await reply(post(server.url, headers, rpc('ping')))),
      async () => void (await post(server.url, headers, notification('notifications/initialized'))),
      async () => (await EventReader.listen(server.url, headers)).cut(),
    ];
    for (const visit of visits) {
      now += IDLE_MS - 1;
      await visit();
      await until(() => server.listener.streams === 0, 'the stream to close');
      server.kernel.sweep();
      expect(server.kernel.sessions.size).toBe(1);
    }
  });

  it('is not one whose call still runs; its timeout starts when the call ends', async () => {
    const headers = await openSession(server.url);
    const pending = post(server.url, headers, callTool('hold', { key: 'long', speak: true }));
    await until(() => lab.hold('long').started, 'the call to begin');
    for (let i = 0; i < 40; i++) {
      now += 30_000;
      lab.hold('long').context?.progress(i);
      server.kernel.sweep();
    }
    expect(server.kernel.sessions.size).toBe(1);
    lab.hold('long').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
    server.kernel.sweep();
    expect(server.kernel.sessions.size).toBe(1);
  });

  it('is not one whose stream is open; the timeout starts when the stream breaks', async () => {
    const headers = await openSession(server.url);
    const stream = await EventReader.listen(server.url, headers);
    now += 4 * IDLE_MS;
    server.kernel.sweep();
    expect(server.kernel.sessions.size).toBe(1);
    stream.cut();
    await until(() => server.listener.streams === 0, 'the server to notice the cut');
    server.kernel.sweep();
    expect(server.kernel.sessions.size).toBe(1);
    now += IDLE_MS;
    server.kernel.sweep();
    expect(server.kernel.sessions.size).toBe(0);
  });

  it('is also one whose question is not answered', async () => {
    const headers = await openSession(server.url, '2025-11-25', { elicitation: {} });
    const stream = await EventReader.open(server.url, headers, callTool('ask'));
    await stream.received(1);
    stream.cut();
    await until(() => server.listener.streams === 0, 'the server to notice the cut');
    for (let i = 0; i < 4; i++) {
      now += IDLE_MS;
      server.kernel.sweep();
    }
    await until(() => {
      server.kernel.sweep();
      return server.kernel.sessions.size === 0;
    }, 'the session to expire');
  });
});
