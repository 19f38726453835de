import { createMemory, DEFAULT_LIMITS } from '@worldwire/server/internal';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { JSON_HEADERS, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, post, reply, rpc, textOf, type WireReply } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';
import { until } from './until.js';

const LIMIT = 64 * 1024;

const lab = new Lab();
const memory = createMemory(DEFAULT_LIMITS);
let server: TestServer;
let session: Record<string, string>;

beforeAll(async () => {
  server = await startServer({
    world: lab.world,
    limits: { bodyBytes: LIMIT, requestMs: 600, headersMs: 600 },
    http: { memory },
  });
  session = await openSession(server.url);
});

afterAll(() => server.close());

afterEach(async () => {
  expect(textOf(await reply(post(server.url, session, callTool('echo', { mark: 'unharmed' }))))).toBe(
    'unharmed',
  );
});

function head(...extra: readonly (readonly [string, string])[]): string {
  return rawRequest('POST', '/mcp', [
    ['Host', `127.0.0.1:${server.port}`],
    ...Object.entries(session),
    ...extra,
  ]);
}

function chunk(text: string): string {
  return `${Buffer.byteLength(text).toString(16)}\r\n${text}\r\n`;
}

/** An echo call whose body has exactly this many bytes. */
function callOfSize(bytes: number): string {
  return callTool('echo', { mark: 'x'.repeat(bytes - callTool('echo', { mark: '' }).length) });
}

describe('a body', () => {
  it('of exactly the limit is served, with a length and in chunks', async () => {
    const body = callOfSize(LIMIT);
    expect((await post(server.url, session, body)).status).toBe(200);
    const chunked = `${head(['Transfer-Encoding', 'chunked'])}${chunk(body.slice(0, 9))}${chunk(body.slice(9))}0\r\n\r\n`;
    expect((await RawSocket.exchange(server.port, chunked)).status).toBe(200);
  });

  it('whose length is announced as too large is refused with 413 before it is sent', async () => {
    for (const length of [LIMIT + 1, 5_000_000_000]) {
      const { status, body } = await RawSocket.exchange(
        server.port,
        head(['Content-Length', String(length)]),
      );
      expect(status).toBe(413);
      expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
    }
  });

  it('that grows past the limit chunk by chunk is refused with 413', async () => {
    const text = callOfSize(LIMIT + 1);
    const pieces = text.match(/.{1,4096}/gs) ?? [];
    const socket = await RawSocket.open(server.port);
    socket.send(head(['Transfer-Encoding', 'chunked']));
    for (const piece of pieces) socket.send(chunk(piece));
    const { status } = await socket.response();
    expect(status).toBe(413);
    await socket.closed;
  });

  it('that never ends uses no more memory than the limit: it is refused, and the connection is closed', async () => {
    const held: number[] = [];
    const take = memory.arriving.take.bind(memory.arriving);
    const counted = vi.spyOn(memory.arriving, 'take').mockImplementation((principal, bytes) => {
      const taken = take(principal, bytes);
      held.push(memory.arriving.total);
      return taken;
    });
    const socket = await RawSocket.open(server.port);
    socket.send(head(['Transfer-Encoding', 'chunked']));
    const piece = chunk('x'.repeat(8_192));
    while (!socket.gone) {
      if (!socket.socket.write(piece))
        await Promise.race([socket.closed, new Promise(resolve => socket.socket.once('drain', resolve))]);
    }
    await socket.closed;
    counted.mockRestore();
    expect(held.length).toBeGreaterThan(1);
    expect(Math.max(...held)).toBeLessThanOrEqual(LIMIT);
    await until(() => memory.arriving.total === 0, 'the memory to be released');
  });

  it('in thousands of tiny chunks is served like any other', async () => {
    const body = callTool('echo', { mark: 'y'.repeat(3_000) });
    const bytes = [...body].map(chunk).join('');
    const answer = await RawSocket.exchange(
      server.port,
      `${head(['Transfer-Encoding', 'chunked'])}${bytes}0\r\n\r\n`,
    );
    expect(textOf(JSON.parse(answer.body) as WireReply)).toBe('y'.repeat(3_000));
  });
});

describe('a wrong Content-Length', () => {
  it('that is too small: the body is cut there, and the rest never runs', async () => {
    const body = callTool('echo', { mark: 'short' });
    const socket = await RawSocket.open(server.port);
    socket.send(head(['Content-Length', '20']) + body);
    expect((await socket.response()).status).toBe(400);
    await socket.closed;
    expect(socket.unread).not.toMatch(/HTTP\/1\.1 2/);
    expect(lab.echoed.has('short')).toBe(false);
  });

  it('that is too large: the request times out with 408 and never runs', async () => {
    const body = callTool('echo', { mark: 'long' });
    const socket = await RawSocket.open(server.port);
    socket.send(head(['Content-Length', String(body.length + 1)]) + body);
    expect((await socket.response()).status).toBe(408);
    await socket.closed;
    expect(lab.echoed.has('long')).toBe(false);
  });

  it.each([
    [
      'twice',
      [
        ['Content-Length', '4'],
        ['Content-Length', '5'],
      ],
    ],
    [
      'beside Transfer-Encoding',
      [
        ['Content-Length', '4'],
        ['Transfer-Encoding', 'chunked'],
      ],
    ],
    ['as a negative number', [['Content-Length', '-1']]],
    ['as a word', [['Content-Length', 'many']]],
    ['in hexadecimal', [['Content-Length', '0x10']]],
    ['as a list', [['Content-Length', '4, 4']]],
  ] as [string, [string, string][]][])('%s is refused with 400', async (_how, headers) => {
    const { status } = await RawSocket.exchange(server.port, `${head(...headers)}ping`);
    expect(status).toBe(400);
  });
});

describe('invalid chunks', () => {
  it.each([
    'zz\r\nping\r\n0\r\n\r\n',
    '-4\r\nping\r\n0\r\n\r\n',
    'ffffffffffffffffff\r\nping',
    '4\nping\n0\n\n',
  ])('are refused with 400 (case %#)', async chunks => {
    const { status } = await RawSocket.exchange(server.port, head(['Transfer-Encoding', 'chunked']) + chunks);
    expect(status).toBe(400);
  });
});

describe('headers over their limit', () => {
  it('are refused with 431', async () => {
    const { status } = await RawSocket.exchange(server.port, head(['X-Long', 'x'.repeat(20_000)]));
    expect(status).toBe(431);
  });

  it('named like parts of a prototype are headers like any other', async () => {
    const body = rpc('ping');
    const headers = [
      ['__proto__', 'x'],
      ['constructor', 'x'],
      ['toString', 'x'],
      ['Content-Length', String(body.length)],
    ] as const;
    expect((await RawSocket.exchange(server.port, head(...headers) + body)).status).toBe(200);
  });
});

describe('a request without any body', () => {
  it.each([
    ['nor type', []],
    ['but a type', Object.entries(JSON_HEADERS)],
    ['and a length of 0', [...Object.entries(JSON_HEADERS), ['Content-Length', '0']]],
    ['and no chunk', [...Object.entries(JSON_HEADERS), ['Transfer-Encoding', 'chunked']]],
  ] as [string, [string, string][]][])('%s is answered', async (_what, headers) => {
    const chunks = headers.some(([name]) => name === 'Transfer-Encoding') ? '0\r\n\r\n' : '';
    const text = rawRequest('POST', '/mcp', [['Host', `127.0.0.1:${server.port}`], ...headers]);
    const { status } = await RawSocket.exchange(server.port, text + chunks);
    expect([400, 415]).toContain(status);
  });
});
