import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, reply, textOf } from './lab.js';
import { until } from './until.js';

const HANDLER_MS = 60_000;
const ANSWER_MS = 600_000;

let now = 0;
let lab: Lab;
let server: TestServer;

beforeEach(async () => {
  now = 1_000_000;
  lab = new Lab();
  server = await startServer({ world: lab.world, now: () => now });
});

afterEach(() => server.close());

describe('a handler that takes too long', () => {
  it.each(['2025-03-26', '2025-11-25'])(
    'is aborted, and its request answered with an error, in %s',
    async revision => {
      const session = await openSession(server.url, revision);
      const pending = post(server.url, session, callTool('hold', { key: 'long' }, 5));
      await until(() => lab.hold('long').started, 'the call to begin');
      now += HANDLER_MS + 1;
      server.kernel.sweep();
      const answer = await reply(pending);
      expect(answer).toMatchObject({ id: 5, error: { code: -32603, data: { kind: 'Timeout' } } });
      expect(answer.error?.message).toContain('60000 ms');
      await until(() => lab.hold('long').aborted !== undefined, 'the handler to be aborted');
    },
  );

  it('is aborted in 2026-07-28, even when it ignores the signal', async () => {
    const pending = fetch(
      server.url,
      modern('tools/call', { name: 'hold', arguments: { key: 'deaf', deaf: true } }, { id: 5 }),
    );
    await until(() => lab.hold('deaf').started, 'the call to begin');
    now += HANDLER_MS + 1;
    server.kernel.sweep();
    expect(await reply(pending)).toMatchObject({ id: 5, error: { code: -32603 } });
    expect(lab.hold('deaf').aborted).toBeDefined();
    lab.hold('deaf').release();
  });

  it('has its stream ended by the error', async () => {
    const session = await openSession(server.url);
    const body = callTool('hold', { key: 'streamed', speak: true }, 5, { progressToken: 1 });
    const stream = await EventReader.open(server.url, session, body);
    await stream.received(1);
    now += HANDLER_MS + 1;
    server.kernel.sweep();
    await stream.end();
    expect(stream.messages.at(-1)).toMatchObject({ id: 5, error: { code: -32603 } });
  });

  it('is answered by the server’s own timer', async () => {
    const session = await openSession(server.url);
    const pending = post(server.url, session, callTool('hold', { key: 'alone' }, 5));
    await until(() => lab.hold('alone').started, 'the call to begin');
    now += HANDLER_MS + 1;
    expect((await reply(pending)).error?.code).toBe(-32603);
  });

  it('does not affect other calls', async () => {
    const session = await openSession(server.url);
    const first = post(server.url, session, callTool('hold', { key: 'first' }, 1));
    await until(() => lab.hold('first').started, 'the first call to begin');
    now += HANDLER_MS / 2;
    const second = post(server.url, session, callTool('hold', { key: 'second' }, 2));
    await until(() => lab.hold('second').started, 'the second call to begin');
    now += HANDLER_MS / 2 + 1;
    server.kernel.sweep();
    expect((await reply(first)).error?.code).toBe(-32603);
    lab.hold('second').release();
    expect(textOf(await reply(second))).toBe('held to the end');
  });
});

describe('a handler that may take longer', () => {
  it('is one that reports progress: each report restarts its timeout', async () => {
    const session = await openSession(server.url);
    const pending = post(server.url, session, callTool('hold', { key: 'busy' }, 5));
    await until(() => lab.hold('busy').started, 'the call to begin');
    for (let i = 0; i < 5; i++) {
      now += HANDLER_MS - 1;
      lab.hold('busy').context?.progress(i);
      server.kernel.sweep();
    }
    lab.hold('busy').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
  });

  it('is a subscription, which has no timeout', async () => {
    const { headers, body } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const stream = await EventReader.open(server.url, headers, body);
    await stream.received(1);
    now += 100 * HANDLER_MS;
    server.kernel.sweep();
    lab.events.toolsChanged();
    await stream.received(2);
    stream.cut();
  });

  it('is one that waits for its user, but not forever', async () => {
    const session = await openSession(server.url, '2025-11-25', { elicitation: {} });
    const stream = await EventReader.open(server.url, session, callTool('ask', {}, 5));
    const [question] = await stream.received(1);
    now += ANSWER_MS - 1;
    server.kernel.sweep();
    expect(stream.messages).toHaveLength(1);
    const answer = {
      jsonrpc: '2.0',
      id: question?.id,
      result: { action: 'accept', content: { word: 'late' } },
    };
    await post(server.url, session, JSON.stringify(answer));
    await stream.end();
    expect(stream.messages.at(-1)).toMatchObject({
      id: 5,
      result: { content: [{ text: 'The word is late.' }] },
    });

    const unanswered = await EventReader.open(server.url, session, callTool('ask', {}, 6));
    await unanswered.received(1);
    now += ANSWER_MS + 1;
    await until(() => {
      server.kernel.sweep();
      return unanswered.ended;
    }, 'the unanswered question to end its request');
    const last = unanswered.messages.at(-1) as { error?: object; result?: { isError?: boolean } };
    expect(last.error !== undefined || last.result?.isError === true).toBe(true);
  });
});
