import { encodeFrame } from '@worldwire/protocol';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { until } from '../http/until.js';
import { type FramesServer, startFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const LIMIT = 16 * 1024;

let now: number;
let lab: Lab;
let server: FramesServer;
let neighbour: RawFrames;
let client: RawFrames;

beforeEach(async () => {
  now = 1_000_000;
  lab = new Lab();
  server = await startFrames(lab.world, { now: () => now, limits: { bodyBytes: LIMIT } });
  neighbour = await RawFrames.open(server);
  await neighbour.initialize();
  client = await RawFrames.open(server);
  await client.initialize();
});

afterEach(async () => {
  // No client may affect another.
  neighbour.send(callTool('echo', { mark: 'unharmed' }, 'last'));
  expect(textOf(await neighbour.answer('last'))).toBe('unharmed');
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  await server.close();
});

function prefix(length: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32LE(length);
  return bytes;
}

describe('a length', () => {
  it.each([LIMIT + 1, 0x7fff_ffff, 0x8000_0000, 0xffff_ffff])(
    'of %i is refused before its payload, and the connection closes',
    async length => {
      const before = process.memoryUsage().arrayBuffers;
      client.bytes(prefix(length));
      expect((await client.answer(null)).error).toMatchObject({
        code: -32600,
        message: expect.stringContaining(String(LIMIT)),
      });
      expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(64 * 1024 * 1024);
      await client.end();
    },
  );

  it('of 0 is refused, and the connection closes', async () => {
    client.bytes(prefix(0));
    expect((await client.answer(null)).error?.code).toBe(-32600);
    await client.end();
  });

  it('of exactly the limit is served', async () => {
    const call = callTool('echo', { mark: '' }, 'fits');
    client.send(callTool('echo', { mark: 'x'.repeat(LIMIT - call.length) }, 'fits'));
    expect(textOf(await client.answer('fits'))).toHaveLength(LIMIT - call.length);
  });

  it.each([0, LIMIT + 1])('of %i gets its error after the answers to earlier messages', async length => {
    const frames = [callTool('hold', { key: 'x' }, 1), rpc('transport.healthCheck', {}, 2)].map(encodeFrame);
    client.bytes(Buffer.concat([...frames, prefix(length), encodeFrame(rpc('ping', {}, 3))]));
    await client.answer(2);
    expect(client.messages).toHaveLength(1);
    lab.hold('x').release();
    expect((await client.answer(null)).error?.code).toBe(-32600);
    expect(client.singles.map(({ id }) => id)).toEqual([2, 1, null]);
    expect(lab.hold('x').aborted).toBeUndefined();
    await client.end();
  });

  it('gets its error even when the client continues to write', async () => {
    client.bytes(prefix(LIMIT + 1));
    for (let i = 0; i < 64; i++) client.bytes(Buffer.alloc(LIMIT, 0x20));
    expect((await client.answer(null)).error?.code).toBe(-32600);
    await client.end();
  });

  it.each([
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /mcp HTTP/1.1\r\n\r\n',
    '\u0016\u0003\u0001',
    '{"jsonrpc":"2.0"}\n',
  ])('that is another protocol is refused: %j', async text => {
    client.bytes(text);
    if (Buffer.byteLength(text) < 4) client.socket.end();
    expect((await client.answer(null)).error?.code).toBe(-32600);
    await client.end();
  });
});

describe('a truncated frame', () => {
  it.each([1, 3, 4, 5, 20])('[FRAME-1.4] of %i bytes is an error when its side closes', async kept => {
    client.bytes(encodeFrame(rpc('ping', {}, 1)).subarray(0, kept));
    client.socket.end();
    expect((await client.answer(null)).error).toMatchObject({ code: -32600 });
    await client.end();
    await until(() => server.listener.connections === 1, 'the connection to close');
  });

  it('[FRAME-1.4] is an error after 30 seconds without a byte, and not before', async () => {
    client.bytes(encodeFrame(rpc('ping', {}, 1)).subarray(0, 6));
    neighbour.send(rpc('ping', {}, 'a'));
    await neighbour.answer('a');
    now += 29_999;
    client.bytes(encodeFrame(rpc('ping', {}, 1)).subarray(6, 7));
    neighbour.send(rpc('ping', {}, 'b'));
    await neighbour.answer('b');
    now += 29_999;
    expect(client.messages).toEqual([]);
    client.bytes(encodeFrame(rpc('ping', {}, 1)).subarray(7, 8));
    await until(() => client.socket.writableLength === 0, 'the byte to leave');
    neighbour.send(rpc('ping', {}, 'c'));
    await neighbour.answer('c');
    now += 60_000;
    expect((await client.answer(null)).error).toMatchObject({
      code: -32600,
      message: expect.stringContaining('30000'),
    });
    await client.end();
  });

  it('cancels the requests in flight of its client', async () => {
    client.send(callTool('hold', { key: 'x' }, 1));
    await until(() => lab.hold('x').started, 'the call to begin');
    client.bytes(prefix(9)).socket.end();
    await until(() => lab.hold('x').aborted !== undefined, 'the call to be aborted');
    expect((await client.answer(null)).error?.code).toBe(-32600);
    expect(client.messages).toHaveLength(1);
  });

  it('does not affect an idle connection', async () => {
    now += 24 * 3_600_000;
    server.kernel.sweep();
    client.send(rpc('ping', {}, 'morning'));
    expect((await client.answer('morning')).result).toEqual({});
  });
});

describe('a valid frame', () => {
  it.each<[string, string | Uint8Array]>([
    ['invalid UTF-8', Uint8Array.of(2, 0, 0, 0, 0xc3, 0x28)],
    ['a word', encodeFrame('hello')],
    ['half a message', encodeFrame('{"jsonrpc":"2.0","id":1,')],
    ['two messages', encodeFrame(`${rpc('ping')}${rpc('ping')}`)],
    ['a byte order mark', encodeFrame(`\ufeff${rpc('ping')}`)],
    ['blanks', encodeFrame('   ')],
    ['a duplicate key', encodeFrame('{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}')],
    ['__proto__', encodeFrame('{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}')],
    ['levels without end', encodeFrame('['.repeat(LIMIT))],
  ])('of %s gets -32700, and the connection stays open', async (_what, bytes) => {
    client.bytes(bytes).send(rpc('ping', {}, 'after'));
    expect((await client.answer(null)).error?.code).toBe(-32700);
    expect((await client.answer('after')).result).toEqual({});
  });

  it('may hold a newline anywhere', async () => {
    client.send(JSON.stringify(JSON.parse(rpc('ping', {}, 'lines')), undefined, 2));
    expect((await client.answer('lines')).result).toEqual({});
  });
});
