import { defineWorld, text, tool } from '@worldwire/server';
import { createMemory, DEFAULT_LIMITS, type Memory } from '@worldwire/server/internal';
import { expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';
import { largeAnswers, modern, serveWorld, type TestServer } from '../harness.js';
import { pipeline, RawSocket, rawRequest } from './raw-socket.js';
import { until } from './until.js';

const MEBIBYTE = 1024 * 1024;
/** More than the system buffers for a connection that is not read. */
const LARGE = 15 * MEBIBYTE;

interface Bench {
  readonly server: TestServer;
  readonly memory: Memory;
  /** Calls of the tool so far. */
  readonly calls: () => number;
  readonly pass: (ms: number) => void;
}

/** A world whose answers have the requested length, over MCP and over a route of its own. */
async function start(limits: Partial<typeof DEFAULT_LIMITS>): Promise<Bench> {
  let calls = 0;
  let now = 1_000_000;
  const memory = createMemory({ ...DEFAULT_LIMITS, principalPercent: 100, ...limits });
  const bulk = tool({
    name: 'bulk',
    description: 'Answers with so many characters.',
    access: 'read',
    input: z.object({ length: z.number() }),
    call: ({ length }) => {
      calls++;
      return text('x'.repeat(length));
    },
  });
  const world = defineWorld({ name: 'bulk', version: '1.0.0', tools: [bulk] });
  const answer = () => ({ status: 200, body: 'x'.repeat(LARGE) });
  const routes = [{ method: 'GET', path: '/large', access: 'read', answer }] as const;
  const server = await serveWorld(
    async () => ({ world, mounts: kernel => [{ path: '/mcp', kernel, routes }] }),
    { limits: largeAnswers(limits), now: () => now, http: { memory } },
  );
  onTestFinished(() => server.close());
  return {
    server,
    memory,
    calls: () => calls,
    pass: ms => {
      now += ms;
    },
  };
}

function ask(length: number): { headers: Record<string, string>; body: string } {
  return modern('tools/call', { name: 'bulk', arguments: { length } });
}

/** Sends a request on a connection that is not read. */
async function askUnread({ server, calls }: Bench, length = LARGE): Promise<RawSocket> {
  const before = calls();
  const socket = await pipeline(server.port, [ask(length)]);
  socket.socket.pause();
  onTestFinished(() => socket.destroy());
  await until(() => calls() > before, 'the call to be served');
  return socket;
}

it('closes a connection whose answer is stalled for stalledMs, and frees its memory', async () => {
  const bench = await start({ stalledMs: 15_000 });
  const socket = await askUnread(bench);
  expect(bench.memory.waiting.total).toBeGreaterThan(0);
  bench.pass(15_000);
  await until(() => bench.memory.waiting.total === 0, 'the answer to be freed');
  socket.socket.resume();
  await socket.closed;
  expect(socket.unread.length).toBeLessThan(LARGE);
});

it('closes the connection of a large stalled answer of a world’s own HTTP interface too', async () => {
  const bench = await start({ stalledMs: 15_000 });
  const socket = await RawSocket.open(bench.server.port);
  onTestFinished(() => socket.destroy());
  socket.socket.pause();
  socket.send(rawRequest('GET', '/large', [['Host', `127.0.0.1:${bench.server.port}`]]));
  await until(() => bench.memory.waiting.total > 0, 'the answer to wait');
  bench.pass(15_000);
  await until(() => bench.memory.waiting.total === 0, 'the answer to be freed');
});

it('sends a large answer whole to a reader that is slow but reads', async () => {
  const bench = await start({ stalledMs: 15_000 });
  const socket = await askUnread(bench);
  const waiting = bench.memory.waiting.total;
  bench.pass(14_000);
  socket.socket.resume();
  await until(() => bench.memory.waiting.total < waiting, 'the reader to take some');
  const { status, body } = await socket.response();
  expect([status, body.length > LARGE]).toEqual([200, true]);
  await until(() => bench.memory.waiting.total === 0, 'nothing to wait');
});

it('answers 503 when an answer does not fit, and closes idle readers', async () => {
  const bench = await start({ waitingBytes: 16 * MEBIBYTE });
  const first = await askUnread(bench);
  const refused = await (await pipeline(bench.server.port, [ask(LARGE)])).response();
  expect(refused.status).toBe(503);
  expect(refused.headers['retry-after']).toBe('1');
  expect(JSON.parse(refused.body)).toMatchObject({
    id: 1,
    error: { message: expect.stringContaining('is done'), data: { kind: 'Busy', hint: expect.any(String) } },
  });
  expect(bench.memory.waiting.total).toBeLessThanOrEqual(16 * MEBIBYTE);
  bench.pass(2_000);
  const served = await (await pipeline(bench.server.port, [ask(LARGE)])).response();
  expect(served.status).toBe(200);
  first.socket.resume();
  await first.closed;
});

it('buffers no more for pipelined requests than for one: the later answers are dropped', async () => {
  const resultBytes = 4 * MEBIBYTE;
  const bench = await start({ resultBytes });
  const length = 2 * MEBIBYTE;
  const count = 40;
  const socket = await pipeline(
    bench.server.port,
    Array.from({ length: count }, () => ask(length)),
  );
  socket.socket.pause();
  onTestFinished(() => socket.destroy());
  await until(() => bench.calls() === count, 'all requests to be served');
  expect(bench.memory.waiting.total).toBeLessThanOrEqual(resultBytes + MEBIBYTE);
  socket.socket.resume();
  const statuses: number[] = [];
  for (let i = 0; i < count; i++) statuses.push((await socket.response()).status);
  expect(statuses[0]).toBe(200);
  expect(statuses.filter(status => status === 503).length).toBeGreaterThan(count / 2);
});
