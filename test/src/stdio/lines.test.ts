import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { Pipe } from './pipe.js';

const LIMIT = 16 * 1024;

let pipe: Pipe;

beforeEach(async () => {
  pipe = new Pipe(new Lab().world, { limits: { bodyBytes: LIMIT } });
  await pipe.initialize();
});

afterEach(async () => {
  // The pipe still serves.
  pipe.send(callTool('echo', { mark: 'unharmed' }, 'last'));
  expect(textOf(await pipe.answer('last'))).toBe('unharmed');
  expect(pipe.logged.filter(({ level }) => level === 'error')).toEqual([]);
  await pipe.end();
});

describe('a line that is not a message', () => {
  it.each<[string, string | Buffer, number]>([
    ['a word', 'hello', -32700],
    ['half a message', '{"jsonrpc":"2.0","id":1,', -32700],
    ['two messages', `${rpc('ping')}${rpc('ping')}`, -32700],
    ['invalid UTF-8', Buffer.from([0x22, 0xff, 0xfe, 0x22]), -32700],
    [
      'random bytes',
      Buffer.from(Array.from({ length: 300 }, (_, i) => (i * 89) % 256).filter(byte => byte !== 10)),
      -32700,
    ],
    ['an HTTP request', 'POST /mcp HTTP/1.1\r', -32700],
    ['a header of another framing', 'Content-Length: 20\r', -32700],
    ['a duplicate key', '{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700],
    ['__proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"__proto__":{}}}', -32700],
    [
      '65 levels',
      `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":${'['.repeat(63)}${']'.repeat(63)}}}`,
      -32700,
    ],
    ['levels without end', '['.repeat(LIMIT - 1), -32700],
    ['a number', '42', -32600],
    ['null', 'null', -32600],
    ['an empty object', '{}', -32600],
    ['jsonrpc 1.0', '{"jsonrpc":"1.0","method":"ping"}', -32600],
    ['the id null', '{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600],
    ['a fractional id', '{"jsonrpc":"2.0","id":0.5,"method":"ping"}', -32600],
    ['an answer without an id', '{"jsonrpc":"2.0","result":{}}', -32600],
  ])(
    'is answered with an error without an id, and the next line is served: %s',
    async (_what, line, code) => {
      pipe.input.write(Buffer.concat([Buffer.from(line), Buffer.from('\n')]));
      expect(await pipe.answer(null)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code } });
      expect(pipe.lines).toHaveLength(1);
    },
  );

  it('is answered with its id where it has one', async () => {
    pipe.send('{"jsonrpc":"2.0","id":"mine","method":5}');
    expect((await pipe.answer('mine')).error?.code).toBe(-32600);
  });

  it.each(['', '   ', '\t', '\r'])('is ignored when it is blank: %j', async line => {
    pipe.send(line).send(rpc('ping', {}, 'after'));
    await pipe.answer('after');
    expect(pipe.lines).toHaveLength(1);
  });

  it('never stops the lines around it', async () => {
    const good = (id: number) => rpc('ping', {}, id);
    pipe.input.write(`${good(1)}\ngarbage\n${good(2)}\n\n[[[\n${good(3)}\n`);
    await pipe.received(5);
    expect(pipe.lines.map(line => (line as { id: unknown }).id).filter(id => id !== null)).toEqual([1, 2, 3]);
  });
});

describe('a line over the limit', () => {
  it('is refused once, however long it is, and the next line is read', async () => {
    const piece = Buffer.alloc(8_192, 0x78);
    for (let i = 0; i < 20; i++) pipe.input.write(piece);
    pipe.input.write('\n');
    pipe.send(rpc('ping', {}, 'next'));
    await pipe.answer('next');
    expect(pipe.lines).toHaveLength(2);
    expect(pipe.lines[0]).toMatchObject({
      id: null,
      error: { code: -32700, message: expect.stringContaining(String(LIMIT)) },
    });
  });

  it('is refused before it ends', async () => {
    pipe.input.write(Buffer.alloc(LIMIT + 1, 0x78));
    expect((await pipe.answer(null)).error?.code).toBe(-32700);
    pipe.input.write('\n');
  });

  it('never runs, though it is a valid call up to the limit', async () => {
    const call = callTool('echo', { mark: 'x' }, 'long');
    pipe.send(`${call}${' '.repeat(LIMIT)}`);
    expect((await pipe.answer(null)).error?.code).toBe(-32700);
    expect(pipe.lines).toHaveLength(1);
  });

  it('is one byte more than the longest that is served', async () => {
    const call = callTool('echo', { mark: '' }, 'fits');
    pipe.send(callTool('echo', { mark: 'x'.repeat(LIMIT - call.length) }, 'fits'));
    expect(textOf(await pipe.answer('fits'))).toHaveLength(LIMIT - call.length);
  });
});

describe('bytes', () => {
  it('may be cut anywhere, even inside a character', async () => {
    const text = `${callTool('echo', { mark: 'é東京🚀' }, 'cut')}\r\n`;
    for (const byte of Buffer.from(text)) pipe.input.write(Buffer.from([byte]));
    expect(textOf(await pipe.answer('cut'))).toBe('é東京🚀');
  });

  it('of many messages may come at once', async () => {
    pipe.input.write(Array.from({ length: 200 }, (_, id) => `${rpc('ping', {}, id)}\n`).join(''));
    await pipe.received(200);
    const ids = pipe.lines.map(line => (line as { id: number }).id);
    expect(ids.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 200 }, (_, id) => id));
  });

  it('of an answer are always one line, whatever is in it', async () => {
    const mark = 'a\nb\r\nc\u2028d\u0000e\u001b[31m';
    pipe.send(callTool('echo', { mark }, 'odd'));
    expect(textOf(await pipe.answer('odd'))).toBe(mark);
    expect(pipe.lines).toHaveLength(1);
  });
});
