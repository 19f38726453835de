import { META_SUBSCRIPTION } from '@worldwire/protocol';
import { beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, reply, textOf } from './lab.js';
import { pipeline, RawSocket } from './raw-socket.js';
import { until, within } from './until.js';

let lab: Lab;
let server: TestServer;

beforeEach(async () => {
  lab = new Lab();
  server = await startServer({ world: lab.world, limits: { drainMs: 2_000 } });
});

describe('close()', () => {
  it('finishes requests in flight of both eras, while it refuses new ones', async () => {
    const headers = await openSession(server.url);
    const old = await pipeline(server.port, [{ headers, body: callTool('hold', { key: 'old' }, 'old') }]);
    const recent = await pipeline(server.port, [
      modern('tools/call', { name: 'hold', arguments: { key: 'new' } }, { id: 'new' }),
    ]);
    const streamed = await EventReader.open(
      server.url,
      headers,
      callTool('hold', { key: 'sse', speak: true }, 'sse', { progressToken: 1 }),
    );
    await until(() => ['old', 'new', 'sse'].every(key => lab.hold(key).started), 'the calls to begin');
    const closing = server.close();
    expect((await fetch(server.url, modern('tools/list'))).status).toBe(503);
    for (const key of ['old', 'new', 'sse']) lab.hold(key).release();
    expect(JSON.parse((await old.response()).body)).toMatchObject({
      id: 'old',
      result: { content: [{ text: 'held to the end' }] },
    });
    expect(JSON.parse((await recent.response()).body)).toMatchObject({
      id: 'new',
      result: { content: [{ text: 'held to the end' }] },
    });
    await streamed.end();
    expect(streamed.messages.at(-1)).toMatchObject({
      id: 'sse',
      result: { content: [{ text: 'held to the end' }] },
    });
    await within(closing, 'closing');
    for (const key of ['old', 'new', 'sse']) expect(lab.hold(key).aborted).toBeUndefined();
  });

  it('answers a request whose head is completed later with 503, and starts nothing', async () => {
    const headers = await openSession(server.url);
    const held = await pipeline(server.port, [{ headers, body: callTool('hold', { key: 'busy' }) }]);
    await until(() => lab.hold('busy').started, 'the call to begin');
    const second = await RawSocket.open(server.port);
    second.send('POST /mcp HTTP/1.1\r\n');
    const closing = server.close();
    const body = callTool('echo', { mark: 'too late' });
    const rest = [`Host: 127.0.0.1:${server.port}`, ...Object.entries(headers).map(pair => pair.join(': '))];
    second.send(`${rest.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n${body}`);
    const refused = await second.response();
    expect(refused).toMatchObject({ status: 503, headers: { connection: 'close', 'retry-after': '1' } });
    lab.hold('busy').release();
    expect(await held.response()).toMatchObject({ status: 200, headers: { connection: 'close' } });
    await within(closing, 'closing');
    expect(lab.echoed.has('too late')).toBe(false);
  });

  it('answers all pipelined requests of a connection, and closes it after the last', async () => {
    const headers = await openSession(server.url);
    const requests = ['first', 'second', 'third'].map(key => ({
      headers,
      body: callTool('hold', { key }, key),
    }));
    const connection = await pipeline(server.port, requests);
    await until(() => lab.hold('third').started, 'the last call to begin');
    const closing = server.close();
    for (const key of ['third', 'second', 'first']) lab.hold(key).release();
    const answers = [await connection.response(), await connection.response(), await connection.response()];
    expect(answers.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([
      'first',
      'second',
      'third',
    ]);
    expect(answers.map(({ headers }) => headers.connection)).toEqual(['keep-alive', 'keep-alive', 'close']);
    await connection.closed;
    await within(closing, 'closing');
  });

  it('does not wait for a request whose client disconnected, nor for one behind it', async () => {
    await server.close();
    server = await startServer({ world: lab.world, limits: { drainMs: 600_000 } });
    const headers = await openSession(server.url);
    const half = { headers: { ...headers, 'content-length': '1000' }, body: '{' };
    const connection = await pipeline(server.port, [{ headers, body: callTool('hold', { key: 'x' }) }, half]);
    await until(() => lab.hold('x').started, 'the call to begin');
    const closing = server.close();
    connection.destroy();
    lab.hold('x').release();
    await within(closing, 'closing');
  });

  it('ends GET streams', async () => {
    const headers = await openSession(server.url);
    const streams = await Promise.all([
      EventReader.listen(server.url, headers),
      EventReader.listen(server.url, headers),
    ]);
    await within(server.close(), 'closing', 1_500);
    await Promise.all(streams.map(stream => stream.end()));
    expect(server.listener.streams).toBe(0);
  });

  it('gives subscriptions of 2026-07-28 their final result', async () => {
    const { headers, body } = modern(
      'subscriptions/listen',
      { notifications: { toolsListChanged: true } },
      { id: 'sub' },
    );
    const stream = await EventReader.open(server.url, headers, body);
    await stream.received(1);
    await within(server.close(), 'closing', 1_500);
    await stream.end();
    expect(stream.messages.at(-1)).toMatchObject({
      id: 'sub',
      result: { _meta: { [META_SUBSCRIPTION]: 'sub' } },
    });
  });

  it('closes idle connections, and waits for silent ones no longer than the drain', async () => {
    await server.close();
    server = await startServer({ world: lab.world, limits: { drainMs: 50 } });
    const idle = await pipeline(server.port, [{ headers: JSON_HEADERS, body: '{' }]);
    expect((await idle.response()).status).toBe(400);
    const silent = await RawSocket.open(server.port);
    const closing = server.close();
    await idle.closed;
    await within(closing, 'closing', 4_000);
    await silent.closed;
  });

  it('aborts handlers that exceed the drain time, and still ends', async () => {
    await server.close();
    server = await startServer({ world: lab.world, limits: { drainMs: 50 } });
    const pending = fetch(
      server.url,
      modern('tools/call', { name: 'hold', arguments: { key: 'endless', deaf: true } }),
    );
    await until(() => lab.hold('endless').started, 'the call to begin');
    await within(server.close(), 'closing', 4_000);
    expect(lab.hold('endless').aborted).toBe('The server stopped.');
    const response = await pending;
    const said = await response.text();
    expect(response.status >= 500 || said.includes('"error"'), 'a request that was not served says so').toBe(
      true,
    );
  });

  it('can be called twice', async () => {
    await Promise.all([server.close(), server.close()]);
    await server.close();
  });

  it('frees the port', async () => {
    await server.close();
    const next = await startServer({ world: lab.world, http: { port: server.port } });
    const answer = await reply(
      fetch(next.url, modern('tools/call', { name: 'echo', arguments: { mark: 'again' } })),
    );
    expect(textOf(answer)).toBe('again');
    await next.close();
  });
});
