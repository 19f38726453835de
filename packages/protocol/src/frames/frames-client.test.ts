import { describe, expect, it } from 'vitest';
import { FRAMINGS, type FramingName } from '../codecs/framing.js';
import { WireError } from '../messages/errors.js';
import type { JsonObject } from '../text/json.js';
import {
  type ByteStream,
  FramesClient,
  type FramesClientOptions,
  type RequestHandler,
} from './frames-client.js';

/** The other end of a client, in the test's hand. */
class Server implements ByteStream {
  readonly received: JsonObject[] = [];
  closed = false;
  readonly client: FramesClient;
  readonly #framing;
  #data: (bytes: Uint8Array) => void = () => {};
  #close: (reason?: string) => void = () => {};

  constructor(options: FramesClientOptions = {}) {
    this.#framing = FRAMINGS[options.framing ?? 'frames'];
    this.client = new FramesClient(this, options);
  }

  write(bytes: Uint8Array): void {
    for (const event of this.#framing.decoder(1_000_000).push(bytes)) {
      if (event.kind === 'message') this.received.push(JSON.parse(event.text) as JsonObject);
    }
  }

  onData(listener: (bytes: Uint8Array) => void): void {
    this.#data = listener;
  }

  onClose(listener: (reason?: string) => void): void {
    this.#close = listener;
  }

  close(): void {
    this.closed = true;
  }

  say(...messages: object[]): void {
    this.#data(this.#framing.encode(messages.map(message => JSON.stringify(message))));
  }

  bytes(...bytes: number[]): void {
    this.#data(Uint8Array.from(bytes));
  }

  hangUp(reason?: string): void {
    this.#close(reason);
  }

  answer(result: unknown): void {
    this.say({ jsonrpc: '2.0', id: this.received.at(-1)?.id, result });
  }
}

const turn = () => new Promise(resolve => setTimeout(resolve));

describe('a request', () => {
  it.each<FramingName>(['frames', 'newline'])('gets the answer with its id, in %s', async framing => {
    const server = new Server({ framing });
    const [one, two] = [server.client.request('one', { a: 1 }), server.client.request('two')];
    expect(server.received).toEqual([
      { jsonrpc: '2.0', id: 1, method: 'one', params: { a: 1 } },
      { jsonrpc: '2.0', id: 2, method: 'two', params: null },
    ]);
    server.say({ jsonrpc: '2.0', id: 2, result: 'second' }, { jsonrpc: '2.0', id: 1, result: 'first' });
    expect(await Promise.all([one, two])).toEqual(['first', 'second']);
  });

  it('is rejected with what the server refuses it for', async () => {
    const server = new Server();
    const refused = server.client.request('x');
    server.say({ jsonrpc: '2.0', id: 1, error: { code: -32602, message: 'No.', data: { kind: 'x' } } });
    await expect(refused).rejects.toBeInstanceOf(WireError);
    await expect(refused).rejects.toMatchObject({ code: -32602, message: 'No.', data: { kind: 'x' } });
  });

  it('is taken back when its signal says so, and its answer is ignored', async () => {
    const server = new Server();
    const abort = new AbortController();
    const request = server.client.request('slow', {}, { signal: abort.signal });
    abort.abort('Enough.');
    await expect(request).rejects.toMatchObject({ name: 'FramesError', code: 'aborted', message: 'Enough.' });
    expect(server.received[1]).toEqual({
      jsonrpc: '2.0',
      method: 'notifications/cancelled',
      params: { requestId: 1, reason: 'Enough.' },
    });
    server.say({ jsonrpc: '2.0', id: 1, result: {} });
    expect(server.client.closed).toBe(false);
  });

  it('is not even sent when its signal says so already', async () => {
    const server = new Server();
    const signal = AbortSignal.abort();
    await expect(server.client.request('x', {}, { signal })).rejects.toMatchObject({ code: 'aborted' });
    expect(server.received).toEqual([]);
  });

  it('is taken back when no answer comes in time', async () => {
    const server = new Server();
    const request = server.client.request('slow', {}, { timeoutMs: 1 });
    await expect(request).rejects.toMatchObject({ code: 'timeout' });
    expect(server.received[1]).toMatchObject({ params: { requestId: 1 } });
  });

  it.each(['initialize', 'session.authenticate', 'transport.healthCheck'])(
    'is not taken back by a message where it is %s',
    async method => {
      const server = new Server({ timeoutMs: 1 });
      await expect(server.client.request(method)).rejects.toMatchObject({ code: 'timeout' });
      expect(server.received).toHaveLength(1);
    },
  );

  it('waits for ever where it says so', async () => {
    const server = new Server({ timeoutMs: 1 });
    const request = server.client.request('listen', {}, { timeoutMs: 0 });
    await expect(server.client.request('other')).rejects.toMatchObject({ code: 'timeout' });
    server.say({ jsonrpc: '2.0', id: 1, result: 'at last' });
    expect(await request).toBe('at last');
  });

  it.each([Number.POSITIVE_INFINITY, 2 ** 31, 1e300])(
    'does not time out at once with %d ms',
    async timeoutMs => {
      const server = new Server({ timeoutMs });
      const requests = [server.client.request('one'), server.client.request('two', {}, { timeoutMs })];
      await turn();
      server.say({ jsonrpc: '2.0', id: 1, result: 'first' }, { jsonrpc: '2.0', id: 2, result: 'second' });
      expect(await Promise.all(requests)).toEqual(['first', 'second']);
    },
  );

  it.each([-1, Number.NaN])('is not even sent with a timeout of %d', async timeoutMs => {
    const server = new Server();
    await expect(server.client.request('x', {}, { timeoutMs })).rejects.toThrow(RangeError);
    expect(server.received).toEqual([]);
    expect(() => new Server({ timeoutMs })).toThrow(RangeError);
  });

  it('is refused here when too many wait', async () => {
    const server = new Server({ requests: 1 });
    const first = server.client.request('one');
    await expect(server.client.request('two')).rejects.toMatchObject({ code: 'busy' });
    server.answer({});
    await first;
    server.client.request('three');
    expect(server.received.map(({ method }) => method)).toEqual(['one', 'three']);
    server.answer({});
  });
});

describe('authenticate and healthCheck', () => {
  it('send what the specification shows', async () => {
    const server = new Server();
    const authenticated = server.client.authenticate('SECRET', 'universe');
    expect(server.received[0]).toEqual({
      jsonrpc: '2.0',
      id: 1,
      method: 'session.authenticate',
      params: { token: 'SECRET', world: 'universe' },
    });
    server.answer({ sessionId: 'abc123' });
    expect(await authenticated).toEqual({ sessionId: 'abc123' });
    const healthy = server.client.healthCheck();
    expect(server.received[1]).toEqual({
      jsonrpc: '2.0',
      id: 2,
      method: 'transport.healthCheck',
      params: null,
    });
    server.answer({ status: 'ok' });
    expect(await healthy).toEqual({ status: 'ok' });
  });

  it('are rejected by what the server says, and by what means nothing', async () => {
    const server = new Server();
    const refused = server.client.authenticate('wrong');
    server.say({ jsonrpc: '2.0', id: 1, error: { code: 1000, message: 'Authentication failed' } });
    await expect(refused).rejects.toMatchObject({ code: 1000 });
    const odd = server.client.healthCheck();
    server.answer({ status: 'maybe' });
    await expect(odd).rejects.toMatchObject({ code: 'protocol' });
  });
});

describe('what the server says by itself', () => {
  it('reaches listeners until they unsubscribe', () => {
    const server = new Server();
    const received: unknown[] = [];
    const stop = server.client.onNotification((method, params) => received.push([method, params]));
    server.say({ jsonrpc: '2.0', method: 'a', params: { x: 1 } }, { jsonrpc: '2.0', method: 'b' });
    stop();
    server.say({ jsonrpc: '2.0', method: 'c' });
    expect(received).toEqual([
      ['a', { x: 1 }],
      ['b', {}],
    ]);
  });

  it('is answered by the handler: a result, a refusal, or a failure without its details', async () => {
    const server = new Server();
    server.client.onRequest(async method => {
      if (method === 'good') return { fine: true };
      if (method === 'bad') throw WireError.of('InvalidParams', 'Not so.');
      throw new Error('secret');
    });
    for (const method of ['good', 'bad', 'bug']) server.say({ jsonrpc: '2.0', id: method, method });
    await turn();
    expect(server.received).toEqual([
      { jsonrpc: '2.0', id: 'good', result: { fine: true } },
      { jsonrpc: '2.0', id: 'bad', error: { code: -32602, message: 'Not so.' } },
      { jsonrpc: '2.0', id: 'bug', error: { code: -32603, message: 'The client failed.' } },
    ]);
  });

  it.each<[string, RequestHandler]>([
    ['returns nothing', () => undefined],
    ['promises nothing', async () => {}],
    ['returns what JSON cannot say', () => (() => {}) as unknown as JsonObject],
  ])('is answered with an empty result by a handler that %s', async (_what, handler) => {
    const server = new Server();
    server.client.onRequest(handler);
    server.say({ jsonrpc: '2.0', id: 1, method: 'x' });
    await turn();
    expect(server.received).toEqual([{ jsonrpc: '2.0', id: 1, result: {} }]);
  });

  it.each([1.5, -0.25, 2 ** 53, 1e300])('is answered under the id %d', async id => {
    const server = new Server();
    server.say({ jsonrpc: '2.0', id, method: 'ping' });
    await turn();
    expect(server.received).toEqual([{ jsonrpc: '2.0', id, result: {} }]);
  });

  it('is refused without a handler, but for a ping', async () => {
    const server = new Server();
    server.say({ jsonrpc: '2.0', id: 1, method: 'roots/list' }, { jsonrpc: '2.0', id: 2, method: 'ping' });
    await turn();
    expect(server.received).toEqual([
      { jsonrpc: '2.0', id: 1, error: { code: -32601, message: expect.any(String) } },
      { jsonrpc: '2.0', id: 2, result: {} },
    ]);
  });

  it('is refused when too much of it is open', async () => {
    const server = new Server({ asks: 1 });
    server.client.onRequest(() => new Promise(() => {}));
    server.say({ jsonrpc: '2.0', id: 1, method: 'x' }, { jsonrpc: '2.0', id: 2, method: 'x' });
    await turn();
    expect(server.received).toMatchObject([{ id: 2, error: { data: { kind: 'Busy' } } }]);
  });

  it('may come as a batch', () => {
    const server = new Server();
    const received: string[] = [];
    server.client.onNotification(method => received.push(method));
    server.say([
      { jsonrpc: '2.0', method: 'a' },
      { jsonrpc: '2.0', method: 'b' },
    ]);
    expect(received).toEqual(['a', 'b']);
  });
});

describe('a listener that throws', () => {
  it('keeps nothing from the others nor from what comes behind, and its error goes on', async () => {
    const server = new Server();
    const received: string[] = [];
    server.client.onNotification(method => {
      if (method === 'a') throw new Error('bug');
    });
    server.client.onNotification(method => received.push(method));
    const request = server.client.request('x');
    const chunk = [
      { jsonrpc: '2.0', method: 'a' },
      [
        { jsonrpc: '2.0', method: 'b' },
        { jsonrpc: '2.0', id: 'q', method: 'ping' },
      ],
      { jsonrpc: '2.0', id: 1, result: 'there' },
    ];
    expect(() => server.say(...chunk)).toThrow('bug');
    expect(received).toEqual(['a', 'b']);
    expect(await request).toBe('there');
    await turn();
    expect(server.received.at(-1)).toEqual({ jsonrpc: '2.0', id: 'q', result: {} });
    server.say({ jsonrpc: '2.0', method: 'c' });
    expect(received).toEqual(['a', 'b', 'c']);
  });

  it.each<[string, (server: Server) => void]>([
    ['ours', server => server.client.close()],
    ["the server's", server => server.hangUp()],
    ['forced', server => server.bytes(0, 0, 0, 0)],
  ])('at the end does not affect other listeners, where that is %s', async (_whose, end) => {
    const server = new Server();
    const reasons: Error[] = [];
    server.client.onClose(() => {
      throw new Error('bug');
    });
    server.client.onClose(reason => reasons.push(reason));
    const request = server.client.request('x');
    expect(() => end(server)).toThrow('bug');
    await expect(request).rejects.toMatchObject({ name: 'FramesError' });
    expect([reasons.length, server.closed, server.client.closed]).toEqual([1, true, true]);
  });

  it('for the last message of a stream does not hinder its end', async () => {
    const server = new Server({ framing: 'newline' });
    server.client.onNotification(() => {
      throw new Error('bug');
    });
    const request = server.client.request('x');
    server.bytes(...new TextEncoder().encode('{"jsonrpc":"2.0","method":"a"}'));
    expect(() => server.hangUp()).toThrow('bug');
    await expect(request).rejects.toMatchObject({ code: 'closed' });
  });
});

describe('the end', () => {
  it('comes with the stream, and says why', async () => {
    const server = new Server();
    const request = server.client.request('x');
    const reasons: Error[] = [];
    server.client.onClose(reason => reasons.push(reason));
    server.hangUp('ECONNRESET');
    await expect(request).rejects.toMatchObject({ code: 'closed', message: 'ECONNRESET' });
    await expect(server.client.request('y')).rejects.toMatchObject({ code: 'closed' });
    expect(() => server.client.notify('z')).toThrow('ECONNRESET');
    expect(reasons).toHaveLength(1);
  });

  it('is explained by the last word of the server, where it had one', async () => {
    const server = new Server();
    const request = server.client.request('x');
    server.say({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'Too long.' } });
    server.hangUp();
    await expect(request).rejects.toMatchObject({ name: 'WireError', code: -32600, message: 'Too long.' });
  });

  it.each<[string, object]>([
    ['an answer', { jsonrpc: '2.0', id: 1, result: {} }],
    ['an answer to nothing', { jsonrpc: '2.0', id: 99, result: {} }],
    ['a refusal', { jsonrpc: '2.0', id: 1, error: { code: 1, message: 'No.' } }],
    ['a notification', { jsonrpc: '2.0', method: 'a' }],
    ['a question', { jsonrpc: '2.0', id: 1, method: 'ping' }],
  ])('is not explained by an old error, with %s behind it', async (_what, message) => {
    const server = new Server();
    const first = server.client.request('x');
    first.catch(() => {});
    server.say({ jsonrpc: '2.0', id: null, error: { code: -32700, message: 'A mishap.' } }, message);
    const second = server.client.request('y');
    server.hangUp('ECONNRESET');
    await expect(second).rejects.toMatchObject({
      name: 'FramesError',
      code: 'closed',
      message: 'ECONNRESET',
    });
  });

  it('is explained by the last of several errors', async () => {
    const server = new Server();
    const request = server.client.request('x');
    for (const message of ['First.', 'Last.']) server.say({ jsonrpc: '2.0', error: { code: 1, message } });
    server.hangUp();
    await expect(request).rejects.toMatchObject({ name: 'WireError', message: 'Last.' });
  });

  it('takes back what waits when it is ours', async () => {
    const server = new Server();
    const requests = [server.client.request('x'), server.client.request('initialize')];
    server.client.close();
    for (const request of requests) await expect(request).rejects.toMatchObject({ code: 'closed' });
    expect(server.received.slice(2)).toMatchObject([
      { method: 'notifications/cancelled', params: { requestId: 1 } },
    ]);
    expect([server.closed, server.client.closed]).toEqual([true, true]);
    server.client.close();
  });

  it.each<[string, number[]]>([
    ['an empty frame', [0, 0, 0, 0]],
    ['a frame over the limit', [0xff, 0xff, 0xff, 0xff]],
    ['bytes that are no text', [1, 0, 0, 0, 0xff]],
    ['text that is no JSON', [1, 0, 0, 0, 0x7b]],
    ['JSON that is no message', [2, 0, 0, 0, 0x7b, 0x7d]],
  ])('comes by %s, which is no answer', async (_what, bytes) => {
    const server = new Server();
    const request = server.client.request('x');
    server.bytes(...bytes);
    await expect(request).rejects.toMatchObject({ code: 'protocol' });
    expect(server.closed).toBe(true);
  });

  it('inside a frame is no clean one', async () => {
    const server = new Server();
    const request = server.client.request('x');
    server.bytes(9, 0, 0);
    server.hangUp();
    await expect(request).rejects.toMatchObject({ code: 'protocol' });
  });
});
