import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { callTool, Lab, post, reply, rpc } from './lab.js';
import { until } from './until.js';

const REPLAY_EVENTS = 8;

const lab = new Lab();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: lab.world, limits: { replayEvents: REPLAY_EVENTS } });
});

afterAll(() => server.close());

type Headers = Record<string, string>;

async function subscribed(count: number): Promise<Headers> {
  const headers = await openSession(server.url);
  for (let i = 0; i < count; i++)
    await reply(post(server.url, headers, rpc('resources/subscribe', { uri: uri(i) }, i)));
  return headers;
}

function uri(number: number): string {
  return `lab://thing/${number}`;
}

function uris(stream: EventReader): unknown[] {
  return stream.messages.map(message => (message.params as { uri: string }).uri);
}

async function cut(stream: EventReader): Promise<void> {
  const before = server.listener.streams;
  stream.cut();
  await until(() => server.listener.streams < before, 'the server to notice the cut');
}

describe('resuming a stream', () => {
  it('replays exactly what followed the last event, once and in order', async () => {
    const headers = await subscribed(7);
    const first = await EventReader.listen(server.url, headers);
    for (const i of [0, 1, 2]) lab.events.resourceUpdated(uri(i));
    await first.received(3);
    await cut(first);
    for (const i of [3, 4]) lab.events.resourceUpdated(uri(i));
    const seen = first.events.findLast(event => event.data.includes(uri(1)))?.id as string;
    const second = await EventReader.listen(server.url, headers, seen);
    await second.received(3);
    for (const i of [5, 6]) lab.events.resourceUpdated(uri(i));
    await second.received(5);
    expect(uris(second)).toEqual([2, 3, 4, 5, 6].map(uri));
    second.cut();
  });

  it('gives the replayed events the ids they had', async () => {
    const headers = await subscribed(3);
    const first = await EventReader.listen(server.url, headers);
    for (const i of [0, 1, 2]) lab.events.resourceUpdated(uri(i));
    await first.received(3);
    await cut(first);
    const primer = first.events[0]?.id as string;
    const second = await EventReader.listen(server.url, headers, primer);
    await second.received(3);
    const tail = (stream: EventReader) =>
      stream.events.filter(event => event.data !== '').map(({ id, data }) => [id, data]);
    expect(tail(second)).toEqual(tail(first));
    second.cut();
  });

  it('replaces a connection that only looks alive, and loses nothing', async () => {
    const headers = await subscribed(4);
    const first = await EventReader.listen(server.url, headers);
    lab.events.resourceUpdated(uri(0));
    await first.received(1);
    const second = await EventReader.listen(server.url, headers, first.lastEventId);
    await first.end();
    for (const i of [1, 2, 3]) lab.events.resourceUpdated(uri(i));
    await second.received(3);
    expect(uris(second)).toEqual([1, 2, 3].map(uri));
    expect(uris(first)).toEqual([uri(0)]);
    second.cut();
  });

  it('gets the result of a request whose stream the server ended early', async () => {
    const fixture = await startServer();
    const headers = await openSession(fixture.url);
    const stream = await EventReader.open(fixture.url, headers, callTool('test_reconnection', {}, 'late'));
    await stream.end();
    expect(stream.messages).toEqual([]);
    const resumed = await EventReader.listen(fixture.url, headers, stream.lastEventId);
    await resumed.end();
    expect(resumed.messages).toMatchObject([
      { id: 'late', result: { content: [{ text: 'Reconnection complete.' }] } },
    ]);
    await fixture.close();
  });

  it('is possible twice with the same id: the answer is kept for a client that lost it again', async () => {
    const headers = await openSession(server.url);
    const body = callTool('hold', { key: 'twice', speak: true }, 'r', { progressToken: 'p' });
    const stream = await EventReader.open(server.url, headers, body);
    await stream.received(1);
    await cut(stream);
    lab.hold('twice').release();
    for (let i = 0; i < 2; i++) {
      const resumed = await EventReader.listen(server.url, headers, stream.lastEventId);
      await resumed.end();
      expect(resumed.messages.at(-1)).toMatchObject({
        id: 'r',
        result: { content: [{ text: 'held to the end' }] },
      });
    }
  });
});

describe('an event of another session', () => {
  it('opens a new stream, and shows nothing of the other', async () => {
    const [mine, theirs] = [await subscribed(1), await openSession(server.url)];
    const stream = await EventReader.listen(server.url, mine);
    lab.events.resourceUpdated(uri(0));
    await stream.received(1);
    const other = await EventReader.listen(server.url, theirs, stream.events[0]?.id as string);
    lab.events.resourceUpdated(uri(0));
    lab.events.toolsChanged();
    await stream.received(3);
    await other.received(1);
    expect(other.messages).toMatchObject([{ method: 'notifications/tools/list_changed' }]);
    stream.cut();
    other.cut();
  });

  it('does not give its result to another session, even to one with streams', async () => {
    const [mine, theirs] = await Promise.all([openSession(server.url), openSession(server.url)]);
    const own = await EventReader.listen(server.url, theirs);
    const body = callTool('hold', { key: 'private', speak: true }, 'secret', { progressToken: 'p' });
    const stream = await EventReader.open(server.url, mine, body);
    await stream.received(1);
    await cut(stream);
    lab.hold('private').release();
    await until(() => lab.hold('private').finished, 'the call to end');
    expect(stream.events.length).toBeGreaterThan(0);
    for (const { id } of stream.events) {
      const stolen = await EventReader.listen(server.url, theirs, id);
      await until(() => stolen.events.length > 0, 'the priming event');
      stolen.cut();
      expect(stolen.text).not.toContain('held to the end');
    }
    const resumed = await EventReader.listen(server.url, mine, stream.lastEventId);
    await resumed.end();
    expect(resumed.messages.at(-1)).toMatchObject({ id: 'secret' });
    own.cut();
  });
});

describe('an event that cannot be resumed opens a new stream, which gets pending and later messages', () => {
  async function opensAnew(headers: Headers, id: string): Promise<void> {
    lab.events.toolsChanged();
    const stream = await EventReader.listen(server.url, headers, id);
    expect(stream.status).toBe(200);
    await stream.received(1);
    lab.events.toolsChanged();
    await stream.received(2);
    expect(stream.messages.every(({ method }) => method === 'notifications/tools/list_changed')).toBe(true);
    const streamOf = (event: string) => event.replace(/-\d+$/, '');
    expect(stream.events.map(event => streamOf(event.id))).not.toContain(streamOf(id));
    stream.cut();
  }

  it.each([
    '',
    'nonsense',
    's1',
    's1-',
    's999-0',
    '__proto__-1',
    's1-99999999999999',
    '-1',
    's1-0 ',
    's1-1e1',
  ])('where the session never had it: %j', async id => {
    await opensAnew(await openSession(server.url), id);
  });

  it('where it has not happened yet', async () => {
    const headers = await openSession(server.url);
    const stream = await EventReader.listen(server.url, headers);
    await until(() => stream.events.length > 0, 'the priming event');
    await cut(stream);
    await opensAnew(headers, stream.events[0]!.id.replace(/\d+$/, '999'));
  });

  it('where more was missed than is kept', async () => {
    const headers = await subscribed(REPLAY_EVENTS + 4);
    const first = await EventReader.listen(server.url, headers);
    for (let i = 0; i < REPLAY_EVENTS + 4; i++) lab.events.resourceUpdated(uri(i));
    await first.received(REPLAY_EVENTS + 4);
    await cut(first);
    await opensAnew(headers, first.events[0]?.id as string);
  });
});

it('the session’s own stream is resumed after many calls that streamed as well', async () => {
  const headers = await subscribed(1);
  const stream = await EventReader.listen(server.url, headers);
  await until(() => stream.events.length > 0, 'the priming event');
  const speak = async (n: number) => {
    const key = `many ${n}`;
    lab.hold(key).release();
    const body = callTool('hold', { key, speak: true }, n, { progressToken: n });
    await (await EventReader.open(server.url, headers, body)).end();
  };
  for (let n = 0; n < 9; n++) await speak(n);
  await cut(stream);
  await speak(9);
  lab.events.resourceUpdated(uri(0));
  const resumed = await EventReader.listen(server.url, headers, stream.lastEventId);
  await resumed.received(1);
  lab.events.resourceUpdated(uri(0));
  await resumed.received(2);
  expect(resumed.events.map(({ id }) => id.replace(/\d+$/, ''))).toEqual(
    [1, 2].map(() => stream.lastEventId.replace(/\d+$/, '')),
  );
  resumed.cut();
});

describe('an event of a call that this process does not know', () => {
  /** The id of an event of a call with the id 'r', from another server. */
  async function foreignEvent(key: string): Promise<string> {
    const other = new Lab();
    const earlier = await startServer({ world: other.world });
    const headers = await openSession(earlier.url);
    const body = callTool('hold', { key, speak: true }, 'r', { progressToken: 'p' });
    const stream = await EventReader.open(earlier.url, headers, body);
    await stream.received(1);
    const id = stream.lastEventId as string;
    stream.cut();
    other.hold(key).release();
    await earlier.close();
    return id;
  }

  it('gets an error for the call, and a resume of that gets the messages of the session', async () => {
    const event = await foreignEvent('lost');
    const headers = await subscribed(1);
    const stream = await EventReader.listen(server.url, headers, event);
    await stream.end();
    const message = expect.stringMatching(/is lost/);
    const hint = expect.stringMatching(/operation key/);
    expect(stream.messages).toMatchObject([
      { id: 'r', error: { code: -32603, message, data: { kind: 'Internal', hint } } },
    ]);
    const next = await EventReader.listen(server.url, headers, stream.lastEventId);
    lab.events.resourceUpdated(uri(0));
    await next.received(1);
    expect(uris(next)).toEqual([uri(0)]);
    next.cut();
  });

  it('opens a new stream while the session has a call with the same id', async () => {
    const event = await foreignEvent('again');
    const headers = await subscribed(1);
    const body = callTool('hold', { key: 'running' }, 'r');
    const running = post(server.url, headers, body);
    await until(() => lab.hold('running').started, 'the call to begin');
    const stream = await EventReader.listen(server.url, headers, event);
    lab.events.resourceUpdated(uri(0));
    await stream.received(1);
    expect(uris(stream)).toEqual([uri(0)]);
    stream.cut();
    lab.hold('running').release();
    expect(await reply(running)).toHaveProperty('result');
  });

  it.each(['', '.', '.Ig', '.bnVsbA', '.e30', '.MS41', `.${'A'.repeat(129)}`])(
    'opens a new stream where it names no request: "stream%s-1"',
    async part => {
      const headers = await subscribed(1);
      const stream = await EventReader.listen(server.url, headers, `stream${part}-1`);
      lab.events.resourceUpdated(uri(0));
      await stream.received(1);
      expect(uris(stream)).toEqual([uri(0)]);
      stream.cut();
    },
  );
});
