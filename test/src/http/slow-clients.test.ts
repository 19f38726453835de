import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { JSON_HEADERS, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, post, reply, textOf } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';
import { until, within } from './until.js';

const LIMIT_MS = 400;
// Node checks for late requests once a second.
const BOUND_MS = 5_000;

const lab = new Lab();
let server: TestServer;

beforeAll(async () => {
  server = await startServer({
    world: lab.world,
    limits: { headersMs: LIMIT_MS, requestMs: LIMIT_MS, keepAliveMs: LIMIT_MS },
  });
});

afterAll(() => server.close());

/** Sends a few bytes at intervals, as slow attackers do, until the server disconnects. */
async function trickle(socket: RawSocket, piece: string): Promise<void> {
  const timer = setInterval(() => socket.send(piece), 50);
  try {
    await within(socket.closed, 'the server to disconnect the slow client', BOUND_MS);
  } finally {
    clearInterval(timer);
    socket.destroy();
  }
}

const head = (port: number) =>
  [['Host', `127.0.0.1:${port}`], ...Object.entries(JSON_HEADERS)] as [string, string][];

describe.concurrent('a client that is slow', () => {
  it('with its headers is disconnected', async () => {
    const socket = await RawSocket.open(server.port);
    socket.send(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\n`);
    await trickle(socket, 'X-Slow: 1\r\n');
    expect(socket.unread).toMatch(/^HTTP\/1\.1 408/);
  });

  it('with its headers is disconnected though a whole request has more time', async () => {
    const patient = await startServer({
      world: lab.world,
      limits: { headersMs: LIMIT_MS, requestMs: 60_000 },
    });
    const socket = await RawSocket.open(patient.port);
    socket.send(`POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${patient.port}\r\n`);
    await trickle(socket, 'X-Slow: 1\r\n');
    expect(socket.unread).toMatch(/^HTTP\/1\.1 408/);
    await patient.close();
  });

  it('with its body is disconnected, and its request never runs', async () => {
    const socket = await RawSocket.open(server.port);
    const body = callTool('echo', { mark: 'slow body' });
    socket.send(rawRequest('POST', '/mcp', [...head(server.port), ['Content-Length', '5000']], body));
    await trickle(socket, ' ');
    expect(socket.unread).toMatch(/^HTTP\/1\.1 408/);
    expect(lab.echoed.has('slow body')).toBe(false);
  });

  it('with its chunks is disconnected', async () => {
    const socket = await RawSocket.open(server.port);
    socket.send(rawRequest('POST', '/mcp', [...head(server.port), ['Transfer-Encoding', 'chunked']]));
    await trickle(socket, '1\r\n \r\n');
    expect(socket.unread).toMatch(/^HTTP\/1\.1 408/);
  });

  it('with the rest of a refused body is disconnected too', async () => {
    const socket = await RawSocket.open(server.port);
    const headers = [
      ...head(server.port),
      ['Origin', 'https://evil.example'],
      ['Content-Length', '5000'],
    ] as [string, string][];
    socket.send(rawRequest('POST', '/mcp', headers));
    expect((await socket.response()).status).toBe(403);
    await trickle(socket, ' ');
  });

  it('to send anything is disconnected', async () => {
    const socket = await RawSocket.open(server.port);
    await within(socket.closed, 'the server to close the silent connection', BOUND_MS);
  });

  it('to send its next request is disconnected', async () => {
    const socket = await RawSocket.open(server.port);
    socket.send(rawRequest('GET', '/mcp', [['Host', `127.0.0.1:${server.port}`]]));
    expect((await socket.response()).status).toBe(200);
    await within(socket.closed, 'the server to close the idle connection', BOUND_MS);
  });
});

describe.concurrent('the limits on slow clients', () => {
  it('do not affect a slow handler', async () => {
    const session = await openSession(server.url);
    const pending = post(server.url, session, callTool('hold', { key: 'patient' }));
    await until(() => lab.hold('patient').started, 'the call to begin');
    const slow = await RawSocket.open(server.port);
    slow.send('POST /mcp HTTP/1.1\r\n');
    // Once this client is disconnected, the timeout has passed for the call as well.
    await within(slow.closed, 'the slow client to be disconnected', BOUND_MS);
    lab.hold('patient').release();
    expect(textOf(await reply(pending))).toBe('held to the end');
  });

  it('hold while a hundred slow clients are connected: the others are served', async () => {
    const slow = await Promise.all(Array.from({ length: 100 }, () => RawSocket.open(server.port)));
    for (const socket of slow) socket.send('POST /mcp HTTP/1.1\r\n');
    const session = await openSession(server.url);
    expect(textOf(await reply(post(server.url, session, callTool('echo', { mark: 'served' }))))).toBe(
      'served',
    );
    await within(
      Promise.all(slow.map(socket => socket.closed)),
      'all slow clients to be disconnected',
      BOUND_MS,
    );
  });
});
