import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, reply, rpc, textOf, type WireReply } from './lab.js';
import { RawSocket } from './raw-socket.js';

const PARSE_ERROR = -32700;
const INVALID_REQUEST = -32600;

const lab = new Lab();
let server: TestServer;
let session: Record<string, string>;
let socket: RawSocket;

beforeAll(async () => {
  server = await startServer({ world: lab.world });
  session = await openSession(server.url);
  socket = await RawSocket.open(server.port);
});

afterAll(async () => {
  socket.destroy();
  await server.close();
});

afterEach(async () => {
  // The same connection and a new one are still served.
  const { status, body } = await send(Buffer.from(callTool('echo', { mark: 'unharmed' }, 'same')));
  expect(status).toBe(200);
  expect(textOf(JSON.parse(body) as WireReply)).toBe('unharmed');
  const fresh = modern('tools/call', { name: 'echo', arguments: { mark: 'unharmed' } });
  expect(textOf(await reply(fetch(server.url, fresh)))).toBe('unharmed');
  expect(server.logged.filter(({ level }) => level === 'error')).toEqual([]);
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

async function send(body: Buffer): Promise<{ status: number; body: string }> {
  const head = [`Host: 127.0.0.1:${server.port}`, ...Object.entries(session).map(pair => pair.join(': '))];
  socket.send(`POST /mcp HTTP/1.1\r\n${head.join('\r\n')}\r\nContent-Length: ${body.length}\r\n\r\n`);
  return socket.send(body).response();
}

function nested(levels: number, open = '[', close = ']'): string {
  return `${open.repeat(levels)}${open === '[' ? '' : '1'}${close.repeat(levels)}`;
}

/** A ping whose body has this many levels. */
function pingOfDepth(levels: number, open = '[', close = ']'): string {
  return `{"jsonrpc":"2.0","id":1,"method":"ping","params":{"deep":${nested(levels - 2, open, close)}}}`;
}

const good = callTool('echo', { mark: 'x' });

describe('a body that is not JSON', () => {
  const cases: [string, string | Buffer][] = [
    ['nothing', ''],
    ['blanks', ' \r\n\t '],
    ['a word', 'hello'],
    ['a form', 'jsonrpc=2.0&method=ping'],
    ['one quote', '"'],
    ['one backslash in a string', '"\\'],
    ['a brace too many', `${good}}`],
    ['two messages', `${good}\n${good}`],
    ['a trailing comma', '{"jsonrpc":"2.0","id":1,"method":"ping",}'],
    ['single quotes', "{'jsonrpc':'2.0'}"],
    ['a comment', `${good}// ping`],
    ['NaN', '{"jsonrpc":"2.0","id":NaN,"method":"ping"}'],
    ['a raw control character in a string', '{"jsonrpc":"2.0","id":"\u0001","method":"ping"}'],
    ['a NUL', `${good}\0`],
    ['a byte order mark', `\ufeff${good}`],
    ['UTF-16', Buffer.from(good, 'utf16le')],
    [
      'invalid UTF-8',
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":"'),
        Buffer.from([0xff, 0xfe]),
        Buffer.from('","method":"ping"}'),
      ]),
    ],
    [
      'an overlong encoding',
      Buffer.concat([
        Buffer.from('{"jsonrpc":"2.0","id":"'),
        Buffer.from([0xc0, 0xaf]),
        Buffer.from('","method":"ping"}'),
      ]),
    ],
    [
      'half a surrogate in UTF-8',
      Buffer.concat([Buffer.from('"'), Buffer.from([0xed, 0xa0, 0x80]), Buffer.from('"')]),
    ],
    ['gzip', gzipSync(good)],
    ['random bytes', Buffer.from(Array.from({ length: 512 }, (_, i) => (i * 97) % 256))],
  ];
  it.each(cases)('is answered with 400 and a parse error: %s', async (_what, body) => {
    const answer = await send(Buffer.from(body));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ jsonrpc: '2.0', id: null, error: { code: PARSE_ERROR } });
  });

  it('is answered wherever a valid one is cut off, and the body is never quoted', async () => {
    const text = callTool('echo', { mark: 'confidential-é-\\u0041' }, 'id');
    const bytes = Buffer.from(text);
    for (let length = 0; length < bytes.length; length++) {
      const answer = await send(bytes.subarray(0, length));
      expect(answer.status, `cut at ${length}`).toBe(400);
      expect(answer.body).toContain(String(PARSE_ERROR));
      expect(answer.body).not.toContain('confidential');
    }
  });
});

describe('nesting', () => {
  it.each([
    ['[', ']'],
    ['{"a":', '}'],
  ])('of 64 levels with %s is served', async (open, close) => {
    expect((await send(Buffer.from(pingOfDepth(64, open, close)))).status).toBe(200);
  });

  it.each([
    [65, '[', ']'],
    [65, '{"a":', '}'],
    [1_001, '[', ']'],
    [100_000, '[', ']'],
    [100_000, '{"a":', '}'],
  ])('of %i levels with %s is refused and says the limit', async (levels, open, close) => {
    const answer = await send(Buffer.from(pingOfDepth(levels, open, close)));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({
      error: { code: PARSE_ERROR, message: expect.stringContaining('64') },
    });
  });

  it('that is never closed is refused', async () => {
    for (const text of ['['.repeat(1_000_000), '{"a":'.repeat(100_000), '[{"a":'.repeat(100_000)]) {
      expect((await send(Buffer.from(text))).status).toBe(400);
    }
  });

  it('inside strings does not count', async () => {
    const answer = await send(Buffer.from(callTool('echo', { mark: '[{'.repeat(5_000) })));
    expect(textOf(JSON.parse(answer.body) as WireReply)).toBe('[{'.repeat(5_000));
  });
});

describe('a key', () => {
  it.each([
    ['written twice', '{"jsonrpc":"2.0","id":1,"method":"ping","method":"tools/list"}'],
    ['written twice with the same value', '{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}'],
    ['written twice, once escaped', '{"jsonrpc":"2.0","id":1,"method":"ping","m\\u0065thod":"ping"}'],
    [
      'written twice deep inside',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[{"b":{"c":1,"c":2}}]}}',
    ],
    ['__proto__', '{"jsonrpc":"2.0","id":1,"method":"ping","__proto__":{"polluted":1}}'],
    [
      '__proto__ escaped',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"\\u005f_proto__":{"polluted":1}}}',
    ],
    [
      '__proto__ in the arguments',
      '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"__proto__":{"mark":"x"}}}}',
    ],
    [
      'constructor.prototype',
      '{"jsonrpc":"2.0","id":1,"method":"ping","params":{"constructor":{"prototype":{"polluted":1}}}}',
    ],
  ])('%s is refused with a parse error that names the problem', async (_what, body) => {
    const answer = await send(Buffer.from(body));
    expect(answer.status).toBe(400);
    const { error } = JSON.parse(answer.body) as WireReply;
    expect(error?.code).toBe(PARSE_ERROR);
    expect(error?.message).toMatch(/duplicate|__proto__|prototype/);
  });

  it('in another case is another key, and an unknown one', async () => {
    const answer = await send(Buffer.from('{"JSONRPC":"2.0","ID":1,"Method":"ping"}'));
    expect(answer.status).toBe(400);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { code: INVALID_REQUEST } });
    const folded = await send(
      Buffer.from(
        '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"echo","arguments":{"Mark":"x"}}}',
      ),
    );
    expect(JSON.parse(folded.body)).toMatchObject({ result: { isError: true } });
  });

  it('constructor alone, or __proto__ as a value, is data like any other', async () => {
    const body = rpc('ping', { constructor: 'x', value: '__proto__', prototype: {} });
    expect((await send(Buffer.from(body))).status).toBe(200);
  });
});
