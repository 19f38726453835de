import { encodeFrame } from '@worldwire/protocol';
import { TokenStore } from '@worldwire/transports/frames';
import { describe, expect, it } from 'vitest';
import { Lab, rpc } from '../http/lab.js';
import { until } from '../http/until.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const TOKEN = 'SECRET-SECRET-SECRET';
const tokens = TokenStore.parse(`ada ${TOKEN}`);

/** The examples of the document, as bytes. */
const AUTHENTICATE = `{"jsonrpc":"2.0","id":1,"method":"session.authenticate","params":{"token":"${TOKEN}"}}`;
const HEALTH = '{"jsonrpc":"2.0","id":2,"method":"transport.healthCheck","params":null}';

describe('the examples of the document', () => {
  it('[FRAME-4.1] [FRAME-1.1] session.authenticate answers with a session id, byte for byte', async () => {
    const { port } = await useFrames(new Lab().world, { frames: { tokens } });
    const client = await RawFrames.open({ port });
    const heard: Buffer[] = [];
    client.socket.on('data', chunk => heard.push(chunk));
    const payload = Buffer.from(AUTHENTICATE);
    const prefix = Buffer.alloc(4);
    prefix.writeUInt32LE(payload.length);
    client.bytes(Buffer.concat([prefix, payload]));
    await client.received(1);
    const bytes = Buffer.concat(heard);
    expect(bytes.readUInt32LE(0)).toBe(bytes.length - 4);
    expect(bytes.toString('utf8', 4)).toMatch(
      /^\{"jsonrpc":"2\.0","id":1,"result":\{"sessionId":"[\w-]{16,}"\}\}$/,
    );
  });

  it('[FRAME-4.2] session.authenticate with a wrong token fails with 1000, and the connection closes', async () => {
    const { port } = await useFrames(new Lab().world, { frames: { tokens } });
    const client = await RawFrames.open({ port });
    client.send(AUTHENTICATE.replace(TOKEN, 'SECRET'));
    await client.end();
    expect(client.texts).toEqual([
      '{"jsonrpc":"2.0","id":1,"error":{"code":1000,"message":"Authentication failed"}}',
    ]);
  });

  it('transport.healthCheck waits for an asynchronous check, also when its client has ended its side', async () => {
    let look: (reason: string | undefined) => void = () => {};
    const ready = () => new Promise<string | undefined>(resolve => (look = resolve));
    const { port } = await useFrames(new Lab().world, { frames: { ready } });
    const client = await RawFrames.open({ port }, { allowHalfOpen: true });
    client.send(rpc('transport.healthCheck', {}, 1), rpc('initialize', {}, 2));
    client.socket.end();
    await client.answer(2);
    look('the store is away');
    expect((await client.answer(1)).error?.message).toContain('the store is away');
    await client.end();
  });

  it('health checks of one client are limited like requests in flight, and each is answered', async () => {
    const looks: ((reason: string | undefined) => void)[] = [];
    const ready = () => new Promise<string | undefined>(resolve => looks.push(resolve));
    const limits = { callsPerConnection: 2 };
    const { port } = await useFrames(new Lab().world, { limits, frames: { ready } });
    const client = await RawFrames.open({ port });
    client.send(...[1, 2, 3, 4, 5].map(id => rpc('transport.healthCheck', {}, id)));
    await until(() => looks.length > 0, 'a look');
    for (let answered = 0; answered < 5; answered++) {
      expect(looks.length).toBeLessThanOrEqual(answered + 2);
      looks[answered]?.(undefined);
      await client.received(answered + 1);
    }
    expect(client.singles.map(({ result }) => result)).toEqual(Array(5).fill({ status: 'ok' }));
  });

  it('[FRAME-4.3] transport.healthCheck answers ok while every world is ready', async () => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    client.send(HEALTH);
    await client.received(1);
    expect(client.texts).toEqual(['{"jsonrpc":"2.0","id":2,"result":{"status":"ok"}}']);
  });

  it('[FRAME-4.4] transport.healthCheck fails with 1001 and the reason while one is not', async () => {
    let reason: string | undefined = 'The engine is gone.';
    const { port } = await useFrames(new Lab().world, { frames: { ready: () => reason } });
    const client = await RawFrames.open({ port });
    client.send(HEALTH);
    const { error } = await client.answer(2);
    expect(error).toEqual({ code: 1001, message: 'Health check failed: The engine is gone.' });
    reason = undefined;
    client.send(HEALTH.replace('"id":2', '"id":3'));
    expect((await client.answer(3)).result).toEqual({ status: 'ok' });
  });

  it('come in one write, and are answered in order', async () => {
    const { port } = await useFrames(new Lab().world, { frames: { tokens } });
    const client = await RawFrames.open({ port });
    client.send(AUTHENTICATE, HEALTH);
    await client.received(2);
    expect(client.singles.map(({ id }) => id)).toEqual([1, 2]);
  });
});

describe('the length of a frame', () => {
  it('[FRAME-1.3] may arrive byte by byte, as may all that follows', async () => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    for (const byte of encodeFrame(HEALTH)) {
      await new Promise<void>(resolve => client.socket.write(Uint8Array.of(byte), () => resolve()));
    }
    expect((await client.answer(2)).result).toEqual({ status: 'ok' });
  });

  it('[FRAME-1.2] counts bytes and not characters, both ways', async () => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    await client.initialize();
    const params = { name: 'echo', arguments: { mark: 'é東京🚀' } };
    client.send(JSON.stringify({ jsonrpc: '2.0', id: 'é', method: 'tools/call', params }), HEALTH);
    expect((await client.answer('é')).result?.content?.[0]?.text).toBe('é東京🚀');
    await client.answer(2);
  });
});

describe('the fields of a message', () => {
  it.each([
    ['[FRAME-2.1] a version other than "2.0"', '{"jsonrpc":"1.0","id":7,"method":"ping"}', 7],
    ['[FRAME-2.2] an id that is no text and no number', '{"jsonrpc":"2.0","id":{},"method":"ping"}', null],
    ['[FRAME-2.7] both result and error', '{"jsonrpc":"2.0","id":7,"result":{},"error":{}}', null],
    ['neither method nor result nor error', '{"jsonrpc":"2.0","id":7}', null],
    ['a text for params', '{"jsonrpc":"2.0","id":7,"method":"ping","params":"a"}', 7],
  ])('%s gets -32600, and the connection stays open', async (_what, text, id) => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    client.send(text);
    expect((await client.answer(id)).error?.code).toBe(-32600);
    client.send(HEALTH);
    await client.answer(2);
  });

  it.each(['session.authenticate', 'transport.healthCheck', 'ping', 'tools/list', 'no/such'])(
    '[FRAME-2.4] params as an array are InvalidParams of %s, and the connection stays open',
    async method => {
      const { port } = await useFrames(new Lab().world);
      const client = await RawFrames.open({ port });
      client.send(`{"jsonrpc":"2.0","id":"x","method":"${method}","params":[1]}`, HEALTH);
      expect((await client.answer('x')).error).toMatchObject({ code: -32602 });
      await client.answer(2);
    },
  );

  it('[FRAME-2.4] params of null count as missing', async () => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    await client.initialize();
    client.send('{"jsonrpc":"2.0","id":1,"method":"tools/list","params":null}');
    expect((await client.answer(1)).result?.tools).toHaveLength(3);
  });

  it('a notification gets no answer, whatever its params', async () => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    client.send(
      '{"jsonrpc":"2.0","method":"notifications/cancelled","params":[1]}',
      '{"jsonrpc":"2.0","method":"no/such"}',
      HEALTH,
    );
    await client.answer(2);
    expect(client.messages).toHaveLength(1);
  });

  it.each([true, false])('[FRAME-3.1] an unknown method gets -32601 (initialized: %s)', async initialized => {
    const { port } = await useFrames(new Lab().world);
    const client = await RawFrames.open({ port });
    if (initialized) await client.initialize();
    client.send('{"jsonrpc":"2.0","id":1,"method":"session.unknown"}');
    expect((await client.answer(1)).error?.code).toBe(-32601);
  });
});

describe('a listener', () => {
  it('reports its URL and the number of connections', async () => {
    const { listener, port } = await useFrames(new Lab().world);
    expect(listener.url).toBe(`tcp://127.0.0.1:${port}`);
    expect(listener.connections).toBe(0);
    const client = await RawFrames.open({ port });
    await until(() => listener.connections === 1, 'the connection to be counted');
    client.socket.destroy();
    await until(() => listener.connections === 0, 'the connection to close');
  });

  it('refuses other machines without a token, and an empty list of worlds', async () => {
    await expect(useFrames(new Lab().world, { frames: { host: '0.0.0.0' } as object })).rejects.toThrow(
      'token',
    );
    await expect(useFrames({})).rejects.toThrow('world');
  });

  it('fails with the reason when its port is in use', async () => {
    const { port } = await useFrames(new Lab().world);
    await expect(useFrames(new Lab().world, { frames: { port } as object })).rejects.toMatchObject({
      code: 'EADDRINUSE',
    });
  });
});
