import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, notification, rpc } from './lab.js';
import { type RawResponse, RawSocket, rawRequest } from './raw-socket.js';

const TOKEN = ['Authorization', 'Bearer paths-0123456789abcdef'] as const;

const lab = new Lab();
let server: TestServer;
let session: Record<string, string>;

beforeAll(async () => {
  const tokens = TokenStore.parse('paths-0123456789abcdef');
  server = await startServer({ world: lab.world, http: { tokens }, limits: { authFailures: 1_000 } });
  session = await openSession(server.url, '2025-03-26', {}, { authorization: TOKEN[1] });
});

afterAll(() => server.close());

type Pairs = readonly (readonly [string, string])[];

/** The ways to send the same body; the plainest takes the fast path. */
const FRAMINGS: readonly ((headers: Pairs, body: string) => string)[] = [
  (headers, body) => rawRequest('POST', '/mcp', headers, body),
  (headers, body) => rawRequest('POST', '/mcp', typed(headers, 'application/json; charset=utf-8'), body),
  (headers, body) => rawRequest('POST', '/mcp?', headers, body),
  (headers, body) => {
    const cut = Math.floor(body.length / 2);
    const chunks = [body.slice(0, cut), body.slice(cut)].filter(part => part !== '');
    const text = chunks.map(part => `${Buffer.byteLength(part).toString(16)}\r\n${part}\r\n`).join('');
    return `${rawRequest('POST', '/mcp', [...headers, ['Transfer-Encoding', 'chunked']])}${text}0\r\n\r\n`;
  },
];

function typed(headers: Pairs, type: string): Pairs {
  return headers.map(([name, value]) => [name, name.toLowerCase() === 'content-type' ? type : value]);
}

async function answers(headers: Pairs, body: string): Promise<Pick<RawResponse, 'status' | 'body'>[]> {
  const all = [];
  for (const frame of FRAMINGS) {
    const { status, body: text } = await RawSocket.exchange(server.port, frame(headers, body));
    all.push({ status, body: text });
  }
  return all;
}

function usual(more: Pairs = []): Pairs {
  return [['Host', `127.0.0.1:${server.port}`], ...Object.entries(session), ...more];
}

describe('the same request on the fast path and through the router gets the same answer', () => {
  const good = callTool('echo', { mark: 'same' }, 7);
  const cases: [string, () => Pairs, string, number][] = [
    ['a call', usual, good, 200],
    ['a notification', usual, notification('notifications/initialized'), 202],
    ['a batch', usual, `[${rpc('ping', {}, 1)}]`, 200],
    ['a batch of none', usual, '[]', 400],
    ['an unknown method', usual, rpc('no/such'), 200],
    ['half a message', usual, good.slice(0, 20), 400],
    ['a duplicate key', usual, '{"jsonrpc":"2.0","id":1,"id":1,"method":"ping"}', 400],
    ['65 levels', usual, `${'['.repeat(65)}${']'.repeat(65)}`, 400],
    [
      'an unknown session',
      () => usual().map(([name, value]) => [name, name === 'mcp-session-id' ? 'gone' : value]),
      good,
      404,
    ],
    [
      'nothing acceptable',
      () => usual().map(([name, value]) => [name, name === 'accept' ? 'text/html' : value]),
      good,
      406,
    ],
    ['a foreign origin', () => usual([['Origin', 'https://evil.example']]), good, 403],
    [
      'a foreign host',
      () => usual().map(([name, value]) => [name, name === 'Host' ? 'evil.example' : value]),
      good,
      403,
    ],
    ['no token', () => usual().filter(([name]) => name !== 'authorization'), good, 401],
    [
      'another token',
      () =>
        usual().map(([name, value]) => [
          name,
          name === 'authorization' ? 'Bearer another-0123456789' : value,
        ]),
      good,
      401,
    ],
    ['another type', () => typed(usual(), 'text/plain'), good, 415],
    ['a compressed body', () => usual([['Content-Encoding', 'gzip']]), good, 415],
    [
      'a header mismatch',
      () => stateless({ 'mcp-method': 'tools/list' }),
      modern('tools/call', { name: 'echo' }).body,
      400,
    ],
    [
      'a stateless call',
      () => stateless({}),
      modern('tools/call', { name: 'echo', arguments: { mark: 'x' } }).body,
      200,
    ],
  ];

  it.each(cases)('%s', async (what, headers, body, status) => {
    const [first, ...others] = await answers(headers(), body);
    expect(first?.status).toBe(status);
    for (const [i, other] of others.entries()) {
      // Another type replaces the one under test.
      if (what === 'another type' && i === 0) continue;
      expect(other, `framing ${i + 2}`).toEqual(first);
    }
  });
});

function stateless(changes: Record<string, string>): Pairs {
  const { headers } = modern('tools/call', { name: 'echo' });
  return [['Host', `127.0.0.1:${server.port}`], TOKEN, ...Object.entries({ ...headers, ...changes })];
}
