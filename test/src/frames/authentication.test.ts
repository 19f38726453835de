import { encodeFrame } from '@worldwire/protocol';
import { TokenStore } from '@worldwire/transports/frames';
import { beforeEach, describe, expect, it } from 'vitest';
import { callTool, Lab, notification, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { stateless } from '../stdio/pipe.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const ADA = 'ada-has-a-long-token';
const BOB = 'bob-has-another-token';
const tokens = TokenStore.parse(`ada ${ADA}\nbob ${BOB}`);

let now: number;
beforeEach(() => {
  now = 1_000_000;
});

function serve(
  worlds = new Lab().world as Parameters<typeof useFrames>[0],
  options: Parameters<typeof useFrames>[1] = {},
) {
  return useFrames(worlds, { now: () => now, frames: { tokens }, ...options });
}

describe('before a client has authenticated', () => {
  it.each([
    ['a health check', rpc('transport.healthCheck', {}, 'x')],
    ['initialize', rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} }, 'x')],
    ['a request that stands alone', stateless('tools/list', {}, 'x')],
    ['an unknown method', rpc('no/such', {}, 'x')],
    ['a request with an array', '{"jsonrpc":"2.0","id":"x","method":"tools/list","params":[]}'],
  ])('%s gets 1000, and it can still authenticate', async (_what, text) => {
    const { port, kernel } = await serve();
    const client = await RawFrames.open({ port });
    client.send(text);
    expect((await client.answer('x')).error).toMatchObject({
      code: 1000,
      message: expect.stringContaining('session.authenticate'),
    });
    expect(kernel.sessions.size).toBe(0);
    expect((await client.authenticate({ token: ADA })).result?.sessionId).toBeTypeOf('string');
  });

  it('a batch gets 1000, invalid JSON -32700, and an invalid message -32600', async () => {
    const { port } = await serve();
    const client = await RawFrames.open({ port });
    client.send(`[${rpc('ping')}]`, '{', '{"jsonrpc":"2.0","id":4}');
    await client.received(3);
    expect(client.singles.map(({ error }) => error?.code)).toEqual([1000, -32700, -32600]);
  });

  it('parameters as an array are InvalidParams', async () => {
    const { port } = await serve();
    const client = await RawFrames.open({ port });
    client.send(`{"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":["${ADA}"]}`);
    expect((await client.answer(1)).error?.code).toBe(-32602);
    await client.authenticate({ token: ADA });
  });

  it('a notification and a response get no answer', async () => {
    const { port } = await serve();
    const client = await RawFrames.open({ port });
    client.send(notification('notifications/initialized'), '{"jsonrpc":"2.0","id":1,"result":{}}');
    await client.authenticate({ token: ADA });
    expect(client.messages).toHaveLength(1);
  });

  it('a frame over 4 KiB ends the connection by its length alone', async () => {
    const { port } = await serve();
    const client = await RawFrames.open({ port });
    client.bytes(Uint8Array.of(0x01, 0x10, 0, 0));
    expect((await client.answer(null)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('4096'),
    });
    await client.end();
  });

  it('a frame over another limit of the operator ends the connection likewise', async () => {
    const { port } = await serve(undefined, { limits: { authenticateBytes: 1_024 } });
    const client = await RawFrames.open({ port });
    client.bytes(Uint8Array.of(0x01, 0x04, 0, 0));
    expect((await client.answer(null)).error).toMatchObject({ message: expect.stringContaining('1024') });
    await client.end();
  });

  it('a frame of 4 KiB is read, and one after the credential may be longer, even in the same write', async () => {
    const { port } = await serve();
    const client = await RawFrames.open({ port });
    const plain = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'session.authenticate',
      params: { token: ADA },
    });
    const padded = plain + ' '.repeat(4_096 - plain.length);
    const call = { name: 'echo', arguments: { mark: 'y'.repeat(100_000) } };
    client.bytes(Buffer.concat([encodeFrame(padded), encodeFrame(stateless('tools/call', call, 2))]));
    expect((await client.answer(1)).result).toBeDefined();
    expect(textOf(await client.answer(2))).toHaveLength(100_000);
  });

  it('the timeout is five seconds: then it gets an error, and the connection closes', async () => {
    const { port, listener } = await serve();
    const [slow, quick] = [await RawFrames.open({ port }), await RawFrames.open({ port })];
    await quick.authenticate({ token: ADA });
    now += 4_999;
    slow.send(rpc('ping', {}, 1));
    await slow.answer(1);
    expect(slow.ended).toBe(false);
    now += 1;
    expect((await slow.answer(null)).error).toMatchObject({ code: 1000 });
    await slow.end();
    await until(() => listener.connections === 1, 'one connection to be left');
    quick.send(rpc('transport.healthCheck', {}, 'alive'));
    await quick.answer('alive');
  });
});

describe('a credential', () => {
  it.each([undefined, null, 1, true, '', 'wrong', [], {}, { token: ADA }, `${ADA} `])(
    'of %j is refused, and nothing after it is served',
    async token => {
      const lab = new Lab();
      const { port } = await serve(lab.world);
      const client = await RawFrames.open({ port });
      const params = token === undefined ? {} : { token };
      client.send(
        rpc('session.authenticate', params, 1),
        rpc('session.authenticate', { token: ADA }, 2),
        stateless('tools/call', { name: 'echo', arguments: { mark: 'in' } }, 3),
      );
      await client.end();
      expect(client.texts).toEqual([
        '{"jsonrpc":"2.0","id":1,"error":{"code":1000,"message":"Authentication failed"}}',
      ]);
      expect(lab.echoed.size).toBe(0);
    },
  );

  it('makes its client the only owner of its sessions and tasks', async () => {
    const { port, kernel } = await serve();
    for (const token of [ADA, BOB]) {
      const client = await RawFrames.open({ port });
      await client.authenticate({ token });
      await client.initialize();
    }
    expect([...kernel.sessions].map(({ principal }) => principal)).toEqual(['ada', 'bob']);
  });

  it('gets the same session again, and cannot be replaced once it was used', async () => {
    const { port } = await serve();
    const client = await RawFrames.open({ port });
    const { result } = await client.authenticate({ token: ADA });
    await client.initialize();
    client.send(
      rpc('session.authenticate', { token: ADA }, 1),
      rpc('session.authenticate', { token: BOB }, 2),
      rpc('ping', {}, 3),
    );
    expect((await client.answer(1)).result).toEqual(result);
    expect((await client.answer(2)).error?.code).toBe(-32600);
    expect((await client.answer(3)).result).toEqual({});
  });
});

describe('failed credentials', () => {
  it('are logged with their address, and without the credential', async () => {
    const { port, logged } = await serve();
    const wrong = 'canary-token-of-a-guesser';
    const client = await RawFrames.open({ port });
    expect((await client.authenticate({ token: wrong, world: wrong, [wrong]: wrong })).error?.code).toBe(
      1000,
    );
    await client.end();
    expect(logged.filter(({ message }) => message === 'authentication failed')).toHaveLength(1);
    expect(JSON.stringify(logged)).toContain('127.0.0.1');
    expect(JSON.stringify(logged)).not.toContain('canary');
  });

  it('of one address are delayed longer with every failure, and a token that was accepted from there is not', async () => {
    const { port } = await serve();
    await (await RawFrames.open({ port })).authenticate({ token: ADA });
    const guess = async () => {
      const client = await RawFrames.open({ port });
      return client.send(rpc('session.authenticate', { token: 'guess' }, 1));
    };
    await (await guess()).end();
    const second = await guess();
    const third = await guess();
    const rightful = await RawFrames.open({ port });
    expect((await rightful.authenticate({ token: ADA })).result).toBeDefined();
    expect([second.messages, third.messages]).toEqual([[], []]);
    now += 250;
    await second.end();
    expect(second.singles[0]?.error?.code).toBe(1000);
    expect(third.messages).toEqual([]);
    now += 250;
    await third.end();
    expect(third.singles[0]?.error?.code).toBe(1000);
  });

  it('block a right token that is new to the address, until the delay is over', async () => {
    const { port, logged } = await serve();
    const knock = async (token: string) => {
      const heard = failures();
      const client = (await RawFrames.open({ port })).send(rpc('session.authenticate', { token }, 1));
      await until(() => failures() > heard, 'the failure');
      return client;
    };
    const failures = () => logged.filter(({ message }) => message === 'authentication failed').length;
    await knock('guess');
    await knock('guess');
    const early = await knock(ADA);
    expect(early.messages).toEqual([]);
    now += 500;
    await early.end();
    expect(early.singles[0]?.error?.code).toBe(1000);
    const late = await RawFrames.open({ port });
    expect((await late.authenticate({ token: ADA })).result).toBeDefined();
  });

  it('are delayed the same when their side closes, and nothing after them is served', async () => {
    const { port } = await serve();
    await (await RawFrames.open({ port })).authenticate({ token: ADA });
    const first = await RawFrames.open({ port });
    first.send(rpc('session.authenticate', { token: 'guess' }, 1));
    await first.end();
    const second = await RawFrames.open({ port }, { allowHalfOpen: true });
    second.send(
      rpc('session.authenticate', { token: 'guess' }, 1),
      rpc('session.authenticate', { token: ADA }, 2),
    );
    second.socket.end();
    const witness = await RawFrames.open({ port });
    await witness.authenticate({ token: ADA });
    expect([second.ended, second.messages]).toEqual([false, []]);
    now += 250;
    await second.end();
    expect(second.singles.map(({ id, error }) => [id, error?.code])).toEqual([[1, 1000]]);
  });

  it('are forgotten after a quiet minute', async () => {
    const { port } = await serve();
    for (let i = 0; i < 3; i++) {
      const client = await RawFrames.open({ port });
      client.send(rpc('session.authenticate', { token: 'guess' }, 1));
      await client.end();
      now += 60_000;
    }
  });
});

describe('where no token is configured', () => {
  it('a client is served at once, and may authenticate with anything', async () => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send(callTool('echo', { mark: 'at once' }, 1));
    expect(textOf(await client.answer(1))).toBe('at once');
    expect((await client.authenticate({ token: 'whatever' })).result?.sessionId).toBeTypeOf('string');
  });
});

describe('the world of a connection', () => {
  const worlds = () => ({ first: new Lab().world, second: new Lab().world });

  it('is the first one, or the one that session.authenticate names', async () => {
    const { port, kernels } = await useFrames(worlds());
    const [one, two] = [await RawFrames.open({ port }), await RawFrames.open({ port })];
    await two.authenticate({ world: 'second' });
    await one.initialize();
    await two.initialize();
    expect([...kernels].map(([name, { sessions }]) => [name, sessions.size])).toEqual([
      ['first', 1],
      ['second', 1],
    ]);
  });

  it.each(['third', '', 1, null, '__proto__'])('cannot be %j: the answer lists the worlds', async world => {
    const { port } = await useFrames(worlds());
    const client = await RawFrames.open({ port });
    const { error } = await client.authenticate({ world });
    expect(error).toMatchObject({ code: -32602, data: { worlds: ['first', 'second'] } });
    expect(error?.message).toContain('first, second');
    client.messages.length = 0;
    expect((await client.authenticate({ world: 'second' })).result).toBeDefined();
  });

  it('may be chosen after a health check, and not once it was used', async () => {
    const { port } = await useFrames(worlds());
    const client = await RawFrames.open({ port });
    client.send(rpc('transport.healthCheck', {}, 'health'));
    await client.answer('health');
    await client.authenticate({ world: 'second' });
    await client.initialize();
    expect((await client.authenticate({ world: 'first' })).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('another'),
    });
    client.send(rpc('ping', {}, 'still'));
    await client.answer('still');
  });

  it('is not shown before authentication', async () => {
    const { port } = await serve(worlds());
    const client = await RawFrames.open({ port });
    client.send(rpc('session.authenticate', { world: 'x' }, 1));
    await client.end();
    expect(client.texts.join()).not.toContain('second');
  });
});
