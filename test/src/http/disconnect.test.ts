import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, reply, rpc, textOf } from './lab.js';
import { pipeline, RawSocket, rawRequest } from './raw-socket.js';
import { until } from './until.js';

const lab = new Lab();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
});

afterAll(() => server.close());

/** Sends a POST on a connection of its own, which the test closes. */
function send(headers: Record<string, string>, body: string): Promise<RawSocket> {
  return pipeline(server.port, [{ headers, body }]);
}

describe('closing the connection in 2026-07-28', () => {
  it('cancels a request that would be answered with JSON', async () => {
    const { headers, body } = modern('tools/call', { name: 'hold', arguments: { key: 'json' } });
    const socket = await send(headers, body);
    await until(() => lab.hold('json').started, 'the call to begin');
    socket.destroy();
    await until(() => lab.hold('json').finished, 'the handler to be aborted');
    expect(lab.hold('json').aborted).toBe('The client closed the stream.');
  });

  it('cancels a request whose stream has begun', async () => {
    const { headers, body } = modern('tools/call', {
      name: 'hold',
      arguments: { key: 'sse', speak: true },
      _meta: { progressToken: 'p' },
    });
    const stream = await EventReader.open(server.url, headers, body);
    await stream.received(1);
    stream.cut();
    await until(() => lab.hold('sse').finished, 'the handler to be aborted');
    expect(lab.hold('sse').aborted).toBe('The client closed the stream.');
  });

  it('ends a subscription, and keeps nothing of it', async () => {
    const { headers, body } = modern('subscriptions/listen', { notifications: { toolsListChanged: true } });
    const stream = await EventReader.open(server.url, headers, body);
    await stream.received(1);
    expect(server.listener.streams).toBe(1);
    stream.cut();
    await until(() => server.listener.streams === 0, 'the stream to close');
  });

  it('cancels only the request of that connection', async () => {
    const first = modern('tools/call', { name: 'hold', arguments: { key: 'cut' } }, { id: 5 });
    const second = modern('tools/call', { name: 'hold', arguments: { key: 'kept' } }, { id: 5 });
    const socket = await send(first.headers, first.body);
    const pending = fetch(server.url, second);
    await until(() => lab.hold('cut').started && lab.hold('kept').started, 'both calls to begin');
    socket.destroy();
    await until(() => lab.hold('cut').finished, 'the handler to be aborted');
    lab.hold('kept').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
    expect(lab.hold('kept').aborted).toBeUndefined();
  });
});

describe.each(['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'])(
  'closing the connection in %s',
  revision => {
    it('cancels nothing: the handler runs to its end', async () => {
      const session = await openSession(server.url, revision);
      const hold = lab.hold(`json-${revision}`);
      const socket = await send(session, callTool('hold', { key: `json-${revision}` }, 1));
      await until(() => hold.started, 'the call to begin');
      const watched = server.kernel.sessions.find(session['mcp-session-id'] as string, 'local');
      socket.destroy();
      // The server has seen the disconnect once a later connection was served and closed.
      await reply(post(server.url, session, rpc('ping', {}, 2)));
      expect(watched?.busy).toBe(true);
      hold.release();
      await until(() => hold.finished, 'the handler to end');
      expect(hold.aborted).toBeUndefined();
    });

    it('keeps the result of a broken stream for a client that resumes', async () => {
      const session = await openSession(server.url, revision);
      const hold = lab.hold(`sse-${revision}`);
      const call = callTool('hold', { key: `sse-${revision}`, speak: true }, 'r', { progressToken: 'p' });
      const stream = await EventReader.open(server.url, session, call);
      await stream.received(1);
      stream.cut();
      await until(() => server.listener.streams === 0, 'the server to notice');
      hold.release();
      await until(() => hold.finished, 'the handler to end');
      expect(hold.aborted).toBeUndefined();
      const resumed = await EventReader.listen(server.url, session, stream.lastEventId);
      await resumed.end();
      const [progress, result, ...rest] = resumed.messages;
      expect(progress).toMatchObject({ method: 'notifications/progress', params: { progress: 2 } });
      expect(result).toMatchObject({ id: 'r', result: { content: [{ text: 'held to the end' }] } });
      expect(rest).toEqual([]);
    });
  },
);

describe('a client that disconnects while its body arrives', () => {
  it('starts nothing, and the next client is served', async () => {
    const socket = await RawSocket.open(server.port);
    const head = [
      ['Host', `127.0.0.1:${server.port}`],
      ...Object.entries(JSON_HEADERS),
      ['Content-Length', '500'],
    ] as [string, string][];
    socket.send(rawRequest('POST', '/mcp', head, callTool('echo', { mark: 'never' })));
    socket.destroy();
    const session = await openSession(server.url);
    expect(textOf(await reply(post(server.url, session, callTool('echo', { mark: 'fine' }))))).toBe('fine');
    expect(lab.echoed.has('never')).toBe(false);
  });
});
