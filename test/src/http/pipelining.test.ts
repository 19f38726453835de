import { afterAll, beforeAll, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, rpc } from './lab.js';
import { pipeline } from './raw-socket.js';
import { until } from './until.js';

const lab = new Lab();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: lab.world, limits: { drainMs: 100 } });
});

afterAll(() => server.close());

it('answers requests sent without waiting in their order, each with its own id', async () => {
  const headers = await openSession(server.url);
  const bodies = Array.from({ length: 20 }, (_, id) => callTool('echo', { mark: 'x'.repeat(id + 1) }, id));
  const socket = await pipeline(
    server.port,
    bodies.map(body => ({ headers, body })),
  );
  for (let id = 0; id < 20; id++) {
    const { status, body } = await socket.response();
    expect(status).toBe(200);
    expect(JSON.parse(body)).toMatchObject({ id, result: { content: [{ text: 'x'.repeat(id + 1) }] } });
  }
  socket.destroy();
});

it('serves the requests before and after a refused one on a connection', async () => {
  const headers = await openSession(server.url);
  const socket = await pipeline(server.port, [
    { headers, body: rpc('ping', {}, 1) },
    { headers, body: '{"jsonrpc":' },
    { headers: { ...headers, origin: 'https://evil.example' }, body: rpc('ping', {}, 2) },
    { headers, body: rpc('ping', {}, 3) },
  ]);
  const statuses: number[] = [];
  for (let i = 0; i < 4; i++) statuses.push((await socket.response()).status);
  expect(statuses).toEqual([200, 400, 403, 200]);
  socket.destroy();
});

it('cancels in 2026-07-28 also the queued requests of a connection that closes', async () => {
  const socket = await pipeline(
    server.port,
    ['head', 'behind', 'last'].map(key => modern('tools/call', { name: 'hold', arguments: { key } })),
  );
  const holds = ['head', 'behind', 'last'].map(key => lab.hold(key));
  await until(() => holds.every(hold => hold.started), 'all calls to begin');
  socket.destroy();
  await until(() => holds.every(hold => hold.finished), 'all handlers to be aborted');
});

it('ends subscriptions that were queued behind another request when their connection closes', async () => {
  const before = server.listener.streams;
  const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const held = modern('tools/call', { name: 'hold', arguments: { key: 'blocking' } });
  const socket = await pipeline(server.port, [held, listen, listen, listen]);
  await until(() => server.listener.streams === before + 3, 'the subscriptions to begin');
  socket.destroy();
  await until(() => server.listener.streams === before, 'every subscription to end');
});
