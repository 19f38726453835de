import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession } from '../../harness.js';
import { EventReader } from '../../http/event-reader.js';
import { notification, post, reply, rpc } from '../../http/lab.js';
import { until } from '../../http/until.js';
import { ALL, type Client, type Served, WITH_SESSION } from './clients.js';
import { DialectLab } from './dialect-lab.js';
import { type HttpServed, openHttp } from './http-client.js';
import { openStdio, type StdioClient } from './stdio-client.js';

const SESSIONS = ['2025-03-26', '2025-06-18', '2025-11-25'];

describe.each(WITH_SESSION)('shutdown in $name', ({ revision, serve }) => {
  let lab: DialectLab;
  let served: Served;
  let client: Client;

  beforeEach(async () => {
    lab = new DialectLab();
    served = await serve(lab);
    client = await served.open(revision);
  });
  afterEach(() => served.close());

  it('answers null, and then only exit is served', async () => {
    const { reply: answer } = await client.ask('shutdown', {}, 's');
    expect(answer).toEqual({ jsonrpc: '2.0', id: 's', result: null });
    for (const method of [
      'ping',
      'initialize',
      'tools/list',
      'shutdown',
      'resources/get_content',
      '$/cancelRequest',
      'x',
    ]) {
      const { error } = (await client.ask(method)).reply;
      expect(error).toMatchObject({ code: -32600, message: expect.stringMatching(/shut down/) });
    }
    expect((await client.ask('exit')).reply.result).toBeNull();
  });

  it('finishes pending requests, which can no longer be cancelled', async () => {
    const held = client.ask('tools/call', { name: 'hold', arguments: { key: 'k' } }, 'h');
    await until(() => lab.calls.hold('k').started, 'the call');
    await client.ask('shutdown', {}, 's');
    await client.notify('$/cancelRequest', { id: 'h' });
    await client.notify('notifications/cancelled', { requestId: 'h' });
    lab.calls.hold('k').release();
    expect((await held).reply.result?.content?.[0]?.text).toBe('held to the end');
  });

  it('does not affect other clients', async () => {
    const other = await served.open(revision);
    await client.ask('shutdown');
    expect((await other.ask('ping')).reply.result).toEqual({});
  });
});

describe.each(ALL.filter(({ revision }) => revision > '2026'))(
  'shutdown and exit in $name',
  ({ revision, serve }) => {
    it('are answered, and shutdown closes nothing', async () => {
      const served = await serve(new DialectLab());
      const [client, other] = [await served.open(revision), await served.open('2025-11-25')];
      expect((await client.ask('shutdown')).reply.result).toBeNull();
      expect((await client.ask('tools/list')).reply).toHaveProperty('result');
      expect((await client.ask('exit')).reply.result).toBeNull();
      expect((await other.ask('ping')).reply.result).toEqual({});
      await served.close();
    });
  },
);

describe('over HTTP', () => {
  let lab: DialectLab;
  let served: HttpServed;

  beforeEach(async () => {
    lab = new DialectLab();
    served = await openHttp(lab);
  });
  afterEach(() => served.close());

  const status = async (headers: Record<string, string>, body: string) =>
    (await post(served.url, headers, body)).status;

  it.each(SESSIONS)('exit ends the session, as a notification and as a request (%s)', async revision => {
    for (const [exit, expected] of [
      [notification('exit'), 202],
      [rpc('exit'), 200],
    ] as const) {
      const headers = await openSession(served.url, revision);
      const stream = await EventReader.listen(served.url, headers);
      expect(await status(headers, exit)).toBe(expected);
      await stream.end();
      expect(await status(headers, rpc('ping'))).toBe(404);
      expect(await status(headers, notification('exit'))).toBe(404);
      expect((await EventReader.listen(served.url, headers)).status).toBe(404);
      expect((await fetch(served.url, { method: 'DELETE', headers })).status).toBe(404);
    }
  });

  it.each(SESSIONS)('exit cancels pending requests (%s)', async revision => {
    const headers = await openSession(served.url, revision);
    const held = status(headers, rpc('tools/call', { toolName: 'hold', toolInput: { key: 'k' } }, 'h'));
    await until(() => lab.calls.hold('k').started, 'the call');
    await status(headers, rpc('exit'));
    expect(lab.calls.hold('k').aborted).toBeDefined();
    expect(await held).toBe(202);
  });

  it.each(SESSIONS)('DELETE ends the session, shut down or not (%s)', async revision => {
    for (const method of ['shutdown', 'ping']) {
      const headers = await openSession(served.url, revision);
      expect(await status(headers, rpc(method))).toBe(200);
      expect((await fetch(served.url, { method: 'DELETE', headers })).status).toBe(204);
      expect(await status(headers, rpc('shutdown'))).toBe(404);
    }
  });

  it('the rest of a batch after exit is refused, and leaves no subscription', async () => {
    const headers = await openSession(served.url, '2025-03-26');
    const subscribe = rpc('resources/subscribe', { uri: 'lab://image' }, 2);
    const response = await post(served.url, headers, `[${rpc('exit', {}, 1)},${subscribe}]`);
    expect(await response.json()).toMatchObject([
      { id: 1, result: null },
      { id: 2, error: { code: -32600 } },
    ]);
    expect(lab.watched).toEqual([]);
  });

  it.each(SESSIONS)('a client of %s gets its revision', async protocolVersion => {
    const params = { protocolVersion, capabilities: {} };
    const response = await post(served.url, JSON_HEADERS, rpc('initialize', params));
    expect(response.headers.get('mcp-session-id')).not.toBeNull();
    expect((await reply(response)).result?.protocolVersion).toBe(protocolVersion);
  });

  it('the dialect needs a session or a revision', async () => {
    for (const method of ['shutdown', 'exit', 'resources/get_content', '$/cancelRequest']) {
      expect(await status(JSON_HEADERS, rpc(method))).toBe(400);
    }
    expect((await fetch(served.url, modern('resources/set_content'))).status).toBe(404);
  });

  it('exit is answered on the stream of 2024-11-05, which then ends', async () => {
    const stream = await EventReader.listen(served.url, {});
    const until202 = async (body: string) => {
      const address = new URL(stream.events[0]?.data ?? '', served.url).href;
      expect((await post(address, JSON_HEADERS, body)).status).toBe(202);
    };
    await until(() => stream.events.length > 0, 'the address');
    await until202(rpc('initialize', { protocolVersion: '2024-11-05', capabilities: {} }, 'open'));
    await until202(rpc('exit', {}, 'e'));
    await stream.end();
    expect(stream.messages.at(-1)).toEqual({ jsonrpc: '2.0', id: 'e', result: null });
  });
});

describe('over stdio', () => {
  let lab: DialectLab;
  let served: Served;

  beforeEach(async () => {
    lab = new DialectLab();
    served = await openStdio(lab);
  });
  afterEach(() => served.close());

  const open = async (revision: string) => (await served.open(revision)) as StdioClient;

  it.each([...SESSIONS, '2026-07-28'])('exit closes the connection after the answer (%s)', async revision => {
    const asked = await open(revision);
    expect((await asked.ask('exit')).reply.result).toBeNull();
    const told = await open(revision);
    await told.notify('exit');
    for (const client of [asked, told]) {
      await client.wire.closed;
      const { length } = client.lines;
      client.send('tools/list', {}, 'too late');
      expect(client.lines).toHaveLength(length);
    }
  });

  it('messages after exit are not read, not even in the same write', async () => {
    const client = await open('2025-11-25');
    client.input.write(`${rpc('exit', {}, 'e')}\n${rpc('ping', {}, 'p')}\n{"half`);
    await client.wire.closed;
    expect(client.lines.slice(1)).toEqual([{ jsonrpc: '2.0', id: 'e', result: null }]);
  });

  it('exit in a batch is answered with the batch', async () => {
    const client = await open('2025-03-26');
    client.input.write(`[${rpc('exit', {}, 1)},${rpc('ping', {}, 2)}]\n`);
    await client.wire.closed;
    await until(() => client.lines.length > 1, 'the batch');
    expect(client.lines[1]).toMatchObject([
      { id: 1, result: null },
      { id: 2, error: { code: -32600 } },
    ]);
  });

  it('exit closes the connection before initialize, too', async () => {
    const client = await open('2026-07-28');
    client.input.write(`${rpc('exit', {}, 'e')}\n${notification('exit')}\n`);
    await client.wire.closed;
    expect(client.lines).toMatchObject([{ id: 'e', error: { code: -32600 } }]);
  });

  it('exit waits for pending calls of 2026-07-28', async () => {
    const client = await open('2026-07-28');
    client.send('tools/call', { toolName: 'hold', toolInput: { key: 'k' } }, 'h');
    await until(() => lab.calls.hold('k').started, 'the call');
    expect((await client.ask('exit')).reply.result).toBeNull();
    expect(client.ended).toBe(false);
    lab.calls.hold('k').release();
    await client.wire.closed;
    expect(client.lines.at(-1)).toMatchObject({
      id: 'h',
      result: { content: [{ text: 'held to the end' }] },
    });
  });
});
