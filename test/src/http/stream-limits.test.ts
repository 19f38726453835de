import { META_SUBSCRIPTION } from '@worldwire/protocol';
import { defineWorld, tool } from '@worldwire/server';
import { TokenStore } from '@worldwire/transports/http';
import { afterEach, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, rpc } from './lab.js';
import { pipeline } from './raw-socket.js';
import { until } from './until.js';

const ADA = { authorization: 'Bearer ada-0123456789abcdef' };
const BOB = { authorization: 'Bearer bob-0123456789abcdef' };
const tokens = TokenStore.parse('ada ada-0123456789abcdef\nbob bob-0123456789abcdef');

let server: TestServer;
afterEach(() => server.close());

/** Opens the stream of a subscription, and waits until it is acknowledged. */
async function subscribe(headers: Record<string, string>, id: string): Promise<EventReader> {
  const listen = modern('subscriptions/listen', { notifications: {} }, { id, headers });
  const stream = await EventReader.open(server.url, listen.headers, listen.body);
  await stream.received(1);
  return stream;
}

it('the stream of a call in flight is never closed for another, and an answer as JSON needs no stream', async () => {
  const lab = new Lab();
  server = await startServer({ world: lab.world, limits: { streams: 2 }, http: { tokens } });
  const call = modern(
    'tools/call',
    { name: 'hold', arguments: { key: 'x', speak: true }, _meta: { progressToken: 1 } },
    { headers: ADA },
  );
  const streaming = await EventReader.open(server.url, call.headers, call.body);
  await streaming.received(1);
  const ada = await subscribe(ADA, 'a');
  const bob = await openSession(server.url, '2025-11-25', {}, BOB);
  const wish = { ...bob, accept: 'text/event-stream, application/json' };
  const answer = await post(server.url, wish, rpc('ping', {}, 1));
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/json']);
  expect([streaming.ended, ada.ended]).toEqual([false, false]);
  expect(lab.hold('x').aborted).toBeUndefined();
  lab.hold('x').release();
  await until(() => streaming.ended, 'the call to end');
  expect(streaming.text).toContain('held to the end');
});

it('a subscription is closed for another principal, and an older call of the same client is not', async () => {
  const lab = new Lab();
  server = await startServer({ world: lab.world, limits: { streams: 2 }, http: { tokens } });
  const call = modern(
    'tools/call',
    { name: 'hold', arguments: { key: 'x', speak: true }, _meta: { progressToken: 1 } },
    { headers: ADA },
  );
  const streaming = await EventReader.open(server.url, call.headers, call.body);
  await streaming.received(1);
  const adas = await subscribe(ADA, 'a');
  const bobs = await subscribe(BOB, 'b');
  await until(() => adas.ended, 'the subscription to give way');
  expect([streaming.ended, bobs.ended]).toEqual([false, false]);
  lab.hold('x').release();
  await until(() => streaming.ended, 'the call to end');
  expect(streaming.text).toContain('held to the end');
});

it('a subscription that is closed for another gets its answer first', async () => {
  server = await startServer({ world: new Lab().world, limits: { streams: 2 }, http: { tokens } });
  const first = await subscribe(ADA, 'first');
  const second = await subscribe(ADA, 'second');
  const bobs = await subscribe(BOB, 'bob');
  await until(() => first.ended, 'the oldest to give way');
  expect(JSON.parse(first.events.at(-1)?.data ?? '{}')).toMatchObject({
    id: 'first',
    result: { _meta: { [META_SUBSCRIPTION]: 'first' } },
  });
  expect(first.response.complete).toBe(true);
  expect([second.ended, bobs.ended]).toEqual([false, false]);
});

it('streams that begin after their connection closed are not counted', async () => {
  let release = () => {};
  const opened = new Promise<void>(resolve => {
    release = resolve;
  });
  let [begun, over] = [0, 0];
  const late = tool({
    name: 'late',
    description: 'Sends progress after its client disconnected.',
    access: 'read',
    call: async (_args, context) => {
      begun++;
      await opened;
      context.progress(1, 2);
      over++;
      return 'done';
    },
  });
  let gone = false;
  const head = tool({
    name: 'head',
    description: 'Waits until its client is gone.',
    access: 'read',
    call: async (_args, { signal }) => {
      await new Promise(resolve => signal.addEventListener('abort', resolve));
      gone = true;
      return 'gone';
    },
  });
  const world = defineWorld({ name: 'late', version: '1.0.0', tools: [late, head] });
  server = await startServer({ world, limits: { streams: 4 } });
  const headers = await openSession(server.url);
  const bodies = [1, 2, 3, 4, 5].map(id => callTool('late', {}, id, { progressToken: id }));
  const first = modern('tools/call', { name: 'head', arguments: {} });
  const socket = await pipeline(server.port, [first, ...bodies.map(body => ({ headers, body }))]);
  await until(() => begun === 5, 'all calls to begin');
  socket.destroy();
  await until(() => gone, 'the connection to close');
  release();
  await until(() => over === 5, 'all calls to speak');
  await until(() => server.listener.streams === 0, 'no place to be taken');
  const stream = await EventReader.listen(server.url, headers);
  expect(stream.status).toBe(200);
  stream.cut();
});
