import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, reply, textOf, type WireReply } from './lab.js';
import { pipeline } from './raw-socket.js';
import { until } from './until.js';

const SESSIONS = 40;
const ROUNDS = 75;

const lab = new Lab();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
});

afterAll(() => server.close());

describe('the same request ids from many clients at once', () => {
  it('never bring one session the answer of another', async () => {
    const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(server.url)));
    let answers = 0;
    await Promise.all(
      sessions.map(async (headers, who) => {
        const mark = (id: number) => `session ${who} call ${id}`;
        const bodies = Array.from({ length: ROUNDS }, (_, id) => callTool('echo', { mark: mark(id) }, id));
        const socket = await pipeline(
          server.port,
          bodies.map(body => ({ headers, body })),
        );
        for (let id = 0; id < ROUNDS; id++) {
          const answer = JSON.parse((await socket.response()).body) as WireReply;
          expect([answer.id, textOf(answer)]).toEqual([id, mark(id)]);
          answers++;
        }
        socket.destroy();
      }),
    );
    expect(answers).toBe(SESSIONS * ROUNDS);
  });

  it('never cross between stateless requests', async () => {
    await Promise.all(
      Array.from({ length: SESSIONS }, async (_, who) => {
        for (let round = 0; round < 10; round++) {
          const mark = `stateless ${who} round ${round}`;
          const answer = await reply(
            fetch(server.url, modern('tools/call', { name: 'echo', arguments: { mark } }, { id: 1 })),
          );
          expect([answer.id, textOf(answer)]).toEqual([1, mark]);
        }
      }),
    );
  });

  it('never cross between streams, whose progress tokens are the same too', async () => {
    const calls = await Promise.all(
      Array.from({ length: 12 }, async (_, who) => {
        const headers = await openSession(server.url);
        const key = `stream ${who}`;
        const body = callTool('hold', { key, speak: true }, 1, { progressToken: 1 });
        return { key, stream: await EventReader.open(server.url, headers, body) };
      }),
    );
    await Promise.all(calls.map(({ stream }) => stream.received(1)));
    // Released one by one: each release ends one stream and no other.
    for (const { key, stream } of calls.toReversed()) {
      lab.hold(key).release();
      await stream.end();
      expect(stream.messages.map(message => message.id ?? message.method)).toEqual([
        'notifications/progress',
        'notifications/progress',
        1,
      ]);
    }
  });
});

describe('what one session sends', () => {
  it('cancels nothing of another that uses the same request id', async () => {
    const [a, b] = await Promise.all([openSession(server.url), openSession(server.url)]);
    const pending = post(server.url, a, callTool('hold', { key: 'mine' }, 42));
    const other = post(server.url, b, callTool('hold', { key: 'theirs' }, 42));
    await until(() => lab.hold('mine').started && lab.hold('theirs').started, 'both calls to begin');
    await post(server.url, b, notification('notifications/cancelled', { requestId: 42 }));
    expect((await other).status).toBe(202);
    expect(lab.hold('mine').aborted).toBeUndefined();
    lab.hold('mine').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
  });

  it('answers no question that another was asked', async () => {
    const capabilities = { elicitation: {} };
    const [a, b] = await Promise.all([
      openSession(server.url, '2025-11-25', capabilities),
      openSession(server.url, '2025-11-25', capabilities),
    ]);
    const first = await EventReader.open(server.url, a, callTool('ask', {}, 1));
    const second = await EventReader.open(server.url, b, callTool('ask', {}, 1));
    const [question] = await first.received(1);
    await second.received(1);
    const answer = (word: string) =>
      JSON.stringify({
        jsonrpc: '2.0',
        id: question?.id,
        result: { action: 'accept', content: { word } },
      });
    expect((await post(server.url, b, answer('theirs'))).status).toBe(202);
    await second.end();
    expect(second.messages.at(-1)).toMatchObject({ result: { content: [{ text: 'The word is theirs.' }] } });
    expect(first.messages).toHaveLength(1);
    await post(server.url, a, answer('mine'));
    await first.end();
    expect(first.messages.at(-1)).toMatchObject({ result: { content: [{ text: 'The word is mine.' }] } });
  });

  it('affects only itself when it subscribes and unsubscribes', async () => {
    const [a, b] = await Promise.all([openSession(server.url), openSession(server.url)]);
    const [toA, toB] = await Promise.all([
      EventReader.listen(server.url, a),
      EventReader.listen(server.url, b),
    ]);
    const uri = 'lab://thing/shared';
    const rpc = (method: string) => JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: { uri } });
    await reply(post(server.url, a, rpc('resources/subscribe')));
    lab.events.resourceUpdated(uri);
    await reply(post(server.url, b, rpc('resources/subscribe')));
    await reply(post(server.url, a, rpc('resources/unsubscribe')));
    lab.events.resourceUpdated(uri);
    lab.events.toolsChanged();
    await Promise.all([toA.received(2), toB.received(2)]);
    const updated = 'notifications/resources/updated';
    const changed = 'notifications/tools/list_changed';
    expect(toA.messages.map(message => message.method)).toEqual([updated, changed]);
    expect(toB.messages.map(message => message.method)).toEqual([updated, changed]);
    toA.cut();
    toB.cut();
  });

  it('gets each answer where it asked, even when it uses one request id twice at once', async () => {
    const headers = await openSession(server.url);
    const calls = ['twice a', 'twice b'].map(key => post(server.url, headers, callTool('hold', { key }, 1)));
    await until(() => lab.hold('twice a').started && lab.hold('twice b').started, 'both calls to begin');
    lab.hold('twice b').release();
    expect(textOf(await reply(calls[1]!))).toBe('held to the end');
    expect(lab.hold('twice a').finished).toBe(false);
    lab.hold('twice a').release();
    expect(textOf(await reply(calls[0]!))).toBe('held to the end');
  });

  it('ends with it all its calls, even under one request id', async () => {
    const headers = await openSession(server.url);
    const keys = ['ended a', 'ended b'];
    const calls = keys.map(key => post(server.url, headers, callTool('hold', { key }, 1)));
    await until(() => keys.every(key => lab.hold(key).started), 'both calls to begin');
    await fetch(server.url, { method: 'DELETE', headers });
    await until(() => keys.every(key => lab.hold(key).aborted !== undefined), 'both calls to be aborted');
    await Promise.all(calls);
  });

  it('ends only itself with DELETE', async () => {
    const [a, b] = await Promise.all([openSession(server.url), openSession(server.url)]);
    const pending = post(server.url, a, callTool('hold', { key: 'survives' }, 1));
    await until(() => lab.hold('survives').started, 'the call to begin');
    expect((await fetch(server.url, { method: 'DELETE', headers: b })).status).toBe(204);
    lab.hold('survives').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
  });
});
