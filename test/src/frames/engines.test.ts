import { type JsonObject, type JsonValue, WireError } from '@worldwire/protocol';
import { type EngineChannel, type Engines, TokenStore } from '@worldwire/transports/frames';
import { beforeEach, describe, expect, it } from 'vitest';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { until, within } from '../http/until.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const TOKEN = 'ada-has-a-long-token';
const HELLO = { role: 'engine', engine: { name: 'Godot', version: '4.6.3', capabilities: ['object.list'] } };

/** Accepts every engine, and records its messages. */
class Stable implements Engines {
  readonly hellos: JsonObject[] = [];
  readonly channels: EngineChannel[] = [];
  readonly heard: JsonValue[] = [];
  readonly ends: string[] = [];
  greets = false;
  refuses: Error | undefined;

  join(hello: JsonObject, channel: EngineChannel) {
    if (this.refuses !== undefined) throw this.refuses;
    this.hellos.push(hello);
    this.channels.push(channel);
    channel.onMessage(message => this.heard.push(message));
    channel.onClose(reason => this.ends.push(reason));
    if (this.greets) channel.send('{"jsonrpc":"2.0","id":"first","method":"engine.describe"}');
    return { result: { sessionId: 'link-1', firstId: 1_000 } };
  }

  links() {
    return this.channels.map(({ remote }) => ({ remote, status: 'linked' }));
  }

  get channel(): EngineChannel {
    return this.channels[0] as EngineChannel;
  }
}

let stable: Stable;
beforeEach(() => {
  stable = new Stable();
});

function serve(options: Parameters<typeof useFrames>[1] = {}) {
  return useFrames(new Lab().world, { ...options, frames: { engines: stable, ...options.frames } });
}

describe('an engine', () => {
  it('is the only accepted peer on a listener for engines', async () => {
    const { port, kernel } = await serve({ frames: { enginesOnly: true } });
    const client = await RawFrames.open({ port });
    for (const params of [{}, { role: 'client' }, { role: 'client', world: kernel.world.name }]) {
      expect((await client.authenticate(params)).error).toMatchObject({
        code: -32602,
        message: expect.stringContaining('This address is for engines'),
      });
    }
    client.send(rpc('ping', {}, 'still'));
    expect((await client.answer('still')).error).toMatchObject({ code: 1000 });
    const engine = await RawFrames.open({ port });
    expect((await engine.authenticate(HELLO)).result).toMatchObject({ sessionId: 'link-1' });
  });

  it('joins with its parameters, and gets the answer of the world', async () => {
    const engine = await RawFrames.open(await serve());
    expect((await engine.authenticate(HELLO)).result).toEqual({ sessionId: 'link-1', firstId: 1_000 });
    expect(stable.hellos).toEqual([HELLO]);
    expect(stable.channel.remote).toMatch(/^127\.0\.0\.1:\d+$/);
  });

  it('gets requests and answers over its channel, and cannot call a world', async () => {
    const { port, kernel } = await serve();
    const engine = await RawFrames.open({ port });
    await engine.authenticate(HELLO);
    expect(stable.channel.send('{"jsonrpc":"2.0","id":7,"method":"object.list","params":{}}')).toBe(true);
    await engine.received(2);
    expect(engine.singles[1]).toMatchObject({ id: 7, method: 'object.list' });
    const messages = ['{"jsonrpc":"2.0","id":7,"result":[1,2]}', '[1]'];
    engine.send(...messages);
    await until(() => stable.heard.length === 2, 'all to arrive');
    expect(stable.heard).toEqual(messages.map(text => JSON.parse(text)));
    expect([engine.messages.length, kernel.sessions.size]).toEqual([2, 0]);
  });

  it('may send longer messages than a client; one over the limit ends the link as broken', async () => {
    const limits = { bodyBytes: 10_000, resultBytes: 50_000 };
    const engine = await RawFrames.open(await serve({ limits }));
    await engine.authenticate(HELLO);
    const broken: unknown[] = [];
    stable.channel.onClose((_reason, fault) => broken.push(fault));
    engine.send(JSON.stringify({ jsonrpc: '2.0', id: 7, result: 'x'.repeat(40_000) }));
    await until(() => stable.heard.length === 1, 'the long answer');
    engine.send(JSON.stringify({ jsonrpc: '2.0', id: 8, result: 'x'.repeat(60_000) }));
    await until(() => broken.length === 1, 'the end of the link');
    expect([broken, stable.ends]).toEqual([[true], [expect.stringContaining('over the limit')]]);
  });

  it('that disconnects within a message has ended, and is not broken', async () => {
    const engine = await RawFrames.open(await serve());
    await engine.authenticate(HELLO);
    const broken: unknown[] = [];
    stable.channel.onClose((_reason, fault) => broken.push(fault));
    engine.bytes(Buffer.from([40, 0, 0, 0, 123]));
    engine.socket.end();
    await until(() => broken.length === 1, 'the end of the link');
    expect(broken).toEqual([false]);
  });

  it('may call the health check, and gets an error for any other method', async () => {
    const { port, kernel } = await serve();
    const engine = await RawFrames.open({ port });
    await engine.authenticate(HELLO);
    engine.send(
      rpc('transport.healthCheck', {}, 'health'),
      rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} }, 'initialize'),
      rpc('session.authenticate', {}, 'again'),
      '{"jsonrpc":"2.0","id":"odd","method":5}',
    );
    expect((await engine.answer('health')).result).toEqual({ status: 'ok' });
    for (const id of ['initialize', 'again']) expect((await engine.answer(id)).error?.code).toBe(-32601);
    expect((await engine.answer('odd')).error?.code).toBe(-32600);
    expect([stable.heard, kernel.sessions.size]).toEqual([[], 0]);
  });

  it('gets its answer before any request', async () => {
    stable.greets = true;
    const engine = await RawFrames.open(await serve());
    engine.send(rpc('session.authenticate', HELLO, 1), '{"jsonrpc":"2.0","method":"engine.event"}');
    await engine.received(2);
    expect(engine.singles.map(({ id }) => id)).toEqual([1, 'first']);
    expect(stable.heard).toEqual([{ jsonrpc: '2.0', method: 'engine.event' }]);
  });

  it('needs the token if one is configured, which is not passed on', async () => {
    const { port } = await serve({ frames: { tokens: TokenStore.parse(TOKEN) } });
    const unauthenticated = await RawFrames.open({ port });
    expect((await unauthenticated.authenticate(HELLO)).error?.code).toBe(1000);
    await unauthenticated.end();
    const engine = await RawFrames.open({ port });
    await engine.authenticate({ token: TOKEN, ...HELLO });
    expect(stable.hellos).toEqual([HELLO]);
    engine.send(JSON.stringify({ jsonrpc: '2.0', method: 'engine.event', params: 'x'.repeat(100_000) }));
    await until(() => stable.heard.length === 1, 'a long frame to arrive');
  });

  it('is refused with the error of its world, and its connection closes', async () => {
    stable.refuses = WireError.of('AuthenticationFailed', 'Another engine is linked.');
    const engine = await RawFrames.open(await serve());
    expect((await engine.authenticate(HELLO)).error).toEqual({
      code: 1000,
      message: 'Another engine is linked.',
    });
    await engine.end();
  });

  it('gets no details of a bug', async () => {
    stable.refuses = new Error('secret path');
    const server = await serve();
    const engine = await RawFrames.open(server);
    expect((await engine.authenticate(HELLO)).error).toMatchObject({ code: -32603 });
    expect(engine.texts.join()).not.toContain('secret');
    expect(server.logged.filter(({ level }) => level === 'error')).toHaveLength(1);
  });

  it('is refused on a server without engines, and so is any other role', async () => {
    const { port } = await useFrames(new Lab().world);
    const engine = await RawFrames.open({ port });
    expect((await engine.authenticate(HELLO)).error?.code).toBe(-32602);
    await engine.end();
    const other = await RawFrames.open({ port });
    expect((await other.authenticate({ role: 'admin' })).error?.code).toBe(-32602);
  });

  it('cannot be a client first', async () => {
    const engine = await RawFrames.open(await serve());
    await engine.initialize();
    expect((await engine.authenticate(HELLO)).error?.code).toBe(-32602);
    expect(stable.channels).toEqual([]);
  });

  it('gets an error for a frame that is not JSON, and stays connected', async () => {
    const engine = await RawFrames.open(await serve());
    await engine.authenticate(HELLO);
    engine.send('{', '{"jsonrpc":"2.0","method":"engine.event"}');
    expect((await engine.answer(null)).error?.code).toBe(-32700);
    await until(() => stable.heard.length === 1, 'the next message');
  });
});

describe('transport.links', () => {
  it('lists the linked engines for a client', async () => {
    const { port } = await serve();
    const client = await RawFrames.open({ port });
    client.send(rpc('transport.links', {}, 1));
    expect((await client.answer(1)).result).toEqual({ links: [] });
    await (await RawFrames.open({ port })).authenticate(HELLO);
    client.send(rpc('transport.links', {}, 2));
    expect((await client.answer(2)).result).toEqual({
      links: [{ remote: stable.channel.remote, status: 'linked' }],
    });
  });

  it('requires authentication, and is empty on a server without engines', async () => {
    const closed = await RawFrames.open(await serve({ frames: { tokens: TokenStore.parse(TOKEN) } }));
    closed.send(rpc('transport.links', {}, 1));
    expect((await closed.answer(1)).error?.code).toBe(1000);
    const open = await RawFrames.open(await useFrames(new Lab().world));
    open.send(rpc('transport.links', {}, 1));
    expect((await open.answer(1)).result).toEqual({ links: [] });
  });
});

describe('the channel of an engine', () => {
  it.each<[string, (engine: RawFrames) => void]>([
    ['the engine leaves', engine => engine.socket.end()],
    ['the engine vanishes', engine => engine.socket.resetAndDestroy()],
    ['the engine sends nonsense', engine => engine.bytes(Uint8Array.of(0, 0, 0, 0))],
    ['the server closes it', () => stable.channel.close('Enough.')],
  ])('ends once when %s', async (_how, leave) => {
    const { listener, port } = await serve();
    const engine = await RawFrames.open({ port });
    await engine.authenticate(HELLO);
    leave(engine);
    await until(() => listener.connections === 0, 'the connection to close');
    expect(stable.ends).toHaveLength(1);
    expect(stable.channel.send('{}')).toBe(false);
    stable.channel.close('Again.');
    expect(stable.ends).toHaveLength(1);
  });

  it('reads without back-pressure while the engine does not read', async () => {
    const engine = await RawFrames.open(await serve());
    await engine.authenticate(HELLO);
    engine.socket.pause();
    const question = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'x', params: 'y'.repeat(100_000) });
    for (let i = 0; i < 100; i++) stable.channel.send(question);
    engine.send('{"jsonrpc":"2.0","id":1,"result":{}}');
    await until(() => stable.heard.length === 1, 'the answer');
    engine.socket.resume();
    await engine.received(101);
  });

  it('stays open until the last client has its answer when the listener closes', async () => {
    const lab = new Lab();
    const { port, listener } = await useFrames(lab.world, { frames: { engines: stable } });
    const [engine, client] = [await RawFrames.open({ port }), await RawFrames.open({ port })];
    await engine.authenticate(HELLO);
    await client.initialize();
    client.send(callTool('hold', { key: 'x' }, 1));
    await until(() => lab.hold('x').started, 'the call to begin');
    const closing = listener.close();
    client.send(rpc('ping', {}, 2));
    await client.answer(2);
    expect(stable.ends).toEqual([]);
    expect(stable.channel.send('{"jsonrpc":"2.0","id":1,"method":"object.list"}')).toBe(true);
    lab.hold('x').release();
    expect(textOf(await client.answer(1))).toBe('held to the end');
    await within(closing, 'closing');
    expect(stable.ends).toEqual(['The server is stopping.']);
  });
});

describe('connections that clients leave to engines', () => {
  const limits = { connections: 8 };

  it('are free for an engine when two principals have taken all that clients may have', async () => {
    const tokens = TokenStore.parse(`eng ${TOKEN} eval\nada ada-is-long-too-01\nbob bob-is-long-too-01`);
    const { port } = await serve({ limits, frames: { tokens } });
    for (const token of ['ada-is-long-too-01', 'bob-is-long-too-01'])
      for (let count = 0; count < 3; count++) {
        const client = await RawFrames.open({ port });
        expect((await client.authenticate({ token })).result).toBeDefined();
      }
    const late = await RawFrames.open({ port });
    expect((await late.authenticate({ token: 'ada-is-long-too-01' })).error).toMatchObject({
      message: expect.stringContaining('6 connections are open, 3 of them yours'),
    });
    const engine = await RawFrames.open({ port });
    expect((await engine.authenticate({ ...HELLO, token: TOKEN })).result).toBeDefined();
  });

  it('are free for an engine where no token is needed, and a client in its place is refused', async () => {
    const { port, listener } = await serve({ limits });
    for (let count = 0; count < 6; count++) await RawFrames.open({ port });
    await until(() => listener.connections === 6, 'six clients');
    const late = await RawFrames.open({ port });
    late.send(rpc('ping', {}, 'late'));
    expect((await late.answer('late')).error).toMatchObject({
      code: -32603,
      message: expect.stringContaining('6 connections are open'),
      data: { kind: 'Busy' },
    });
    await late.end();
    for (let count = 0; count < 2; count++) {
      const engine = await RawFrames.open({ port });
      expect((await engine.authenticate(HELLO)).result).toBeDefined();
    }
    // A client that became an engine left its place.
    expect(listener.connections).toBe(8);
  });
});
