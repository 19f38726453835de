import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, startServer, type TestServer } from '../harness.js';
import { Lab, rpc } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';

const INITIALIZE = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
const HEADERS = Object.entries(JSON_HEADERS);

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ world: new Lab().world, http: { hosts: ['worlds.example'] } });
});

afterAll(() => server.close());

function initialize(hosts: readonly string[], target = '/mcp', method = 'POST') {
  const headers = [...hosts.map(host => ['Host', host] as const), ...HEADERS];
  return RawSocket.exchange(
    server.port,
    rawRequest(method, target, headers, method === 'POST' ? INITIALIZE : ''),
  );
}

describe('an unknown Host', () => {
  const unknown: [string, (port: number) => string][] = [
    ['another site, as after DNS rebinding', port => `evil.example:${port}`],
    ['another site without a port', () => 'evil.example'],
    ['nothing', () => ''],
    ['the address of another machine', port => `192.168.1.10:${port}`],
    ['the wildcard address', port => `0.0.0.0:${port}`],
    ['a name that begins with ours', port => `127.0.0.1.evil.example:${port}`],
    ['a name that ends with ours', () => 'evil-worlds.example'],
    ['a subdomain', () => 'a.worlds.example'],
    ['localhost with a trailing dot', () => 'localhost.'],
    ['a subdomain of localhost', () => 'evil.localhost'],
    ['another spelling of the address', () => '127.1'],
    ['the address as a number', () => '2130706433'],
    ['the address in hexadecimal', () => '0x7f000001'],
    ['another IPv6 address', port => `[fe80::1]:${port}`],
    ['IPv4 inside IPv6', () => '[::ffff:127.0.0.1]'],
    ['IPv6 without brackets', () => '::1'],
    ['an open bracket', () => '[::1'],
    ['a user before the name', () => 'localhost@evil.example'],
    ['a user who is localhost', () => 'evil.example@localhost'],
    ['a path after the name', () => 'localhost/evil.example'],
    ['a query after the name', () => 'localhost?evil.example'],
    ['a port that is none', () => 'localhost:http'],
    ['two ports', () => 'localhost:80:80'],
    ['two names', () => 'localhost, evil.example'],
    ['two names with a blank', () => 'localhost evil.example'],
    ['the URL', () => 'http://localhost'],
  ];

  it.each(unknown)('gets 403 and opens nothing: %s', async (_what, host) => {
    const before = server.kernel.sessions.size;
    const { status, headers } = await initialize([host(server.port)]);
    expect([403, 400]).toContain(status);
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(server.kernel.sessions.size).toBe(before);
  });

  it.each(['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'PROPFIND'])(
    'gets 403 on every path with %s',
    async method => {
      for (const target of ['/mcp', '/mcp/', '/', '/no/such/path', '/mcp?sessionId=x', '*']) {
        const { status } = await initialize(['evil.example'], target, method);
        expect([403, 400], `${method} ${target}`).toContain(status);
      }
      expect((await initialize(['evil.example'], '/mcp', method)).status).toBe(403);
      expect((await initialize(['evil.example'], '/no/such/path', method)).status).toBe(403);
    },
  );

  it('gets 403 with forwarding headers, which are not trusted', async () => {
    const forged = ['X-Forwarded-Host', 'X-Original-Host', 'X-Host', 'Forwarded'].map(
      name => [name, name === 'Forwarded' ? 'host=localhost' : 'localhost'] as const,
    );
    const text = rawRequest('POST', '/mcp', [['Host', 'evil.example'], ...forged, ...HEADERS], INITIALIZE);
    expect((await RawSocket.exchange(server.port, text)).status).toBe(403);
  });
});

describe('a request without exactly one Host', () => {
  it('is refused where none is given', async () => {
    expect((await initialize([])).status).toBe(400);
    const old = rawRequest('GET', '/mcp', []).replace('HTTP/1.1', 'HTTP/1.0');
    expect((await RawSocket.exchange(server.port, old)).status).toBe(403);
  });

  it('is refused where two are given, in either order', async () => {
    const own = `127.0.0.1:${server.port}`;
    for (const hosts of [
      [own, 'evil.example'],
      ['evil.example', own],
      [own, own],
    ]) {
      const { status } = await initialize(hosts);
      expect([400, 403], hosts.join(' then ')).toContain(status);
    }
  });

  it.each([
    ['on the short way', JSON_HEADERS['content-type']],
    ['on the long way', 'application/json; charset=utf-8'],
  ])('is refused when the second follows a hundred other headers, %s', async (_way, type) => {
    const before = server.kernel.sessions.size;
    const many = Array.from({ length: 2_100 }, () => 'a:\r\n').join('');
    const text = rawRequest(
      'POST',
      '/mcp',
      [
        ['Host', 'localhost'],
        ['Content-Type', type],
        ['many', ''],
        ['Host', 'evil.example'],
        ['Origin', 'http://evil.example'],
      ],
      INITIALIZE,
    );
    const { status, headers } = await RawSocket.exchange(server.port, text.replace('many: \r\n', many));
    expect(status).toBe(431);
    expect(headers['mcp-session-id']).toBeUndefined();
    expect(server.kernel.sessions.size).toBe(before);
  });

  it('is refused when the request line has another host than the header', async () => {
    const before = server.kernel.sessions.size;
    const own = `127.0.0.1:${server.port}`;
    for (const target of [
      'http://evil.example/mcp',
      'https://evil.example/mcp',
      `http://evil.example:${server.port}/mcp`,
    ]) {
      const { status } = await initialize([own], target);
      expect([400, 403], target).toContain(status);
    }
    expect([400, 403]).toContain((await initialize(['evil.example'], `http://${own}/mcp`)).status);
    expect(server.kernel.sessions.size).toBe(before);
  });

  it('is refused as a proxy request', async () => {
    const socket = await RawSocket.open(server.port);
    socket.send(`CONNECT evil.example:443 HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n\r\n`);
    const outcome = await socket.response().then(
      ({ status }) => status,
      () => 'closed',
    );
    expect([400, 403, 404, 405, 'closed']).toContain(outcome);
    socket.destroy();
  });
});

describe('the number of headers', () => {
  const headers = (count: number) => Array.from({ length: count }, (_, n) => [`X-Header-${n}`, 'x'] as const);
  // Host, Content-Type, Accept and Content-Length are added.
  const knock = (count: number) =>
    RawSocket.exchange(
      server.port,
      rawRequest('POST', '/mcp', [['Host', 'localhost'], ...HEADERS, ...headers(count - 4)], INITIALIZE),
    );

  it('is limited to a hundred', async () => {
    expect((await knock(100)).status).toBe(200);
    const { status, body } = await knock(101);
    expect(status).toBe(431);
    expect(JSON.parse(body)).toMatchObject({
      error: { code: -32600, message: expect.stringContaining('100') },
    });
  });
});

describe('a known Host', () => {
  it.each([
    ['the address', (port: number) => `127.0.0.1:${port}`],
    ['localhost', (port: number) => `localhost:${port}`],
    ['localhost in capitals', (port: number) => `LOCALHOST:${port}`],
    ['no port', () => 'localhost'],
    ['IPv6', (port: number) => `[::1]:${port}`],
    ['one the operator added', () => 'worlds.example'],
    ['one the operator added, with a port', () => 'Worlds.Example:443'],
  ])('is served: %s', async (_what, host) => {
    expect((await initialize([host(server.port)])).status).toBe(200);
  });
});
