import { json, type WebRoute } from '@worldwire/server';
import type { Kernel } from '@worldwire/server/internal';
import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, serveWorld, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, reply, rpc } from './lab.js';
import { until } from './until.js';

const ADA = { authorization: 'Bearer ada-0123456789abcdef' };
const BOB = { authorization: 'Bearer bob-0123456789abcdef' };
const tokens = TokenStore.parse('ada ada-0123456789abcdef\nbob bob-0123456789abcdef');
const HELLO: WebRoute = { method: 'GET', path: '/hello', access: 'read', answer: () => json(200, 'hello') };
let slow: Promise<void> = Promise.resolve();
const SLOW: WebRoute = {
  method: 'PUT',
  path: '/slow',
  access: 'read',
  answer: () => slow.then(() => json(200, 'done')),
};
const busy = { code: -32603, data: { kind: 'Busy' } };

let now = 0;
let lab: Lab;
let server: TestServer;

async function serve(limits: object, http: object = { tokens }): Promise<void> {
  now = 1_000_000;
  lab = new Lab();
  const mounts = (kernel: Kernel) => [{ path: '/mcp', kernel, routes: [HELLO, SLOW] }];
  server = await serveWorld(async () => ({ world: lab.world, mounts }), { now: () => now, limits, http });
}

afterEach(() => server.close());

const hold = (key: string, headers: Record<string, string>) =>
  fetch(server.url, modern('tools/call', { name: 'hold', arguments: { key } }, { id: key, headers }));

const started = (key: string) => until(() => lab.hold(key).started, `the call ${key} to begin`);

describe('calls in flight', () => {
  beforeEach(() => serve({ callsInFlight: 2 }));

  async function fill(): Promise<Promise<Response>[]> {
    const pending = ['one', 'two'].map(key => hold(key, ADA));
    await Promise.all(['one', 'two'].map(started));
    return pending;
  }

  async function release(pending: readonly Promise<Response>[]): Promise<void> {
    for (const key of ['one', 'two']) lab.hold(key).release();
    for (const response of pending) expect((await response).status).toBe(200);
  }

  it('of one principal are limited: the next gets 429, Busy and Retry-After, and another principal is served', async () => {
    const pending = await fill();
    const refused = await hold('three', ADA);
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(await reply(refused)).toMatchObject({ id: 'three', error: busy });
    expect(lab.hold('three').started).toBe(false);
    expect((await fetch(server.url, modern('tools/list', {}, { headers: BOB }))).status).toBe(200);
    await release(pending);
    expect((await fetch(server.url, modern('tools/list', {}, { headers: ADA }))).status).toBe(200);
  });

  it('are counted over sessions, batches and the world’s own HTTP interface alike', async () => {
    const session = await openSession(server.url, '2025-03-26', {}, ADA);
    const pending = await fill();
    expect((await post(server.url, session, callTool('echo', { mark: 'x' }, 5))).status).toBe(429);
    const batch = await reply(post(server.url, session, `[${rpc('ping', {}, 6)},${rpc('ping', {}, 7)}]`));
    expect(batch).toMatchObject([
      { id: 6, error: busy },
      { id: 7, error: busy },
    ]);
    const web = await fetch(`${server.base}/hello`, { headers: ADA });
    expect([web.status, web.headers.get('retry-after')]).toEqual([429, '1']);
    expect((await fetch(`${server.base}/hello`, { headers: BOB })).status).toBe(200);
    await release(pending);
    expect((await fetch(`${server.base}/hello`, { headers: ADA })).status).toBe(200);
  });

  it('end on the world’s own HTTP interface when their caller disconnects', async () => {
    let release = () => {};
    slow = new Promise(resolve => {
      release = resolve;
    });
    const leaving = new AbortController();
    const { signal } = leaving;
    const put = () =>
      fetch(`${server.base}/slow`, { method: 'PUT', headers: ADA, signal }).catch(() => 'gone');
    const asked = [put(), put()];
    const status = async () => (await fetch(`${server.base}/hello`, { headers: ADA })).status;
    await expect.poll(status).toBe(429);
    leaving.abort();
    expect(await Promise.all(asked)).toEqual(['gone', 'gone']);
    await expect.poll(status).toBe(200);
    release();
    await slow;
    expect(await status()).toBe(200);
  });

  it('are counted on the transport of 2024-11-05', async () => {
    const stream = await EventReader.listen(server.url, ADA);
    await until(() => stream.events.length > 0, 'the endpoint event');
    const endpoint = new URL(stream.events[0]?.data as string, server.url).href;
    const params = { protocolVersion: '2024-11-05', capabilities: {} };
    await post(endpoint, { ...JSON_HEADERS, ...ADA }, rpc('initialize', params, 'init'));
    for (const key of ['one', 'two'])
      await post(endpoint, { ...JSON_HEADERS, ...ADA }, callTool('hold', { key }, key));
    const refused = await post(endpoint, { ...JSON_HEADERS, ...ADA }, rpc('ping', {}, 'three'));
    expect(refused.status).toBe(429);
    expect(await reply(refused)).toMatchObject({ id: 'three', error: busy });
    for (const key of ['one', 'two']) lab.hold(key).release();
    await stream.received(3);
    expect((await post(endpoint, { ...JSON_HEADERS, ...ADA }, rpc('ping', {}, 'four'))).status).toBe(202);
    stream.cut();
  });

  it('end with a cancelled call, and do not include subscriptions', async () => {
    const listening = await Promise.all(
      [1, 2, 3].map(id => {
        const { headers, body } = modern('subscriptions/listen', { notifications: {} }, { id, headers: ADA });
        return EventReader.open(server.url, headers, body);
      }),
    );
    for (const stream of listening) await stream.received(1);
    for (let n = 0; n < 5; n++) {
      const { headers, body } = modern(
        'tools/call',
        { name: 'hold', arguments: { key: `gone ${n}`, speak: true }, _meta: { progressToken: n } },
        { headers: ADA },
      );
      const stream = await EventReader.open(server.url, headers, body);
      expect(stream.status, `call ${n}`).toBe(200);
      stream.cut();
      await until(() => lab.hold(`gone ${n}`).aborted !== undefined, 'the call to be cancelled');
    }
    for (const stream of listening) stream.cut();
  });
});

describe('requests in a second', () => {
  const ping = (headers: Record<string, string>) =>
    fetch(server.url, modern('tools/list', {}, { headers })).then(({ status }) => status);

  it('of one principal are limited in each second, and do not affect another', async () => {
    await serve({ requestsPerSecond: 3 });
    expect([await ping(ADA), await ping(ADA), await ping(ADA), await ping(ADA)]).toEqual([
      200, 200, 200, 429,
    ]);
    const refused = await fetch(`${server.base}/hello`, { headers: ADA });
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await ping(BOB)).toBe(200);
    now += 1_000;
    expect(await ping(ADA)).toBe(200);
  });

  it('include each message of a batch', async () => {
    await serve({ requestsPerSecond: 3 });
    const session = await openSession(server.url, '2025-03-26', {}, ADA);
    const batch = (count: number) =>
      post(server.url, session, `[${Array.from({ length: count }, (_, n) => rpc('ping', {}, n)).join()}]`);
    expect((await batch(3)).status).toBe(429);
    now += 1_000;
    expect((await batch(3)).status).toBe(200);
    expect((await batch(1)).status).toBe(429);
  });

  it('are not limited without tokens', async () => {
    await serve({ requestsPerSecond: 1 }, {});
    for (let n = 0; n < 5; n++) expect(await ping({})).toBe(200);
  });
});
