import { json, type WebRoute } from '@worldwire/server';
import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { JSON_HEADERS, serveWorld, type TestServer } from '../harness.js';
import { Lab, rpc } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';
import { until } from './until.js';

const TOKEN = 'a-token-of-thirty-two-characters';
const OWN: WebRoute = {
  method: 'GET',
  path: '/health',
  access: 'read',
  answer: () => json(200, { ok: true, uptime: 7 }),
};
const PATHS = [
  '/health',
  '/live',
  '/ready',
  '/garden/live',
  '/garden/ready',
  '/pond/health',
  '/pond/live',
  '/pond/ready',
];
const HOSTS = [
  ['an address of a pod', '10.42.0.17:3000'],
  ['a name of a service', 'worlds.default.svc.cluster.local'],
  ['the name of another site', 'evil.example'],
  ['the own name', 'localhost'],
] as const;

let lab: Lab;
let server: TestServer;
let clock: number;
let pond: () => Promise<boolean>;
let asked: number;

beforeEach(async () => {
  lab = new Lab();
  clock = 0;
  asked = 0;
  pond = async () => true;
  server = await serveWorld(
    async () => ({
      world: lab.world,
      mounts: kernel => {
        const garden = { kernel, prefix: '/garden', isReady: async () => true };
        const isReady = () => {
          asked++;
          return pond();
        };
        return [
          { ...garden, path: '/garden/mcp', routes: [OWN] },
          { ...garden, path: '/garden/sse' },
          { kernel, prefix: '/pond', path: '/pond/mcp', isReady },
        ];
      },
    }),
    {
      now: () => clock,
      http: { tokens: TokenStore.parse(`ann ${TOKEN}`), origins: ['https://console.example'] },
    },
  );
});
afterEach(() => server.close());

const ask = (target: string, headers: readonly (readonly [string, string])[] = [], method = 'GET') =>
  RawSocket.exchange(server.port, rawRequest(method, target, headers));

/** The status and the body, of an answer that has no other content. */
async function fixed(target: string, headers: readonly (readonly [string, string])[] = [['Host', 'x']]) {
  const answer = await ask(target, headers);
  expect(Object.keys(answer.headers).sort()).toEqual([
    ...['cache-control', 'connection', 'content-length', 'content-type', 'date', 'keep-alive'],
    'x-content-type-options',
  ]);
  return `${answer.status} ${answer.body}`;
}

describe('a probe without a credential', () => {
  it.each(HOSTS)('gets the fixed answer with %s as Host', async (_what, host) => {
    for (const path of [...PATHS, '/garden/health', '/ready?from=kubelet'])
      expect([path, await fixed(path, [['Host', host]])]).toEqual([path, '200 {"ok":true}']);
  });

  it('gets it over HTTP/1.0 without Host, and without a body for HEAD', async () => {
    for (const path of [...PATHS, '/garden/health']) {
      const old = await RawSocket.exchange(server.port, `GET ${path} HTTP/1.0\r\n\r\n`);
      expect([path, old.status, old.body]).toEqual([path, 200, '{"ok":true}']);
      const socket = await RawSocket.open(server.port);
      socket.send(`HEAD ${path} HTTP/1.0\r\n\r\n`);
      await socket.closed;
      expect(socket.unread).toMatch(/^HTTP\/1\.1 200 OK\r\n/);
      expect(socket.unread).toMatch(/\r\n\r\n$/);
    }
  });

  it('gets 503 from /ready and /health while a world is not ready, and 200 from /live', async () => {
    for (const failing of [async () => false, async () => Promise.reject(new Error('secret'))]) {
      pond = failing;
      clock += 1_000;
      for (const path of ['/ready', '/health', '/pond/ready', '/pond/health'])
        expect([path, await fixed(path)]).toEqual([path, '503 {"ok":false}']);
      for (const path of ['/live', '/pond/live', '/garden/ready'])
        expect([path, await fixed(path)]).toEqual([path, '200 {"ok":true}']);
    }
  });

  it('asks a world once a second at most', async () => {
    await Promise.all(Array.from({ length: 20 }, () => fixed('/pond/ready')));
    clock += 999;
    await fixed('/pond/ready');
    expect(asked).toBe(1);
    clock += 1;
    await fixed('/pond/ready');
    expect(asked).toBe(2);
  });

  it('is told that a server which stops is alive and not ready', async () => {
    const socket = await RawSocket.open(server.port);
    const headers = Object.entries({ ...JSON_HEADERS, host: 'localhost', authorization: `Bearer ${TOKEN}` });
    socket.send(
      rawRequest(
        'POST',
        '/pond/mcp',
        headers,
        rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} }),
      ),
    );
    const { headers: opened } = await socket.response();
    const session = [...headers, ['mcp-session-id', opened['mcp-session-id'] as string] as const];
    socket.send(
      rawRequest('POST', '/pond/mcp', session, rpc('tools/call', { name: 'hold', arguments: { key: 'x' } })),
    );
    await until(() => lab.hold('x').started, 'the call to begin');
    const stopped = server.listener.stop();
    for (const [path, status] of [
      ['/ready', 503],
      ['/health', 503],
      ['/garden/health', 503],
      ['/pond/ready', 503],
      ['/live', 200],
      ['/garden/live', 200],
    ] as const) {
      const answer = await ask(path, [['Host', 'x']]);
      expect([path, answer.status, answer.body]).toEqual([path, status, `{"ok":${status === 200}}`]);
      expect(answer.headers.connection).toBe('close');
    }
    lab.hold('x').release();
    await stopped;
  });
});

describe('the /health of a world', () => {
  const bearer = (token: string) => ['Authorization', `Bearer ${token}`] as const;

  it('answers who may read it', async () => {
    const { status, body } = await ask('/garden/health', [['Host', 'localhost'], bearer(TOKEN)]);
    expect({ status, body: JSON.parse(body) }).toEqual({ status: 200, body: { ok: true, uptime: 7 } });
  });

  it.each<[string, readonly (readonly [string, string])[]]>([
    ['without a token', [['Host', 'localhost']]],
    ['with a wrong token', [['Host', 'localhost'], bearer('x'.repeat(32))]],
    ['with an unknown Host', [['Host', 'evil.example'], bearer(TOKEN)]],
    [
      'for a page of another site',
      [['Host', 'localhost'], ['Origin', 'https://evil.example'], bearer(TOKEN)],
    ],
    ['for a page of no site', [['Host', 'localhost'], ['Origin', 'null'], bearer(TOKEN)]],
  ])('is the fixed answer %s', async (_what, headers) => {
    expect(await fixed('/garden/health', headers)).toBe('200 {"ok":true}');
  });
});

describe('every other request', () => {
  const local = ['Host', 'localhost'] as const;

  it.each([
    '/',
    '/mcp',
    '/health/',
    '/healthz',
    '/live/x',
    '/Ready',
    '/garden',
    '/garden/mcp',
    '/other/live',
    '//live',
  ])('needs a known Host, an allowed Origin and a token: %s', async path => {
    expect((await ask(path, [['Host', 'evil.example']])).status).toBe(403);
    expect((await ask(path, [local, ['Origin', 'https://evil.example']])).status).toBe(403);
    expect((await ask(path, [local])).status).toBe(401);
  });

  it.each(['POST', 'PUT', 'PATCH', 'DELETE'])('needs them with %s at the path of a probe', async method => {
    for (const path of [...PATHS, '/garden/health']) {
      expect((await ask(path, [['Host', 'evil.example']], method)).status).toBe(403);
      expect((await ask(path, [local], method)).status).toBe(401);
    }
  });

  it('gets no CORS headers at the path of a probe from a foreign Origin', async () => {
    const preflight = [
      local,
      ['Origin', 'https://evil.example'],
      ['Access-Control-Request-Method', 'GET'],
    ] as const;
    expect((await ask('/ready', preflight, 'OPTIONS')).status).toBe(403);
  });
});
