import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, reply, textOf } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';

const ALLOWED = 'https://console.example';
const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD', 'OPTIONS', 'TRACE', 'PROPFIND'];
const TARGETS = [
  '/mcp',
  '/mcp/',
  '/mcp?sessionId=x',
  '//mcp',
  '/',
  '/no/such/path',
  '/.well-known/oauth-protected-resource',
  '/%6dcp',
  '/mcp%00',
  '*',
];

const lab = new Lab();
let server: TestServer;
let session: Record<string, string>;

beforeAll(async () => {
  server = await startServer({ world: lab.world, http: { origins: [ALLOWED] } });
  session = await openSession(server.url);
});

afterAll(() => server.close());

function send(method: string, target: string, origins: readonly string[], body = '') {
  const headers = [['Host', `127.0.0.1:${server.port}`], ...Object.entries(session)] as [string, string][];
  const all = [...headers, ...origins.map(origin => ['Origin', origin] as const)];
  const text = rawRequest(method, target, all, method === 'POST' ? body : '');
  return exchange(text, method === 'HEAD');
}

async function exchange(
  text: string,
  bodiless: boolean,
): Promise<{ status: number; headers: Readonly<Record<string, string>> }> {
  if (!bodiless) return RawSocket.exchange(server.port, text);
  const response = await RawSocket.exchange(
    server.port,
    text.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n'),
  ).catch((error: Error) => error);
  if (!(response instanceof Error)) return response;
  return { status: Number(/HTTP\/1\.1 (\d+)/.exec(response.message)?.[1]), headers: {} };
}

describe('a foreign Origin', () => {
  const foreign: [string, (port: number) => string][] = [
    ['another site', () => 'https://evil.example'],
    ['null, as sandboxed frames and files send', () => 'null'],
    ['an empty one', () => ''],
    ['another local port', port => `http://127.0.0.1:${port + 1}`],
    ['another local port by name', () => 'http://localhost:3000'],
    ['no port', () => 'http://127.0.0.1'],
    ['https for http', port => `https://127.0.0.1:${port}`],
    ['http for https', () => 'http://console.example'],
    ['a name that begins with ours', port => `http://127.0.0.1.evil.example:${port}`],
    ['a name that ends with ours', () => 'https://evil-console.example'],
    ['a subdomain', () => 'https://a.console.example'],
    ['a name behind a user', port => `http://127.0.0.1:${port}@evil.example`],
    ['a trailing dot', () => 'https://console.example.'],
    ['a trailing slash', () => 'https://console.example/'],
    ['a path', port => `http://127.0.0.1:${port}/mcp`],
    ['upper case', () => 'HTTPS://CONSOLE.EXAMPLE'],
    ['a leading zero in the port', port => `http://127.0.0.1:0${port}`],
    ['another spelling of the address', port => `http://127.1:${port}`],
    ['the address as a number', port => `http://2130706433:${port}`],
    ['the wildcard', () => '*'],
    ['a list', port => `http://127.0.0.1:${port} https://evil.example`],
    ['a file', () => 'file://'],
    ['an extension', () => 'chrome-extension://abcdefghijklmnop'],
  ];

  it.each(foreign)('gets 403 and runs nothing: %s', async (what, origin) => {
    const response = await send('POST', '/mcp', [origin(server.port)], callTool('echo', { mark: what }));
    expect(response.status).toBe(403);
    expect(response.headers['access-control-allow-origin']).toBeUndefined();
    expect(lab.echoed.has(what)).toBe(false);
  });

  it.each(METHODS)('gets 403 on every path with %s', async method => {
    for (const target of TARGETS) {
      const { status } = await send(
        method,
        target,
        ['https://evil.example'],
        callTool('echo', { mark: 'everywhere' }),
      );
      // Node or the router refuses what it cannot parse before the guard runs.
      expect([403, 400], `${method} ${target}`).toContain(status);
    }
    expect((await send(method, '/mcp', ['https://evil.example'])).status).toBe(403);
    expect((await send(method, '/no/such/path', ['https://evil.example'])).status).toBe(403);
    expect(lab.echoed.has('everywhere')).toBe(false);
  });

  it.each([
    ['https://evil.example', '--origin https://evil.example.'],
    ['http://localhost:1', '--origin http://localhost:1.'],
    ['null', '--origin URL.'],
    ['https://evil.example/ --allow eval', '--origin URL.'],
  ])('gets an error with the flag that would allow it: %s', async (origin, flag) => {
    for (const method of ['POST', 'GET', 'OPTIONS']) {
      const headers: [string, string][] = [
        ['Host', `127.0.0.1:${server.port}`],
        ['Origin', origin],
      ];
      const { status, body } = await RawSocket.exchange(server.port, rawRequest(method, '/mcp', headers));
      expect(status).toBe(403);
      expect(JSON.parse(body)).toMatchObject({
        error: {
          message: expect.stringContaining('Origin'),
          data: { kind: 'PermissionDenied', hint: `The operator can allow it with ${flag}` },
        },
      });
    }
  });

  it('gets 403 beside an allowed one', async () => {
    for (const origins of [
      [ALLOWED, 'https://evil.example'],
      ['https://evil.example', ALLOWED],
    ]) {
      expect((await send('POST', '/mcp', origins, callTool('echo', { mark: 'both' }))).status).toBe(403);
    }
    expect(lab.echoed.has('both')).toBe(false);
  });

  it('gets 403 before the body is read, whatever is in it', async () => {
    const head = rawRequest('POST', '/mcp', [
      ['Host', `127.0.0.1:${server.port}`],
      ['Origin', 'https://evil.example'],
      ['Content-Type', 'application/json'],
      ['Content-Length', '1000'],
    ]);
    expect((await RawSocket.exchange(server.port, head)).status).toBe(403);
  });

  it('gets 403 when it asks for an upgrade', async () => {
    const head = rawRequest('GET', '/mcp', [
      ['Host', `127.0.0.1:${server.port}`],
      ['Origin', 'https://evil.example'],
      ['Connection', 'Upgrade'],
      ['Upgrade', 'websocket'],
    ]);
    expect((await RawSocket.exchange(server.port, head)).status).toBe(403);
  });
});

describe('an Origin that may call', () => {
  it.each([
    ['the server’s own by address', (port: number) => `http://127.0.0.1:${port}`],
    ['the server’s own by name', (port: number) => `http://localhost:${port}`],
    ['the server’s own in IPv6', (port: number) => `http://[::1]:${port}`],
    ['one the operator allowed', () => ALLOWED],
  ])('is served: %s', async (_what, origin) => {
    const response = await fetch(server.url, {
      method: 'POST',
      headers: { ...session, origin: origin(server.port) },
      body: callTool('echo', { mark: 'welcome' }),
    });
    expect(response.headers.get('access-control-allow-origin')).toBe(origin(server.port));
    expect(textOf(await reply(response))).toBe('welcome');
  });

  it('is not needed: programs send none', async () => {
    const { status } = await send('POST', '/mcp', [], callTool('echo', { mark: 'a' }));
    expect(status).toBe(200);
  });
});
