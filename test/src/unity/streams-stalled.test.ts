import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { EventReader } from '../http/event-reader.js';
import { until } from '../http/until.js';
import { LineReader } from './line-reader.js';
import { startUnity, type UnityServer } from './unity-server.js';

const LIMIT = 256;
const FIRST = 1_001;
/** A line of the log may come behind a reply. */
const NEWEST = 5;
/** Far more than sockets of this machine hold. */
const MAX_CALLS = 3_000;

let server: UnityServer;
beforeAll(async () => {
  server = await startUnity({ engine: await openEmbedded({ objects: 500 }) });
});
afterAll(() => server.close());

/** One stream of either kind, and the ids of the replies on it. */
interface Stream {
  readonly reader: LineReader | EventReader;
  /** Whether the reply with this id is among the newest messages. */
  has(id: number): boolean;
  /** The ids in order; a notification has none. */
  ids(): (number | undefined)[];
  forget(): void;
}

async function lines(): Promise<Stream> {
  const reader = await LineReader.begun(server.base);
  return {
    reader,
    has: id => reader.messages.slice(-NEWEST).some(message => message.id === id),
    ids: () => reader.messages.map(({ id }) => id as number | undefined),
    forget: () => reader.messages.splice(0),
  };
}

async function events(): Promise<Stream> {
  const reader = await EventReader.open(`${server.base}/`, { accept: 'text/event-stream' });
  return {
    reader,
    has: id =>
      reader.events.slice(-NEWEST).some(({ data }) => data.startsWith(`{"jsonrpc":"2.0","id":${id},`)),
    ids: () => reader.messages.map(({ id }) => id as number | undefined),
    forget: () => {
      reader.events.splice(0);
      reader.text = '';
    },
  };
}

function warnings(): number {
  return server.logged.filter(({ level, message }) => level === 'warn' && /oldest/.test(message)).length;
}

it('[UNITY-6.8] a stalled stream loses its oldest, is warned about once, and does not slow the others', async () => {
  const stalled = [await lines(), await events()];
  const healthy = [await lines(), await events()];
  for (const { reader } of stalled) reader.stall();
  let last = FIRST - 1;
  const call = async () => {
    last++;
    await server.explorer.rpc('call_tool', { name: 'ListObjects', arguments: { limit: 50 } }, last);
    // The other reader has everything before the next call.
    await until(() => healthy.every(stream => stream.has(last)), 'the healthy readers to keep up');
    for (const stream of healthy) stream.forget();
  };
  while (warnings() < stalled.length) {
    if (last > FIRST + MAX_CALLS) throw new Error('The stalled streams never lost anything.');
    await call();
  }
  for (let more = 0; more < 20; more++) await call();
  expect(warnings()).toBe(stalled.length);
  expect(server.streams()).toBe(4);

  for (const { reader } of stalled) reader.response.resume();
  for (const stream of stalled) {
    await until(() => stream.has(last), 'the end of what was kept');
    const all = stream.ids();
    const got = all.filter(id => id !== undefined);
    expect(got[0]).toBe(FIRST);
    // What is missing is one gap, and behind it are the newest, as many as were kept.
    const behind = got.filter((id, index) => index > 0 && id !== got[index - 1]! + 1);
    expect(behind).toHaveLength(1);
    const kept = all.length - all.indexOf(behind[0]);
    expect(kept).toBeGreaterThan(LIMIT - 4);
    expect(kept).toBeLessThanOrEqual(LIMIT);
  }
  // And each goes on as the others do.
  await server.explorer.rpc('ping', {}, 9_999);
  for (const stream of [...stalled, ...healthy]) {
    await until(() => stream.has(9_999), 'the next message');
    stream.reader.cut();
  }
});
