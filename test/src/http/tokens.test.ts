import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, post, reply, rpc, textOf } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';

const CANARY = 'canary-7b1fd0e2c94a5838';
const OTHER = 'other-7b1fd0e2c94a5838';
const GOOD = { authorization: `Bearer ${CANARY}` };
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'];

let now = 0;
let lab: Lab;
let server: TestServer;

beforeEach(async () => {
  now = 1_000_000;
  lab = new Lab();
  const tokens = TokenStore.parse(`# who may come in\nkeeper ${CANARY}\n`);
  server = await startServer({
    world: lab.world,
    now: () => now,
    http: { tokens },
    limits: { authFailures: 1_000 },
  });
});

afterEach(() => server.close());

describe('a request without the right token', () => {
  it.each<[string, Record<string, string>]>([
    ['none', {}],
    ['an empty one', { authorization: 'Bearer ' }],
    ['a wrong one', { authorization: 'Bearer wrong-0123456789abcdef' }],
    ['a short one', { authorization: 'Bearer x' }],
    ['the beginning of the right one', { authorization: `Bearer ${CANARY.slice(0, -1)}` }],
    ['the right one and more', { authorization: `Bearer ${CANARY}x` }],
    ['the right one in another case', { authorization: `Bearer ${CANARY.toUpperCase()}` }],
    ['the right one twice', { authorization: `Bearer ${CANARY}, Bearer ${CANARY}` }],
    ['another scheme', { authorization: `Basic ${btoa(`keeper:${CANARY}`)}` }],
    ['no scheme', { authorization: CANARY }],
    ['the name of its owner', { authorization: 'Bearer keeper' }],
    ['a comment of the token file', { authorization: 'Bearer #' }],
    ['a cookie', { cookie: `token=${CANARY}; authorization=Bearer ${CANARY}` }],
    ['a header of another name', { 'x-api-key': CANARY, 'proxy-authorization': `Bearer ${CANARY}` }],
    ['a very long one', { authorization: `Bearer ${'x'.repeat(10_000)}` }],
  ])('gets 401 with WWW-Authenticate, and nothing runs: %s', async (what, headers) => {
    const { body, headers: needed } = modern('tools/call', { name: 'echo', arguments: { mark: what } });
    const response = await post(server.url, { ...needed, ...headers }, body);
    expect(response.status).toBe(401);
    expect(response.headers.get('www-authenticate')).toMatch(/^Bearer/);
    expect((await reply(response)).error?.message).toContain('Authorization: Bearer');
    expect(lab.echoed.size).toBe(0);
  });

  it.each(['token', 'access_token', 'authorization', 'api_key', 'bearer'])(
    'gets 401 with the token in the query as %s',
    async name => {
      const { headers, body } = modern('tools/call', { name: 'echo', arguments: { mark: 'query' } });
      for (const url of [`${server.url}?${name}=${CANARY}`, `${server.url}?${name}=Bearer%20${CANARY}`]) {
        expect((await post(url, headers, body)).status).toBe(401);
      }
      expect(lab.echoed.size).toBe(0);
    },
  );

  it.each(METHODS)('gets 401 on every path with %s', async method => {
    for (const target of [
      '/mcp',
      '/mcp/',
      '/',
      '/no/such/path',
      '/mcp?sessionId=x',
      '/healthz',
      '/live/x',
      '/.well-known/mcp',
    ]) {
      const text = rawRequest(
        method,
        target,
        [['Host', 'localhost'], ...Object.entries(JSON_HEADERS)],
        method === 'POST' ? rpc('ping') : '',
      );
      expect((await RawSocket.exchange(server.port, text)).status, target).toBe(401);
    }
  });

  it('learns nothing from a path that cannot be decoded, not even its own', async () => {
    for (const target of ['/%', '/%E0%A4%A?secret', '/mcp%', `/${'a'.repeat(9_000)}`]) {
      const text = rawRequest('GET', target, [['Host', 'localhost']]);
      const { status, body } = await RawSocket.exchange(server.port, text);
      expect([400, 401, 414], target.slice(0, 20)).toContain(status);
      expect(JSON.parse(body)).toMatchObject({ jsonrpc: '2.0', error: { code: -32600 } });
      expect(body).not.toContain('secret');
    }
  });

  it('gets 401 before its body is read', async () => {
    const head = rawRequest('POST', '/mcp', [
      ['Host', 'localhost'],
      ['Content-Type', 'text/plain'],
      ['Content-Length', '9000000000'],
    ]);
    expect((await RawSocket.exchange(server.port, head)).status).toBe(401);
  });
});

describe('the right token', () => {
  it.each(['Bearer', 'bearer', 'BEARER'])('is accepted with the scheme written %s', async scheme => {
    const request = modern(
      'tools/call',
      { name: 'echo', arguments: { mark: 'in' } },
      { headers: { authorization: `${scheme} ${CANARY}` } },
    );
    expect(textOf(await reply(fetch(server.url, request)))).toBe('in');
  });

  it('is needed on every request: a session is no credential', async () => {
    const session = await openSession(server.url, '2025-11-25', {}, GOOD);
    expect((await post(server.url, session, rpc('ping'))).status).toBe(200);
    const { authorization: _, ...bare } = session;
    expect((await post(server.url, bare, rpc('ping'))).status).toBe(401);
  });

  it('never shows up in logs, audits, answers or errors', async () => {
    const fixture = await startServer({ http: { tokens: TokenStore.parse(CANARY) } });
    const session = await openSession(fixture.url, '2025-11-25', { elicitation: {} }, GOOD);
    const texts = await Promise.all(
      [
        post(fixture.url, session, '{broken'),
        post(fixture.url, session, rpc('no/such/method')),
        post(fixture.url, session, callTool('test_error_handling')),
        post(fixture.url, session, callTool('json_schema_2020_12_tool', { name: 5 })),
        post(fixture.url, { ...session, 'content-type': 'text/plain' }, 'x'),
        post(fixture.url, { ...session, 'mcp-session-id': 'gone' }, rpc('ping')),
        post(`${fixture.url}?token=${CANARY}`, JSON_HEADERS, rpc('ping')),
        fetch(`${fixture.listener.url}/${CANARY}`, { headers: GOOD }),
        fetch(`${fixture.listener.url}/%E0%A4%A?t=${CANARY}`, { headers: GOOD }),
        post(fixture.url, { ...JSON_HEADERS, authorization: `Basic ${CANARY}` }, rpc('ping')),
      ].map(async response => {
        const { headers } = await response;
        return JSON.stringify([...headers]) + (await (await response).text());
      }),
    );
    for (const text of texts) expect(text).not.toContain(CANARY);
    expect(JSON.stringify([fixture.logged, fixture.audits])).not.toContain(CANARY);
    await fixture.close();
  });
});

describe('guessing', () => {
  const wrong = { ...JSON_HEADERS, authorization: 'Bearer guess-0123456789abcdef' };

  beforeEach(async () => {
    await server.close();
    const tokens = TokenStore.parse(`keeper ${CANARY}\nkeeper ${OTHER}`);
    server = await startServer({
      world: lab.world,
      now: () => now,
      http: { tokens },
      limits: { authFailures: 5 },
    });
  });

  it('is slowed down: after the allowed failures the address gets 429 and the time to wait', async () => {
    for (let i = 0; i < 5; i++) expect((await post(server.url, wrong, rpc('ping'))).status).toBe(401);
    now += 20_000;
    const throttled = await post(server.url, wrong, rpc('ping'));
    expect(throttled.status).toBe(429);
    expect(throttled.headers.get('retry-after')).toBe('40');
    now += 40_001;
    expect((await post(server.url, wrong, rpc('ping'))).status).toBe(401);
  });

  it('learns nothing while it is slowed: a right token that is new to the address gets 429 as well', async () => {
    for (let i = 0; i < 5; i++) await post(server.url, wrong, rpc('ping'));
    const right = await fetch(server.url, modern('tools/list', {}, { headers: GOOD }));
    const guess = await post(server.url, wrong, rpc('ping'));
    expect([right.status, guess.status]).toEqual([429, 429]);
    expect(await right.text()).toBe(await guess.text());
    expect(right.headers.get('retry-after')).toBe(guess.headers.get('retry-after'));
  });

  it('does not block a token that was accepted from the address before', async () => {
    const list = (authorization: string) =>
      fetch(server.url, modern('tools/list', {}, { headers: { authorization } }));
    expect((await list(`Bearer ${CANARY}`)).status).toBe(200);
    for (let i = 0; i < 7; i++) await post(server.url, wrong, rpc('ping'));
    expect((await list(`Bearer ${CANARY}`)).status).toBe(200);
    expect((await list(`Bearer ${OTHER}`)).status).toBe(429);
  });

  it('is not made faster by forwarding headers', async () => {
    for (let i = 0; i < 5; i++)
      await post(server.url, { ...wrong, 'x-forwarded-for': `10.0.0.${i}` }, rpc('ping'));
    const forged = {
      ...wrong,
      'x-forwarded-for': '10.9.9.9',
      'x-real-ip': '10.9.9.9',
      forwarded: 'for=10.9.9.9',
    };
    expect((await post(server.url, forged, rpc('ping'))).status).toBe(429);
  });

  it('is over after the minute: the right token is accepted again', async () => {
    for (let i = 0; i < 6; i++) await post(server.url, wrong, rpc('ping'));
    now += 60_001;
    expect((await fetch(server.url, modern('tools/list', {}, { headers: GOOD }))).status).toBe(200);
  });

  it('counts only failures: any number of good requests passes', async () => {
    for (let i = 0; i < 12; i++)
      expect((await fetch(server.url, modern('tools/list', {}, { headers: GOOD }))).status).toBe(200);
  });
});

describe('a token file', () => {
  it.each([
    ['empty', ''],
    ['only comments', '# nothing\n\n   # here\n'],
    ['a token too short', 'keeper short'],
    ['a bare token too short', '0123456789abcde'],
    ['three words', 'keeper of 0123456789abcdef'],
  ])('that accepts every token or none is refused: %s', (_what, text) => {
    expect(() => TokenStore.parse(text)).toThrow(/token/);
  });

  it('never cuts a token at a # inside it: it is accepted whole or refused', () => {
    const open = () => TokenStore.parse('keeper 0123456789abcdef#ghijkl').bearer('Bearer 0123456789abcdef');
    let found: object | undefined;
    try {
      found = open();
    } catch {
      found = undefined;
    }
    expect(found).toBeUndefined();
  });

  it('names the line that is wrong, and never quotes it', () => {
    expect(() => TokenStore.parse(`keeper ${CANARY}\nother ${CANARY} ${CANARY}`)).toThrow(/^(?!.*canary).*2/);
  });
});
