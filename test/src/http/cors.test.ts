import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, openSession, startServer, type TestServer } from '../harness.js';
import { EventReader } from './event-reader.js';
import { Lab, post, rpc } from './lab.js';

const PAGE = 'https://console.example';
const TOKEN = 'Bearer cors-0123456789abcdef';

let server: TestServer;
let guarded: TestServer;

beforeAll(async () => {
  server = await startServer({ world: new Lab().world, http: { origins: [PAGE] } });
  const tokens = TokenStore.parse('cors-0123456789abcdef');
  guarded = await startServer({ world: new Lab().world, http: { origins: [PAGE], tokens } });
});

afterAll(async () => {
  await server.close();
  await guarded.close();
});

function preflight(url: string, headers: Record<string, string>): Promise<Response> {
  return fetch(url, { method: 'OPTIONS', headers: { 'access-control-request-method': 'POST', ...headers } });
}

function list(response: Response, name: string): string[] {
  return (response.headers.get(name) ?? '').split(',').map(item => item.trim().toLowerCase());
}

describe('a preflight', () => {
  it.each(['GET', 'POST', 'DELETE'])(
    'of an allowed page for %s is granted to that page alone',
    async method => {
      const response = await preflight(server.url, { origin: PAGE, 'access-control-request-method': method });
      expect(response.status).toBe(204);
      expect(response.headers.get('access-control-allow-origin')).toBe(PAGE);
      expect(list(response, 'access-control-allow-methods')).toContain(method.toLowerCase());
      expect(list(response, 'vary')).toContain('origin');
      expect(response.headers.get('access-control-allow-credentials')).toBeNull();
    },
  );

  it.each([
    'content-type',
    'authorization',
    'mcp-session-id',
    'mcp-protocol-version',
    'mcp-method',
    'mcp-name',
    'last-event-id',
  ])('allows the header %s', async name => {
    const response = await preflight(server.url, { origin: PAGE, 'access-control-request-headers': name });
    expect(list(response, 'access-control-allow-headers')).toContain(name);
  });

  it('allows Mcp-Param-* headers by name, and no other requested header', async () => {
    const asked = 'Mcp-Param-Region, x-forwarded-host, mcp-param-, cookie, *, mcp-param-a b';
    const response = await preflight(server.url, { origin: PAGE, 'access-control-request-headers': asked });
    const allowed = list(response, 'access-control-allow-headers');
    expect(allowed).toContain('mcp-param-region');
    for (const name of ['x-forwarded-host', 'mcp-param-', 'cookie', '*', 'mcp-param-a b'])
      expect(allowed).not.toContain(name);
  });

  it('of an allowed page needs no token, since browsers send none', async () => {
    const response = await preflight(guarded.url, {
      origin: PAGE,
      'access-control-request-headers': 'authorization',
    });
    expect(response.status).toBe(204);
    expect(list(response, 'access-control-allow-headers')).toContain('authorization');
  });

  it.each(['https://evil.example', 'null', 'http://localhost:1'])(
    'of %s is refused with 403 and grants nothing',
    async origin => {
      for (const url of [server.url, guarded.url, new URL('/elsewhere', server.url).href]) {
        const response = await preflight(url, { origin, 'access-control-request-private-network': 'true' });
        expect(response.status).toBe(403);
        for (const name of response.headers.keys()) expect(name).not.toMatch(/^access-control-/);
      }
    },
  );

  it('without an Origin grants nothing', async () => {
    const response = await preflight(server.url, {});
    expect(response.headers.get('access-control-allow-origin')).toBeNull();
  });
});

describe('an answer to an allowed page', () => {
  it('may be read by it, with the session id, whatever its status', async () => {
    const session = await openSession(server.url, '2025-11-25', {}, { origin: PAGE });
    const initialized = await post(
      server.url,
      { ...JSON_HEADERS, origin: PAGE },
      rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} }),
    );
    expect(list(initialized, 'access-control-expose-headers')).toContain('mcp-session-id');
    const answers = [
      initialized,
      await post(server.url, session, rpc('ping')),
      await post(server.url, session, '{'),
      await post(server.url, { ...session, 'content-type': 'text/plain' }, rpc('ping')),
      await post(server.url, { ...session, 'mcp-session-id': 'gone' }, rpc('ping')),
      await fetch(new URL('/elsewhere', server.url), { headers: { origin: PAGE } }),
      await post(guarded.url, { ...JSON_HEADERS, origin: PAGE }, rpc('ping')),
    ];
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 400, 415, 404, 404, 401]);
    for (const { headers } of answers) expect(headers.get('access-control-allow-origin')).toBe(PAGE);
  });

  it('may be a stream', async () => {
    const session = await openSession(guarded.url, '2025-11-25', {}, { origin: PAGE, authorization: TOKEN });
    const stream = await EventReader.listen(guarded.url, session);
    expect(stream.response.headers['access-control-allow-origin']).toBe(PAGE);
    stream.cut();
  });

  it('names that page even after another allowed page called, and never all pages', async () => {
    const own = `http://127.0.0.1:${server.port}`;
    for (const origin of [PAGE, own, PAGE]) {
      const response = await fetch(server.url, { headers: { origin } });
      expect(response.headers.get('access-control-allow-origin')).toBe(origin);
    }
    expect((await fetch(server.url)).headers.get('access-control-allow-origin')).toBeNull();
  });
});
