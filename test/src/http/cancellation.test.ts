import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, notification, post, reply, textOf } from './lab.js';
import { until } from './until.js';

const SESSION_REVISIONS = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'];

const lab = new Lab();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
});

afterAll(() => server.close());

function cancel(
  headers: Record<string, string>,
  requestId: unknown,
  reason = 'changed my mind',
): Promise<Response> {
  return post(server.url, headers, notification('notifications/cancelled', { requestId, reason }));
}

describe.each(SESSION_REVISIONS)('a cancel notification in %s', revision => {
  it('aborts the handler with its reason and leaves the request without a response body', async () => {
    const session = await openSession(server.url, revision);
    const key = `notified-${revision}`;
    const pending = post(server.url, session, callTool('hold', { key }, 7));
    await until(() => lab.hold(key).started, 'the call to begin');
    expect((await cancel(session, 7)).status).toBe(202);
    await until(() => lab.hold(key).finished, 'the handler to stop');
    expect(lab.hold(key).aborted).toBe('changed my mind');
    const response = await pending;
    expect(response.status).toBe(202);
    expect(await response.text()).toBe('');
  });

  it('ends a stream that has begun, without a result', async () => {
    const session = await openSession(server.url, revision);
    const key = `streamed-${revision}`;
    const body = callTool('hold', { key, speak: true }, 'a', { progressToken: 'p' });
    const stream = await EventReader.open(server.url, session, body);
    await stream.received(1);
    await cancel(session, 'a');
    await stream.end();
    expect(stream.messages.map(message => message.method)).toEqual(['notifications/progress']);
    expect(lab.hold(key).aborted).toBe('changed my mind');
  });
});

describe('what a cancel notification does not affect', () => {
  it('the id 7 is not the id "7"', async () => {
    const session = await openSession(server.url);
    const pending = post(server.url, session, callTool('hold', { key: 'typed' }, 7));
    await until(() => lab.hold('typed').started, 'the call to begin');
    await cancel(session, '7');
    lab.hold('typed').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
    expect(lab.hold('typed').aborted).toBeUndefined();
  });

  it.each([undefined, null, 1.5, {}, [], 'unknown', '__proto__', 'constructor'])(
    'accepts the request id %j and cancels nothing',
    async requestId => {
      const session = await openSession(server.url);
      const key = `left-alone-${JSON.stringify(requestId)}`;
      const pending = post(server.url, session, callTool('hold', { key }, 1));
      await until(() => lab.hold(key).started, 'the call to begin');
      expect((await cancel(session, requestId)).status).toBe(202);
      lab.hold(key).release();
      expect(textOf(await reply(pending))).toBe('held to the end');
    },
  );

  it('a request that was answered: a late cancel has no effect', async () => {
    const session = await openSession(server.url);
    expect(textOf(await reply(post(server.url, session, callTool('echo', { mark: 'a' }, 3))))).toBe('a');
    expect((await cancel(session, 3)).status).toBe(202);
    expect(textOf(await reply(post(server.url, session, callTool('echo', { mark: 'b' }, 3))))).toBe('b');
  });

  it('a stateless request with the same id, which only its own disconnect cancels', async () => {
    const session = await openSession(server.url);
    const request = modern('tools/call', { name: 'hold', arguments: { key: 'stateless' } }, { id: 9 });
    const pending = fetch(server.url, request);
    await until(() => lab.hold('stateless').started, 'the call to begin');
    await cancel(session, 9);
    await cancel(
      { ...session, 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'notifications/cancelled' },
      9,
    );
    lab.hold('stateless').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
  });
});

describe('a cancelled handler that ignores the signal', () => {
  it('neither keeps its request open nor sends its late result', async () => {
    const session = await openSession(server.url);
    const pending = post(server.url, session, callTool('hold', { key: 'deaf', deaf: true }, 1));
    await until(() => lab.hold('deaf').started, 'the call to begin');
    await cancel(session, 1);
    expect((await pending).status).toBe(202);
    lab.hold('deaf').release();
    await until(() => lab.hold('deaf').finished, 'the handler to end');
    expect(textOf(await reply(post(server.url, session, callTool('echo', { mark: 'next' }, 1))))).toBe(
      'next',
    );
  });
});

describe('cancelling inside a batch', () => {
  it('answers the batch without the cancelled member', async () => {
    const session = await openSession(server.url, '2025-03-26');
    const body = `[${callTool('hold', { key: 'batched' }, 1)},${callTool('echo', { mark: 'kept' }, 2)}]`;
    const pending = post(server.url, session, body);
    await until(() => lab.hold('batched').started, 'the call to begin');
    await cancel(session, 1);
    const answers = (await (await pending).json()) as { id: number }[];
    expect(answers.map(({ id }) => id)).toEqual([2]);
  });

  it('ends a batch whose stream has begun and whose every member was cancelled', async () => {
    const session = await openSession(server.url, '2025-03-26');
    const body = `[${callTool('hold', { key: 'streamed-batch', speak: true }, 1, { progressToken: 1 })}]`;
    const stream = await EventReader.open(server.url, session, body);
    await stream.received(1);
    expect((await cancel(session, 1)).status).toBe(202);
    await stream.end();
    expect(stream.messages).toHaveLength(1);
  });
});
