import { beforeEach, expect, it } from 'vitest';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { until, within } from '../http/until.js';
import { stateless } from '../stdio/pipe.js';
import { type FramesServer, useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

let lab: Lab;
let server: FramesServer;
let client: RawFrames;

async function open(drainMs = 10_000): Promise<void> {
  lab = new Lab();
  server = await useFrames(lab.world, { limits: { drainMs } });
  client = await RawFrames.open(server);
  await client.initialize('2025-11-25', { elicitation: {} });
}

beforeEach(() => open());

async function hold(key: string, id: number): Promise<void> {
  client.send(callTool('hold', { key }, id));
  await until(() => lab.hold(key).started, 'the call to begin');
}

it('finishes requests in flight, then closes', async () => {
  await hold('x', 1);
  const closing = server.listener.close();
  lab.hold('x').release();
  expect(textOf(await client.answer(1))).toBe('held to the end');
  await within(closing, 'closing');
  await client.end();
  expect([server.listener.connections, server.kernel.sessions.size]).toEqual([0, 0]);
});

it('once stopped, refuses new clients and requests, and still finishes requests in flight', async () => {
  await hold('x', 1);
  server.listener.stop();
  client.send(rpc('transport.healthCheck', {}, 2), callTool('echo', { mark: 'late' }, 3), rpc('ping', {}, 4));
  expect((await client.answer(2)).error).toMatchObject({
    code: 1001,
    message: expect.stringContaining('stopping'),
  });
  for (const id of [3, 4]) expect((await client.answer(id)).error?.data).toMatchObject({ kind: 'NotReady' });
  expect(lab.echoed.size).toBe(0);
  await expect(RawFrames.open(server)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
  lab.hold('x').release();
  expect(textOf(await client.answer(1))).toBe('held to the end');
  expect(client.ended).toBe(false);
  await within(server.listener.close(), 'closing');
  await client.end();
});

it('closes idle connections at once, and accepts no new ones', async () => {
  await within(server.listener.close(), 'closing');
  await client.end();
  await expect(RawFrames.open(server)).rejects.toMatchObject({ code: 'ECONNREFUSED' });
});

it('refuses new requests meanwhile, and still accepts responses and cancellations', async () => {
  await hold('x', 1);
  client.send(callTool('ask', {}, 2));
  await until(() => client.singles.some(({ method }) => method === 'elicitation/create'), 'the question');
  const question = client.singles.find(({ method }) => method === 'elicitation/create');
  const closing = server.listener.close();
  client.send(callTool('echo', { mark: 'too late' }, 3));
  expect((await client.answer(3)).error).toMatchObject({ code: -32603, data: { kind: 'NotReady' } });
  expect(lab.echoed.size).toBe(0);
  const result = { action: 'accept', content: { word: 'late' } };
  client.send(JSON.stringify({ jsonrpc: '2.0', id: question?.id, result }));
  expect(textOf(await client.answer(2))).toBe('The word is late.');
  client.send('{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}');
  await within(closing, 'closing');
});

it('answers requests that do not finish in time, and closes', async () => {
  await open(50);
  await hold('never', 1);
  await within(server.listener.close(), 'closing');
  expect((await client.answer(1)).error).toMatchObject({ code: -32603, data: { kind: 'NotReady' } });
  expect(lab.hold('never').aborted).toBe('The server stopped.');
});

it('does not wait for subscriptions, which their kernel ends with an answer', async () => {
  client.send(stateless('subscriptions/listen', { notifications: { toolsListChanged: true } }, 'listen'));
  await client.received(1);
  await within(server.close(), 'closing', 5_000);
  expect((await client.answer('listen')).result).toBeDefined();
});

it('does not wait for a client that does not close its side', async () => {
  const stubborn = await RawFrames.open(server, { allowHalfOpen: true });
  await within(server.listener.close(), 'closing', 5_000);
  expect(stubborn.ended).toBe(true);
});

it('does not wait for a client that does not read', async () => {
  await open(50);
  client.socket.pause();
  const mark = 'x'.repeat(1_000_000);
  client.send(...Array.from({ length: 30 }, (_, id) => callTool('echo', { mark }, id)));
  await until(() => lab.echoed.size > 0, 'the calls to begin');
  await within(server.listener.close(), 'closing', 5_000);
});

it('may be called twice', async () => {
  await hold('x', 1);
  const both = Promise.all([server.listener.close(), server.listener.close()]);
  lab.hold('x').release();
  await within(both, 'closing');
  await within(server.listener.close(), 'closing again');
});

it('closes connections that are just opening', async () => {
  const coming = Array.from({ length: 20 }, () => RawFrames.open(server).catch(() => undefined));
  const closing = server.listener.close();
  for (const late of await Promise.all(coming)) {
    late?.send(rpc('transport.healthCheck'));
    await late?.end();
  }
  await within(closing, 'closing');
});
