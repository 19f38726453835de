import { randomBytes } from 'node:crypto';
import type { World } from '@worldwire/server';
import { DEFAULT_LIMITS, Kernel, Policy } from '@worldwire/server/internal';
import { type HttpListener, listenHttp } from '@worldwire/transports/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, reply, rpc, textOf } from './lab.js';
import { until } from './until.js';

const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const limits = { ...DEFAULT_LIMITS, drainMs: 500 };

const [first, second] = [new Lab(), new Lab()];
let kernels: Kernel[];
let listener: HttpListener;
let one: string;
let two: string;

function kernelOf(world: World): Kernel {
  const policy = new Policy(world);
  return new Kernel(world, {
    limits,
    policy,
    log,
    now: Date.now,
    randomBytes,
    secret: randomBytes(32),
    audit: { begin: quiet, end: quiet, refuse: quiet },
  });
}

beforeAll(async () => {
  kernels = [kernelOf(first.world), kernelOf(second.world)];
  const mounts = kernels.map((kernel, i) => ({ path: i === 0 ? '/one' : '/two', kernel }));
  listener = await listenHttp({ host: '127.0.0.1', port: 0, mounts, limits, log, now: Date.now });
  one = `${listener.url}/one`;
  two = `${listener.url}/two`;
});

afterAll(async () => {
  const closing = listener.close();
  await Promise.all(kernels.map(kernel => kernel.close()));
  await closing;
});

it('keeps the sessions of one mount unknown to the other', async () => {
  const session = await openSession(one);
  expect((await post(one, session, rpc('ping'))).status).toBe(200);
  expect((await post(two, session, rpc('ping'))).status).toBe(404);
  expect((await EventReader.listen(two, session)).status).toBe(404);
  expect((await fetch(two, { method: 'DELETE', headers: session })).status).toBe(404);
  expect((await post(one, session, rpc('ping'))).status).toBe(200);
  expect(kernels.map(kernel => kernel.sessions.size)).toEqual([1, 0]);
});

it('accepts no POST on one mount for a stream of 2024-11-05 of the other', async () => {
  const stream = await EventReader.listen(one, {});
  await until(() => stream.events.length > 0, 'the endpoint event');
  const { search } = new URL(stream.events[0]?.data as string, one);
  const hello = { protocolVersion: '2024-11-05', capabilities: {} };
  expect((await post(`${two}${search}`, JSON_HEADERS, rpc('initialize', hello, 'stolen'))).status).toBe(404);
  expect((await post(`${one}${search}`, JSON_HEADERS, rpc('initialize', hello, 'own'))).status).toBe(202);
  expect((await stream.received(1)).map(({ id }) => id)).toEqual(['own']);
  stream.cut();
});

it('cancels nothing on one mount from the other, though session and request ids are the same', async () => {
  const [here, there] = [await openSession(one), await openSession(two)];
  const pending = post(one, here, callTool('hold', { key: 'x' }, 1));
  await until(() => first.hold('x').started, 'the call to begin');
  await post(two, there, notification('notifications/cancelled', { requestId: 1 }));
  first.hold('x').release();
  expect(textOf(await reply(pending))).toBe('held to the end');
});

it('notifies the subscribers of a mount only of its own world', async () => {
  const [here, there] = [await openSession(one), await openSession(two)];
  const streams = await Promise.all([EventReader.listen(one, here), EventReader.listen(two, there)]);
  const { headers, body } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
  const listening = await EventReader.open(two, headers, body);
  await listening.received(1);
  first.events.toolsChanged();
  await streams[0]?.received(1);
  second.events.promptsChanged();
  await streams[1]?.received(1);
  expect(streams.map(stream => stream.messages.map(message => message.method))).toEqual([
    ['notifications/tools/list_changed'],
    ['notifications/prompts/list_changed'],
  ]);
  expect(listening.messages).toHaveLength(1);
  for (const stream of [...streams, listening]) stream.cut();
});

it('keeps an old stream of one mount unknown to the other', async () => {
  const stream = await EventReader.listen(one, {});
  await until(() => stream.events.length > 0, 'the endpoint event');
  const { search } = new URL(stream.events[0]?.data as string, one);
  expect((await post(`${two}${search}`, JSON_HEADERS, rpc('ping'))).status).toBe(404);
  stream.cut();
});

it('refuses a state of one mount at the other', async () => {
  const ask = (url: string, more: object) =>
    reply(fetch(url, modern('tools/call', { name: 'ask', ...more }, { capabilities: { elicitation: {} } })));
  const asked = await ask(one, {});
  const retry = {
    requestState: asked.result?.requestState,
    inputResponses: { word: { action: 'decline' } },
  };
  expect((await ask(two, retry)).error?.code).toBe(-32602);
  expect(textOf(await ask(one, retry))).toBe('No word.');
});

it('answers 404 at any other path, with the paths of the worlds', async () => {
  for (const path of ['/', '/mcp', '/one/', '/One', '/one/two', '/onetwo']) {
    const response = await post(`${listener.url}${path}`, JSON_HEADERS, rpc('ping'));
    expect(response.status, path).toBe(404);
    expect((await reply(response)).error?.message).toContain('/one, /two');
  }
});
