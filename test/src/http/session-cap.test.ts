import { afterEach, beforeEach, expect, it } from 'vitest';
import { JSON_HEADERS, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { Lab, post, reply, rpc } from './lab.js';

const CAP = 5;
const QUIET_MS = 60_000;

let now = 0;
let server: TestServer;

beforeEach(async () => {
  now = 1_000_000_000;
  server = await startServer({ world: new Lab().world, now: () => now, limits: { sessions: CAP } });
});

afterEach(() => server.close());

function initialize(): Promise<Response> {
  const params = {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: { name: 'test', version: '1' },
  };
  return post(server.url, JSON_HEADERS, rpc('initialize', params, 'new'));
}

async function fill(): Promise<Record<string, string>[]> {
  const sessions = [];
  for (let i = 0; i < CAP; i++) sessions.push(await openSession(server.url));
  return sessions;
}

it('answers 503 with Retry-After when all sessions are in recent use', async () => {
  const sessions = await fill();
  const response = await initialize();
  expect(response.status).toBe(503);
  expect(response.headers.get('retry-after')).toMatch(/^\d+$/);
  expect(response.headers.get('mcp-session-id')).toBeNull();
  expect(await reply(response)).toMatchObject({ id: 'new', error: { code: -32603, data: { kind: 'Busy' } } });
  for (const headers of sessions) expect((await post(server.url, headers, rpc('ping'))).status).toBe(200);
  expect(server.kernel.sessions.size).toBe(CAP);
});

it('ends the longest idle session for a new one, once it has been idle for a minute', async () => {
  const sessions = await fill();
  now += QUIET_MS;
  for (const headers of sessions.slice(1)) await post(server.url, headers, rpc('ping'));
  now += 1;
  expect((await initialize()).status).toBe(200);
  expect((await post(server.url, sessions[0] as Record<string, string>, rpc('ping'))).status).toBe(404);
  expect((await post(server.url, sessions[1] as Record<string, string>, rpc('ping'))).status).toBe(200);
  expect(server.kernel.sessions.size).toBe(CAP);
});

it('never ends a session whose stream is open', async () => {
  const sessions = await fill();
  const streams = await Promise.all(sessions.map(headers => EventReader.listen(server.url, headers)));
  now += 10 * QUIET_MS;
  expect((await initialize()).status).toBe(503);
  expect(streams.some(stream => stream.ended)).toBe(false);
  for (const stream of streams) stream.cut();
});

it('accepts a new client at once when another ended its session', async () => {
  const [first] = await fill();
  await fetch(server.url, { method: 'DELETE', headers: first as Record<string, string> });
  expect((await initialize()).status).toBe(200);
});

it('counts no session for a refused initialize', async () => {
  for (const params of [
    {},
    { protocolVersion: 5, capabilities: {} },
    { protocolVersion: '2025-11-25' },
    { capabilities: [] },
  ]) {
    expect((await post(server.url, JSON_HEADERS, rpc('initialize', params))).status).toBe(400);
  }
  expect(server.kernel.sessions.size).toBe(0);
});
