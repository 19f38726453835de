import { setImmediate as turn } from 'node:timers/promises';
import { META_SUBSCRIPTION } from '@worldwire/protocol';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, type Hold, Lab, post, reply, rpc } from './lab.js';
import { until } from './until.js';

const QUEUE_BYTES = 64 * 1024;
const URIS = Array.from({ length: 4 }, (_, i) => `lab://thing/${i}${'x'.repeat(7_500)}`);

let now = 0;
let lab: Lab;
let server: TestServer;
const open: EventReader[] = [];

beforeEach(async () => {
  now = 1_000_000;
  lab = new Lab();
  server = await startServer({
    world: lab.world,
    now: () => now,
    limits: { queueBytes: QUEUE_BYTES, queueSoftBytes: 1_024, queueSoftMs: 5_000, replayBytes: QUEUE_BYTES },
  });
});

afterEach(async () => {
  for (const stream of open.splice(0)) stream.cut();
  await server.close();
});

async function subscribe(): Promise<{ stream: EventReader; headers: Record<string, string> }> {
  const headers = await openSession(server.url);
  for (const [id, uri] of URIS.entries())
    await reply(post(server.url, headers, rpc('resources/subscribe', { uri }, id)));
  const stream = await EventReader.listen(server.url, headers);
  open.push(stream);
  return { stream, headers };
}

async function listen(id: string): Promise<EventReader> {
  const { headers, body } = modern(
    'subscriptions/listen',
    { notifications: { resourceSubscriptions: URIS } },
    { id },
  );
  const stream = await EventReader.open(server.url, headers, body);
  open.push(stream);
  await stream.received(1);
  return stream;
}

/** Publishes until the stalled readers are disconnected, at the pace of the others, so that only a stall fills a queue. */
async function publishUntil(done: () => boolean, healthy: readonly EventReader[]): Promise<string[]> {
  const published: string[] = [];
  const had = healthy.map(stream => stream.events.length);
  while (!done()) {
    if (published.length > 4_000) throw new Error('The stalled readers were never let go.');
    for (const uri of URIS) {
      lab.events.resourceUpdated(uri);
      published.push(uri);
    }
    await until(
      () => healthy.every((stream, i) => stream.events.length === (had[i] as number) + published.length),
      'the healthy readers to keep up',
    );
  }
  return published;
}

function updates(stream: EventReader): unknown[] {
  return stream.messages
    .filter(message => message.method === 'notifications/resources/updated')
    .map(message => (message.params as { uri: string }).uri);
}

it('disconnects stalled readers of both eras at their limit, while the others miss nothing', async () => {
  const stalled = [(await subscribe()).stream, await listen('stalled')];
  const healthy = [(await subscribe()).stream, (await subscribe()).stream, await listen('healthy')];
  for (const stream of stalled) stream.stall();
  const published = await publishUntil(() => server.listener.streams === healthy.length, healthy);
  for (const stream of healthy) expect(updates(stream)).toEqual(published);
  expect(healthy.some(stream => stream.ended)).toBe(false);
  const last = healthy[2]?.messages.at(-1) as { params: { _meta: object } };
  expect(last.params._meta).toEqual({ [META_SUBSCRIPTION]: 'healthy' });
});

it('disconnects a reader that falls behind for too long, though its queue has space', async () => {
  await server.close();
  lab = new Lab();
  server = await startServer({
    world: lab.world,
    now: () => now,
    limits: {
      queueBytes: 64 * 1024 * 1024,
      queueSoftBytes: 64 * 1024,
      queueSoftMs: 5_000,
      // This timeout must not be what ends the reader here.
      stalledMs: 1_000_000_000,
    },
  });
  const { stream } = await subscribe();
  const healthy = await listen('healthy');
  stream.stall();
  for (let i = 0; i < 2_500; i++) lab.events.resourceUpdated(URIS[i % 4] as string);
  await until(() => updates(healthy).length === 2_500, 'the healthy reader to have everything');
  expect(server.listener.streams).toBe(2);
  await until(() => {
    now += 1_000;
    return server.listener.streams === 1;
  }, 'the slow reader to be disconnected');
  expect(healthy.ended).toBe(false);
});

it('stops buffering the progress of a stalled caller; before 2026 its work continues', async () => {
  const headers = await openSession(server.url);
  const body = callTool('hold', { key: 'flood', speak: true }, 1, { progressToken: 1 });
  const stream = await EventReader.open(server.url, headers, body);
  open.push(stream);
  await stream.received(1);
  stream.stall();
  const hold = lab.hold('flood');
  await flood(hold, () => server.listener.streams === 0);
  expect(hold.aborted).toBeUndefined();
  hold.release();
  await until(() => hold.finished, 'the handler to end');
});

it('cancels the work of a stalled caller of 2026-07-28, whose stream it had to close', async () => {
  const { headers, body } = modern('tools/call', {
    name: 'hold',
    arguments: { key: 'modern flood', speak: true },
    _meta: { progressToken: 1 },
  });
  const stream = await EventReader.open(server.url, headers, body);
  open.push(stream);
  await stream.received(1);
  stream.stall();
  const hold = lab.hold('modern flood');
  await flood(hold, () => server.listener.streams === 0);
  await until(() => hold.aborted !== undefined, 'the handler to be aborted');
});

async function flood(hold: Hold, done: () => boolean): Promise<void> {
  for (let i = 2; !done(); i++) {
    if (i > 2_000) throw new Error('The stalled reader was never let go.');
    hold.context?.progress(i, undefined, 'x'.repeat(16_000));
    await turn();
  }
}
