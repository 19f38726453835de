import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { listenHttp, TokenStore } from '@worldwire/transports/http';
import { describe, expect, it } from 'vitest';
import { JSON_HEADERS, startServer } from '../harness.js';
import { Lab, rpc } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';

const TOKEN = '0123456789abcdef';
const quiet = () => {};
const log = { debug: quiet, info: quiet, warn: quiet, error: quiet };
const base = { port: 0, mounts: [], limits: DEFAULT_LIMITS, log, now: Date.now };

describe('binding another address than loopback', () => {
  it.each([
    '0.0.0.0',
    '::',
    '',
    '192.168.0.1',
    '::ffff:0.0.0.0',
    '0',
    'example.com',
    '127.0.0.1.example.com',
    '128.0.0.1',
  ])('without a token refuses to start: %j', async host => {
    await expect(listenHttp({ ...base, host })).rejects.toThrow(/token/);
  });

  it('with a token starts, still checks the Host, and refuses requests without it', async () => {
    const server = await startServer({
      world: new Lab().world,
      http: { host: '0.0.0.0', tokens: TokenStore.parse(TOKEN) },
    });
    const body = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    const knock = async (host: string, ...more: [string, string][]) => {
      const text = rawRequest(
        'POST',
        '/mcp',
        [['Host', host], ...Object.entries(JSON_HEADERS), ...more],
        body,
      );
      return (await RawSocket.exchange(server.port, text)).status;
    };
    const authorization: [string, string] = ['Authorization', `Bearer ${TOKEN}`];
    expect(await knock('evil.example', authorization)).toBe(403);
    expect(await knock('0.0.0.0', authorization)).toBe(403);
    expect(await knock('localhost')).toBe(401);
    expect(await knock('localhost', authorization)).toBe(200);
    expect(await knock('localhost', authorization, ['Origin', 'https://evil.example'])).toBe(403);
    await server.close();
  });
});

describe('binding loopback', () => {
  it.each(['127.0.0.1', 'localhost', '127.0.0.2'])('needs no token: %s', async host => {
    const listener = await listenHttp({ ...base, host });
    expect(listener.port).toBeGreaterThan(0);
    await listener.close();
  });

  it('allows the bound address as an origin', async () => {
    const server = await startServer({ world: new Lab().world, http: { host: '127.0.0.2' } });
    const call = (origin: string) =>
      fetch(server.url, { method: 'POST', headers: { ...JSON_HEADERS, origin }, body: rpc('ping') });
    const own = await call(server.base);
    expect(own.status).not.toBe(403);
    expect(own.headers.get('access-control-allow-origin')).toBe(server.base);
    expect((await call(server.base.replace('127.0.0.2', '127.0.0.3'))).status).toBe(403);
    await server.close();
  });

  it('starts with a request timeout below the default headers timeout', async () => {
    const listener = await listenHttp({
      ...base,
      host: '127.0.0.1',
      limits: { ...DEFAULT_LIMITS, requestMs: 5_000 },
    });
    await listener.close();
  });

  it('fails with the reason when the port is in use', async () => {
    const first = await listenHttp({ ...base, host: '127.0.0.1' });
    await expect(listenHttp({ ...base, host: '127.0.0.1', port: first.port })).rejects.toThrow(/EADDRINUSE/);
    await first.close();
  });
});
