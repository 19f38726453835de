import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { type AddressInfo, createServer, Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectOptions, connectFrames, connectFramesUrl } from '@worldwire/transports/frames';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { Lab } from '../http/lab.js';
import { until } from '../http/until.js';
import { useFrames } from './frames-server.js';

/** A server that accepts connections and passes them to the test. */
async function fakeServer(
  onConnection: (socket: Socket) => void = () => {},
): Promise<{ port: number; accepted: Socket[] }> {
  const accepted: Socket[] = [];
  const server = createServer(socket => {
    accepted.push(socket.on('error', () => {}).resume());
    onConnection(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of accepted) socket.destroy();
    server.close();
  });
  return { port: (server.address() as AddressInfo).port, accepted };
}

async function gone({ accepted }: { accepted: Socket[] }): Promise<void> {
  await until(
    () => accepted.length > 0 && accepted.every(({ destroyed }) => destroyed),
    'the socket to be closed',
  );
}

describe('the time to connect', () => {
  it('ends although a handshake continues, and the socket is closed', async () => {
    const server = await fakeServer(socket => {
      // The header of a long TLS record, then one byte at a time.
      socket.write(Uint8Array.of(0x16, 3, 3, 0x40, 0));
      const drip = setInterval(() => socket.write(Uint8Array.of(0)), 5);
      socket.on('close', () => clearInterval(drip));
    });
    const connecting = connectFramesUrl(`tls://127.0.0.1:${server.port}`, { timeoutMs: 150 });
    await expect(connecting).rejects.toMatchObject({ name: 'FramesError', code: 'timeout' });
    await gone(server);
  });

  it.each([0, 2 ** 31, Number.POSITIVE_INFINITY])(
    'may be %d ms, and does not end at once',
    async timeoutMs => {
      const { port } = await useFrames(new Lab().world);
      const client = await connectFrames('127.0.0.1', port, { timeoutMs });
      expect(await client.healthCheck()).toEqual({ status: 'ok' });
      client.close();
    },
  );

  it.each([-1, Number.NaN])('is refused as %d before anything is opened', async timeoutMs => {
    const { port, accepted } = await fakeServer();
    await expect(connectFrames('127.0.0.1', port, { timeoutMs })).rejects.toThrow(RangeError);
    // Earlier connections were accepted before this one.
    const client = await connectFrames('127.0.0.1', port);
    await until(() => accepted.length > 0, 'the second to connect');
    expect(accepted).toHaveLength(1);
    client.close();
  });

  it('leaves no timer behind, with and without a connection', async () => {
    const { listener, port } = await useFrames(new Lab().world);
    const [set, clear] = [vi.spyOn(globalThis, 'setTimeout'), vi.spyOn(globalThis, 'clearTimeout')];
    onTestFinished(() => void vi.restoreAllMocks());
    const timers = () => set.mock.results.filter((_, n) => set.mock.calls[n]?.[1] === 54_321);
    const cleared = () => clear.mock.calls.map(([timer]) => timer);
    (await connectFrames('127.0.0.1', port, { timeoutMs: 54_321 })).close();
    await listener.close();
    await expect(connectFrames('127.0.0.1', port, { timeoutMs: 54_321 })).rejects.toThrow('ECONNREFUSED');
    expect(timers()).toHaveLength(2);
    for (const { value } of timers()) expect(cleared()).toContain(value);
  });
});

describe('a connection that fails', () => {
  it.each<[string, ConnectOptions]>([
    ['a server that is none of TLS', { tls: {} }],
    ['an option that is none', { framing: 'smoke' as 'frames' }],
  ])('by %s is closed', async (_what, options) => {
    const server = await fakeServer(socket => socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'));
    await expect(connectFrames('127.0.0.1', server.port, options)).rejects.toBeInstanceOf(Error);
    await gone(server);
  });

  it('by a server that closes during the handshake is reported as closed', async () => {
    const server = await fakeServer(socket => socket.once('data', () => socket.destroy()));
    const connecting = connectFramesUrl(`tls://127.0.0.1:${server.port}`);
    await expect(connecting).rejects.toMatchObject({ name: 'FramesError', code: 'closed' });
  });

  it('by invalid TLS settings rejects, and does not throw', async () => {
    const { port, accepted } = await fakeServer();
    const connecting = connectFrames('127.0.0.1', port, { tls: { ca: 'c', cert: 'no certificate' } });
    await expect(connecting).rejects.toBeInstanceOf(Error);
    expect(accepted).toEqual([]);
  });
});

describe('an address', () => {
  it.each([
    ['tcp://', 'has no host'],
    ['tls://', 'has no host'],
    ['tcp://:6400', 'has no host'],
    ['tcp://[]:6400', 'has no host'],
    ['tcp:///path', 'has no host'],
    ['unix:', 'has no path'],
    ['tcp://127.0.0.1:99999', 'Invalid port 99999'],
    ['tcp://127.0.0.1:0', 'Invalid port 0'],
    ['tcp://127.0.0.1:', 'HOST:PORT'],
    ['tcp://127.0.0.1:x', '":x" after its host'],
    ['tcp://127.0.0.1:1/path', '":1/path" after its host'],
    ['tcp://ada@127.0.0.1:1', '"@127.0.0.1:1" after its host'],
    ['tcp:127.0.0.1:6400', 'must begin with'],
    ['', 'must begin with'],
  ])('%j is refused with the reason', async (url, reason) => {
    await expect(connectFramesUrl(url)).rejects.toThrow(reason);
  });

  it.each([
    ['tcp://127.0.0.1', { host: '127.0.0.1', port: 6400 }],
    ['tcp://[::1]/', { host: '::1', port: 6400 }],
    ['TCP://localhost:65535', { host: 'localhost', port: 65_535 }],
    ['unix:/run/frames.sock', { path: '/run/frames.sock' }],
    ['unix:frames.sock', { path: 'frames.sock' }],
  ])('%s means %j', async (url, place) => {
    const dial = vi.spyOn(Socket.prototype, 'connect').mockImplementation(function (this: Socket) {
      return this.destroy(new Error('Not dialled.'));
    });
    onTestFinished(() => dial.mockRestore());
    await expect(connectFramesUrl(url)).rejects.toThrow('Not dialled.');
    expect(dial.mock.calls.flat(2)[0]).toMatchObject(place);
  });

  it('without a host or a port is refused', async () => {
    await expect(connectFrames('', 6400)).rejects.toThrow('The host is empty');
    for (const port of [0, -1, 1.5, 65_536, Number.NaN]) {
      await expect(connectFrames('127.0.0.1', port)).rejects.toThrow(RangeError);
    }
  });

  it('of a unix socket is refused with TLS', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'frames-'));
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const { listener } = await useFrames(new Lab().world, { path: join(folder, 'frames.sock') });
    await expect(connectFramesUrl(listener.url, { tls: {} })).rejects.toThrow('leave out "tls"');
    expect(listener.connections).toBe(0);
  });
});
