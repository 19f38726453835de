import { defineDialect, REVISION_2024_11_05 } from '@worldwire/protocol';
import { defineWorld, type EndpointHooks, type FeedReader, tool, WebFeed } from '@worldwire/server';
import type { Reply } from '@worldwire/server/internal';

import { afterEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';

const dialect = defineDialect({
  name: 'garden',
  revision: REVISION_2024_11_05,
  sessionless: true,
  methods: { call_tool: { method: 'tools/call' } },
  error: error => ({ ...error, code: -32005 }),
});

let release: () => void = () => {};

const world = defineWorld({
  name: 'garden',
  version: '1.0.0',
  tools: [
    tool({ name: 'look', description: 'Looks.', access: 'read', call: () => 'seen' }),
    tool({
      name: 'wait',
      description: 'Waits.',
      access: 'read',
      call: () =>
        new Promise<string>(resolve => {
          release = () => resolve('done');
        }),
    }),
  ],
});

let server: TestServer;
afterEach(() => server.close());

/** The world at /mcp with hooks at its endpoint. */
async function start(hooks: EndpointHooks): Promise<void> {
  const plain = await startServer({ world });
  await plain.listener.close();
  const mount = { path: '/mcp', kernel: plain.kernel, dialect, hooks };
  server = await startServer({ world, limits: { heartbeatMs: 1 }, http: { mounts: [mount] } });
}

/** The same, with a session whose revision has batches. */
async function startBatching(seen: Reply[]): Promise<Record<string, string>> {
  await start({ replied: reply => seen.push(reply) });
  return openSession(server.url, '2025-03-26');
}

function call(name: string, id: number | string = 1): Promise<Response> {
  const body = { jsonrpc: '2.0', id, method: 'call_tool', params: { name, arguments: {} } };
  return fetch(server.url, { method: 'POST', headers: JSON_HEADERS, body: JSON.stringify(body) });
}

describe('endpoint hooks', () => {
  it('limits the requests in flight, and refuses the next in the form of the dialect', async () => {
    await start({ parallel: { max: 1, message: 'One at a time.' } });
    const first = call('wait');
    await expect.poll(async () => (await call('look')).status).toBe(429);
    const refused = await call('look', 'again');
    expect(await refused.json()).toMatchObject({
      id: 'again',
      error: { code: -32005, message: 'One at a time.', data: { kind: 'RateLimited' } },
    });
    release();
    expect((await first).status).toBe(200);
    expect((await call('look')).status).toBe(200);
  });

  it('gets every reply of both eras, with its principal', async () => {
    const seen: { readonly reply: Reply; readonly principal: string }[] = [];
    await start({ replied: (reply, principal) => seen.push({ reply, principal }) });
    await call('look', 'by dialect');
    await fetch(server.url, modern('tools/call', { name: 'look', arguments: {} }, { id: 'modern' }));
    const session = await openSession(server.url);
    const body = { jsonrpc: '2.0', id: 'session', method: 'tools/call', params: { name: 'nothing' } };
    await fetch(server.url, { method: 'POST', headers: session, body: JSON.stringify(body) });
    expect(seen.map(({ reply }) => [JSON.parse(reply.text).id, reply.code])).toEqual([
      ['by dialect', undefined],
      ['modern', undefined],
      ['open', undefined],
      ['session', -32602],
    ]);
    expect(new Set(seen.map(({ principal }) => principal))).toEqual(new Set(['local']));
  });

  it('gets refusals, also in a batch and on the transport of 2024-11-05', async () => {
    const seen: Reply[] = [];
    const batching = await startBatching(seen);
    await fetch(server.url, { method: 'POST', headers: JSON_HEADERS, body: '{broken' });
    const batch =
      '[{"jsonrpc":"2.0","id":"odd","method":7},{"jsonrpc":"2.0","id":"again","method":"initialize"}]';
    const answers = await (
      await fetch(server.url, { method: 'POST', headers: batching, body: batch })
    ).json();
    const stream = await EventReader.listen(server.url, {});
    await expect.poll(() => stream.events.length).toBe(1);
    const endpoint = new URL(stream.events[0]?.data as string, server.url);
    const bad = '{"jsonrpc":"2.0","id":"bad","method":"initialize"}';
    await fetch(endpoint, { method: 'POST', headers: JSON_HEADERS, body: bad });
    await stream.received(1);
    expect(seen.map(({ text, code }) => [JSON.parse(text).id, code])).toEqual([
      ['open', undefined],
      [null, -32700],
      ['odd', -32600],
      ['again', -32600],
      ['bad', -32602],
    ]);
    expect(seen.slice(2, 4).map(({ text }) => JSON.parse(text))).toEqual(answers);
    expect(stream.messages).toEqual(seen.slice(4).map(({ text }) => JSON.parse(text)));
    stream.cut();
  });

  it('answers a request with JSON lines, with empty lines as heartbeat', async () => {
    let reader: FeedReader | undefined;
    let ended = false;
    await start({
      feed: ({ method }) =>
        method === 'follow'
          ? new WebFeed(opened => {
              reader = opened;
              return () => {
                ended = true;
              };
            }, 'lines')
          : undefined,
    });
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'follow' });
    const response = await fetch(server.url, { method: 'POST', headers: JSON_HEADERS, body });
    expect(response.headers.get('content-type')).toBe('application/x-ndjson');
    reader?.write('{"a":1}\n');
    const text = response.body!.pipeThrough(new TextDecoderStream()).getReader();
    let read = '';
    while (!read.includes('{"a":1}\n\n')) read += (await text.read()).value;
    await text.cancel();
    await expect.poll(() => ended).toBe(true);
  });

  it('gives its own stream to a GET without a session, and the session its own', async () => {
    await start({
      stream: () =>
        new WebFeed(reader => {
          reader.write('data: mine\n\n');
          return () => {};
        }),
    });
    const stream = await EventReader.open(server.url, { accept: 'text/event-stream' });
    await expect.poll(() => stream.events[0]?.data).toBe('mine');
    stream.request.destroy();
    const session = await openSession(server.url);
    const own = await EventReader.open(server.url, { ...session, accept: 'text/event-stream' });
    expect(own.response.statusCode).toBe(200);
    expect(own.text).not.toContain('mine');
    own.request.destroy();
  });

  it('serves standard methods without a session for a sessionless dialect, and refuses unknown ones in its form', async () => {
    await start({});
    const ask = async (method: string) => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method });
      const response = await fetch(server.url, { method: 'POST', headers: JSON_HEADERS, body });
      return ((await response.json()) as { error?: { code: number } }).error?.code;
    };
    expect(await ask('ping')).toBeUndefined();
    expect(await ask('tools/list')).toBeUndefined();
    expect(await ask('nothing/here')).toBe(-32005);
  });
});
