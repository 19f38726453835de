import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, serveWorld, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, reply, rpc } from './lab.js';
import { until } from './until.js';

const [ADA, BOB] = ['ada-0123456789abcdef', 'bob-0123456789abcdef'];
const tokens = TokenStore.parse(`ada ${ADA}\nbob ${BOB}`);
const as = (token: string) => ({ ...JSON_HEADERS, authorization: `Bearer ${token}` });
const ECHO = callTool('echo', { mark: 'a' }, 'echo');

let lab: Lab;
let server: TestServer;
beforeEach(async () => {
  lab = new Lab();
  const parallel = { max: 4, message: 'Four at a time.' };
  const mounts = (kernel: TestServer['kernel']) => [{ path: '/mcp', kernel, hooks: { parallel } }];
  server = await serveWorld(async () => ({ world: lab.world, mounts }), { http: { tokens } });
});
afterEach(() => server.close());

/** Ada has her share of two in progress. */
async function fill(headers: Record<string, string>): Promise<Promise<Response>[]> {
  const sent = ['one', 'two'].map(key => post(server.url, headers, callTool('hold', { key }, key)));
  await until(() => lab.hold('one').started && lab.hold('two').started, 'two calls');
  return sent;
}

function release(): void {
  for (const key of ['one', 'two']) lab.hold(key).release();
}

describe('a principal at its share of the requests of a world', () => {
  it('is refused over HTTP with SSE, and another one is served there', async () => {
    const session = await openSession(server.url, '2025-03-26', {}, { authorization: `Bearer ${ADA}` });
    const [own, others] = [await oldClient(ADA), await oldClient(BOB)];
    const sent = await fill(session);
    const refused = await post(own.url, as(ADA), ECHO);
    expect(refused.status).toBe(429);
    expect((await reply(refused)).error).toMatchObject({
      message: expect.stringContaining('your share'),
      data: { kind: 'RateLimited' },
    });
    expect((await post(others.url, as(BOB), ECHO)).status).toBe(202);
    await until(() => others.stream.messages.some(({ id }) => id === 'echo'), 'the answer');
    release();
    await Promise.all(sent);
    expect((await post(own.url, as(ADA), ECHO)).status).toBe(202);
    await until(() => own.stream.messages.some(({ id }) => id === 'echo'), 'the answer');
    for (const { stream } of [own, others]) stream.cut();
  });

  it('is refused in a batch, member by member', async () => {
    const session = await openSession(server.url, '2025-03-26', {}, { authorization: `Bearer ${ADA}` });
    const body = `[${callTool('hold', { key: 'one' }, 1)},${callTool('hold', { key: 'two' }, 2)},${callTool('hold', { key: 'three' }, 3)}]`;
    const answers = post(server.url, session, body);
    await until(() => lab.hold('two').started, 'two calls');
    expect(lab.hold('three').started).toBe(false);
    release();
    expect(await (await answers).json()).toMatchObject([
      { id: 3, error: { data: { kind: 'RateLimited' } } },
      { id: 1, result: expect.anything() },
      { id: 2, result: expect.anything() },
    ]);
  });

  it('may subscribe, and a subscription does not count', async () => {
    const session = await openSession(server.url, '2025-06-18', {}, { authorization: `Bearer ${ADA}` });
    const sent = await fill(session);
    const headers = { authorization: `Bearer ${ADA}` };
    const listen = modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, { headers });
    const open = await Promise.all(
      [1, 2, 3].map(() => EventReader.open(server.url, listen.headers, listen.body)),
    );
    expect(open.map(({ response }) => response.statusCode)).toEqual([200, 200, 200]);
    release();
    await Promise.all(sent);
    expect((await post(server.url, session, ECHO)).status).toBe(200);
    for (const stream of open) stream.cut();
  });

  it('is not one that waits for its person, whom it asks on a stream', async () => {
    const asker = { elicitation: {} };
    const session = await openSession(server.url, '2025-06-18', asker, { authorization: `Bearer ${ADA}` });
    const asked = await Promise.all(
      [1, 2, 3, 4, 5].map(id => EventReader.open(server.url, session, callTool('ask', {}, id))),
    );
    for (const stream of asked)
      await until(() => stream.messages.some(({ method }) => method === 'elicitation/create'), 'a question');
    expect((await reply(post(server.url, session, ECHO))).error).toBeUndefined();
    const sent = await fill(session);
    for (const stream of asked) {
      const { id } = stream.messages.find(({ method }) => method === 'elicitation/create') as { id: number };
      const result = { action: 'accept', content: { word: 'yes' } };
      await post(server.url, session, JSON.stringify({ jsonrpc: '2.0', id, result }));
    }
    const answered = () =>
      asked.filter(({ messages }) => messages.some(({ result }) => result !== undefined));
    // Two others have its places: the calls go on when these end.
    expect(answered()).toEqual([]);
    release();
    await Promise.all(sent);
    await until(() => answered().length === 5, 'five answers');
    for (const stream of asked) stream.cut();
  });
});

/** A client of 2024-11-05, with its session. */
async function oldClient(token: string): Promise<{ url: string; stream: EventReader }> {
  const stream = await EventReader.listen(server.url, { authorization: `Bearer ${token}` });
  await until(() => stream.events.length > 0, 'the endpoint event');
  const url = new URL(stream.events[0]?.data as string, server.url).href;
  const params = { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: { name: 'o', version: '1' } };
  await post(url, as(token), rpc('initialize', params, 'open'));
  await until(() => stream.messages.some(({ id }) => id === 'open'), 'the session');
  return { url, stream };
}
