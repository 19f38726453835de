import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, rpc, textOf, type WireReply } from './lab.js';
import { until } from './until.js';

const lab = new Lab();
let server: TestServer;
let headers: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
  headers = await openSession(server.url, '2025-03-26');
});

afterAll(() => server.close());

function batch(...messages: readonly string[]): Promise<Response> {
  return post(server.url, headers, `[${messages.join(',')}]`);
}

async function answers(response: Response): Promise<WireReply[]> {
  expect(response.status).toBe(200);
  return (await response.json()) as WireReply[];
}

function pings(count: number): string[] {
  return Array.from({ length: count }, (_, id) => rpc('ping', {}, id));
}

describe('a batch in 2025-03-26', () => {
  it.each([1, 2, 50])('of %i requests is answered whole', async count => {
    const ids = (await answers(await batch(...pings(count)))).map(({ id }) => id);
    expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(
      Array.from({ length: count }, (_, id) => id),
    );
  });

  it.each([0, 51, 1_000])('of %i messages is refused, and none of them runs', async count => {
    const messages = Array.from({ length: count }, (_, i) => callTool('echo', { mark: `over-${count}` }, i));
    const response = await batch(...messages);
    expect(response.status).toBe(400);
    expect(await response.json()).toMatchObject({
      id: null,
      error: { code: -32600, message: expect.stringContaining('1 to 50') },
    });
    expect(lab.echoed.has(`over-${count}`)).toBe(false);
  });

  it('runs its requests side by side, and answers each with its own result', async () => {
    const pending = batch(
      callTool('hold', { key: 'slow' }, 'slow'),
      callTool('echo', { mark: 'quick' }, 'quick'),
    );
    await until(() => lab.hold('slow').started, 'the slow one to begin');
    lab.hold('slow').release();
    const byId = new Map((await answers(await pending)).map(answer => [answer.id, textOf(answer)]));
    expect(byId).toEqual(
      new Map([
        ['slow', 'held to the end'],
        ['quick', 'quick'],
      ]),
    );
  });

  it('answers the valid members, and each other one with its error', async () => {
    const broken = [
      '1',
      'null',
      '"text"',
      '[]',
      '{}',
      '{"jsonrpc":"1.0","id":"v","method":"ping"}',
      '{"jsonrpc":"2.0","id":1.5,"method":"ping"}',
    ];
    const response = await batch(
      rpc('ping', {}, 'first'),
      ...broken,
      notification('notifications/initialized'),
      rpc('no/such', {}, 'unknown'),
      callTool('echo', { mark: 'last' }, 'last'),
    );
    const all = await answers(response);
    expect(all).toHaveLength(broken.length + 3);
    expect(all.filter(({ error }) => error?.code === -32600)).toHaveLength(broken.length);
    expect(all.find(({ id }) => id === 'v')?.error?.code).toBe(-32600);
    expect(all.find(({ id }) => id === 'unknown')?.error?.code).toBe(-32601);
    expect(all.find(({ id }) => id === 'first')?.result).toEqual({});
    expect(textOf(all.find(({ id }) => id === 'last') as WireReply)).toBe('last');
  });

  it('of notifications and answers alone gets 202 and no body', async () => {
    const response = await batch(
      notification('notifications/initialized'),
      notification('notifications/roots/list_changed'),
      '{"jsonrpc":"2.0","id":"ask-99","result":{}}',
    );
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
  });

  it('must not contain initialize: that member is refused and opens no session', async () => {
    const before = server.kernel.sessions.size;
    const params = { protocolVersion: '2025-03-26', capabilities: {} };
    const all = await answers(await batch(rpc('initialize', params, 'init'), rpc('ping', {}, 'ping')));
    expect(all.find(({ id }) => id === 'init')?.error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('initialize'),
    });
    expect(all.find(({ id }) => id === 'ping')?.result).toEqual({});
    expect(server.kernel.sessions.size).toBe(before);
  });

  it('opens no session without one, even when it is initialize alone', async () => {
    const before = server.kernel.sessions.size;
    const body = `[${rpc('initialize', { protocolVersion: '2025-03-26', capabilities: {} })}]`;
    const response = await post(server.url, JSON_HEADERS, body);
    expect(response.status).toBe(400);
    expect(response.headers.get('mcp-session-id')).toBeNull();
    expect(server.kernel.sessions.size).toBe(before);
  });

  it('streams the progress of its members, then the answers', async () => {
    const body = `[${callTool('hold', { key: 'streamed', speak: true }, 1, { progressToken: 'p' })},${rpc('ping', {}, 2)}]`;
    const stream = await EventReader.open(server.url, headers, body);
    await stream.received(1);
    lab.hold('streamed').release();
    await stream.end();
    const last = JSON.parse(stream.events.at(-1)?.data ?? '') as WireReply[];
    expect(last.map(({ id }) => id).toSorted()).toEqual([1, 2]);
  });

  it('counts as one level of nesting', async () => {
    const deep = (levels: number) =>
      rpc('ping', { deep: JSON.parse(`${'['.repeat(levels)}${']'.repeat(levels)}`) });
    // The batch, the message and its params are three levels.
    expect((await batch(deep(61))).status).toBe(200);
    expect((await batch(deep(62))).status).toBe(400);
  });
});

describe('a batch in any other revision', () => {
  it.each(['2024-11-05', '2025-06-18', '2025-11-25'])(
    'is refused in %s, and nothing of it runs',
    async revision => {
      const session = await openSession(server.url, revision);
      const key = `refused-${revision}`;
      const response = await post(server.url, session, `[${callTool('echo', { mark: key })}]`);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        id: null,
        error: { code: -32600, message: expect.stringContaining('batches') },
      });
      expect(lab.echoed.has(key)).toBe(false);
    },
  );

  it('is refused in 2026-07-28, whose errors without a request have no id', async () => {
    const { headers: named, body } = modern('tools/call', { name: 'echo', arguments: { mark: 'modern' } });
    const response = await post(server.url, named, `[${body}]`);
    expect(response.status).toBe(400);
    const answer = (await response.json()) as WireReply;
    expect(answer.error?.code).toBe(-32600);
    expect(answer.error?.message).toContain('batches');
    expect(answer).not.toHaveProperty('id');
    expect(lab.echoed.has('modern')).toBe(false);
  });

  it('is refused when its header names 2026-07-28, even with a session', async () => {
    const named = { ...headers, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'ping' };
    expect((await post(server.url, named, `[${rpc('ping')}]`)).status).toBe(400);
  });

  it('is refused without a session, and for one that has ended', async () => {
    expect((await post(server.url, JSON_HEADERS, `[${rpc('ping')}]`)).status).toBe(400);
    const gone = { ...headers, 'mcp-session-id': 'gone' };
    expect((await post(server.url, gone, `[${rpc('ping')}]`)).status).toBe(404);
  });
});
