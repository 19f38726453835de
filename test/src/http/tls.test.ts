import { readFileSync } from 'node:fs';
import { request } from 'node:https';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { modern, startServer, type TestServer } from '../harness.js';
import { RawSocket } from './raw-socket.js';
import { within } from './until.js';

// A self-signed pair for 127.0.0.1, made for these tests.
const cert = fixture('loopback-cert.pem');
const key = fixture('loopback-key.pem');

let server: TestServer;

beforeAll(async () => {
  server = await startServer({ http: { tls: { cert, key } } });
});
afterAll(() => server.close());

it('serves a world over TLS, with an https URL', async () => {
  expect(server.url).toMatch(/^https:/);
  const { status, body } = await post({});
  expect(status).toBe(200);
  expect(JSON.parse(body).result.tools.length).toBeGreaterThan(0);
});

it('accepts its own https origin and refuses the http one', async () => {
  const own = `https://127.0.0.1:${server.port}`;
  expect((await post({ origin: own })).status).toBe(200);
  expect((await post({ origin: own.replace('https', 'http') })).status).toBe(403);
});

it('closes in time while a client holds a connection without a request', async () => {
  const other = await startServer({ http: { tls: { cert, key } } });
  const { connect } = await import('node:tls');
  const socket = connect({ host: '127.0.0.1', port: other.port, ca: cert });
  await new Promise(resolve => socket.once('secureConnect', resolve));
  const closed = new Promise(resolve => socket.once('close', resolve));
  await other.close();
  await closed;
});

it('closes in time while a client sends no handshake', async () => {
  const other = await startServer({ http: { tls: { cert, key } } });
  const mute = await RawSocket.open(other.port);
  const halfway = (await RawSocket.open(other.port)).send(Buffer.from('160301020001000001fc0303', 'hex'));
  await within(other.close(), 'closing while handshakes are under way', 3_000);
  await Promise.all([mute.closed, halfway.closed]);
});

it('disconnects a client without a handshake after the headers timeout', async () => {
  const other = await startServer({ http: { tls: { cert, key } }, limits: { headersMs: 300 } });
  const mute = await RawSocket.open(other.port);
  await within(mute.closed, 'the server to disconnect the silent client', 5_000);
  await other.close();
});

function post(headers: Record<string, string>): Promise<{ status: number | undefined; body: string }> {
  const message = modern('tools/list', {}, { headers });
  return new Promise((resolve, reject) => {
    const call = request(server.url, { method: 'POST', headers: message.headers, ca: cert }, response => {
      let body = '';
      response.setEncoding('utf8');
      response.on('data', chunk => {
        body += chunk;
      });
      response.on('end', () => resolve({ status: response.statusCode, body }));
    });
    call.on('error', reject);
    call.end(message.body);
  });
}

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
}
