import { afterEach, beforeEach, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, reply, rpc } from './lab.js';
import { until } from './until.js';

const QUEUE_BYTES = 32 * 1024;
const LONG = 'x'.repeat(3 * QUEUE_BYTES);

let lab: Lab;
let server: TestServer;

beforeEach(async () => {
  lab = new Lab();
  server = await startServer({ world: lab.world, limits: { queueBytes: QUEUE_BYTES } });
});

afterEach(() => server.close());

function holdCall(key: string): { name: string; arguments: object; _meta: object } {
  return { name: 'hold', arguments: { key, speak: true }, _meta: { progressToken: 1 } };
}

it('streams a message larger than the queue limit to a reader that reads', async () => {
  const headers = await openSession(server.url);
  const stream = await EventReader.open(server.url, headers, rpc('tools/call', holdCall('big'), 1));
  await stream.received(1);
  lab.hold('big').context?.progress(2, undefined, LONG);
  await stream.received(2);
  lab.hold('big').release();
  await stream.end();
  expect(stream.messages.at(-1)).toMatchObject({ id: 1, result: { content: [{ text: 'held to the end' }] } });
});

it('streams it in 2026-07-28 too, and does not mistake its own end for a disconnect', async () => {
  const { headers, body } = modern('tools/call', holdCall('modern'));
  const stream = await EventReader.open(server.url, headers, body);
  await stream.received(1);
  lab.hold('modern').context?.progress(2, undefined, LONG);
  await stream.received(2);
  expect(lab.hold('modern').aborted).toBeUndefined();
  lab.hold('modern').release();
  await stream.end();
});

it('replays more than the queue limit to a reader that reads', async () => {
  const headers = await openSession(server.url);
  const uris = Array.from({ length: 16 }, (_, i) => `lab://thing/${i}-${'x'.repeat(7_000)}`);
  for (const [id, uri] of uris.entries())
    await reply(post(server.url, headers, rpc('resources/subscribe', { uri }, id)));
  const first = await EventReader.listen(server.url, headers);
  for (const [i, uri] of uris.entries()) {
    lab.events.resourceUpdated(uri);
    await first.received(i + 1);
  }
  first.cut();
  await until(() => server.listener.streams === 0, 'the server to notice the cut');
  const second = await EventReader.listen(server.url, headers, first.events[0]?.id as string);
  await second.received(uris.length);
  expect(second.messages).toEqual(first.messages);
  second.cut();
});

it('answers with a JSON body of any size, whatever the limit on streams', async () => {
  const headers = await openSession(server.url);
  const response = await post(server.url, headers, callTool('echo', { mark: LONG }));
  expect(response.headers.get('content-type')).toBe('application/json');
  expect(
    ((await response.json()) as { result: { content: [{ text: string }] } }).result.content[0].text,
  ).toBe(LONG);
});
