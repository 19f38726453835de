import { execFileSync } from 'node:child_process';
import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectFrames, connectFramesUrl, TokenStore } from '@worldwire/transports/frames';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Lab, rpc } from '../http/lab.js';
import { until, within } from '../http/until.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

// A self-signed pair for 127.0.0.1, made for these tests.
const cert = fixture('loopback-cert.pem');
const key = fixture('loopback-key.pem');

function fixture(name: string): string {
  return readFileSync(new URL(`../fixtures/${name}`, import.meta.url), 'utf8');
}

function folder(): string {
  const path = mkdtempSync(join(tmpdir(), 'frames-'));
  onTestFinished(() => rmSync(path, { recursive: true }));
  return path;
}

describe('over TLS', () => {
  it('a client is served as without, and the URL begins with tls://', async () => {
    const { listener, port } = await useFrames(new Lab().world, { frames: { tls: { cert, key } } });
    expect(listener.url).toBe(`tls://127.0.0.1:${port}`);
    const client = await connectFramesUrl(listener.url, { tls: { ca: cert } });
    expect(await client.healthCheck()).toEqual({ status: 'ok' });
    client.close();
    await until(() => listener.connections === 0, 'the connection to close');
  });

  it('a client may end its side and still read the answers', async () => {
    const { port } = await useFrames(new Lab().world, { frames: { tls: { cert, key } } });
    const client = await RawFrames.open({ port }, { ca: cert, allowHalfOpen: true });
    client.send(rpc('transport.healthCheck', {}, 1));
    client.socket.end();
    expect((await client.answer(1)).result).toEqual({ status: 'ok' });
    await client.end();
  });

  it('a client that does not trust the certificate gets the reason', async () => {
    const { port } = await useFrames(new Lab().world, { frames: { tls: { cert, key } } });
    await expect(connectFrames('127.0.0.1', port, { tls: {} })).rejects.toMatchObject({
      code: 'closed',
      message: expect.stringContaining('certificate'),
    });
  });

  it('a client without a handshake is closed after the authentication timeout', async () => {
    const limits = { authenticateMs: 50 };
    const { port } = await useFrames(new Lab().world, { limits, frames: { tls: { cert, key } } });
    const silent = connect(port, '127.0.0.1').on('error', () => {});
    await within(new Promise(resolve => silent.once('close', resolve)), 'the connection to be closed');
  });

  it('many clients without a handshake keep no other out', async () => {
    const { listener, port } = await useFrames(new Lab().world, {
      limits: { connections: 3, authenticateMs: 60_000 },
      frames: { tls: { cert, key } },
    });
    const sockets = Array.from({ length: 12 }, () => connect(port, '127.0.0.1').on('error', () => {}));
    await Promise.all(sockets.map(socket => new Promise(resolve => socket.once('connect', resolve))));
    const client = await connectFramesUrl(listener.url, { tls: { ca: cert } });
    expect(await client.request('transport.healthCheck')).toEqual({ status: 'ok' });
    await client.close();
    for (const socket of sockets) socket.destroy();
  });

  it('a client without TLS is not served, and does not delay the close', async () => {
    const { listener, port } = await useFrames(new Lab().world, { frames: { tls: { cert, key } } });
    const silent = connect(port, '127.0.0.1').on('error', () => {});
    await new Promise(resolve => silent.once('connect', resolve));
    const gone = new Promise(resolve => silent.once('close', resolve));
    const plain = await RawFrames.open({ port });
    plain.send(rpc('transport.healthCheck'));
    await plain.end();
    expect(plain.messages).toEqual([]);
    await within(listener.close(), 'closing', 4_000);
    await gone;
  });
});

describe('on a unix socket', () => {
  it('a client is served without a token, and only the owner may connect', async () => {
    const path = join(folder(), 'frames.sock');
    const { listener, port } = await useFrames(new Lab().world, { path });
    expect([listener.url, port]).toEqual([`unix:${path}`, 0]);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    const client = await connectFramesUrl(listener.url);
    expect(await client.healthCheck()).toEqual({ status: 'ok' });
    client.close();
  });

  it('a token is asked for where one is configured', async () => {
    const path = join(folder(), 'frames.sock');
    const tokens = TokenStore.parse('ada ada-has-a-long-token');
    const { listener } = await useFrames(new Lab().world, { path, frames: { tokens } });
    const client = await connectFramesUrl(listener.url);
    await expect(client.healthCheck()).rejects.toMatchObject({ code: 1000 });
    await client.authenticate('ada-has-a-long-token');
    await client.healthCheck();
    client.close();
  });

  it('the socket of a killed server is replaced; that of a running one is not', async () => {
    const path = join(folder(), 'frames.sock');
    const listen = `require('node:net').createServer().listen(${JSON.stringify(path)}, () => process.kill(process.pid, 'SIGKILL'))`;
    expect(() => execFileSync(process.execPath, ['-e', listen])).toThrow();
    expect(statSync(path).isSocket()).toBe(true);
    const { listener } = await useFrames(new Lab().world, { path });
    await (await connectFramesUrl(listener.url)).healthCheck();
    await expect(useFrames(new Lab().world, { path })).rejects.toMatchObject({ code: 'EADDRINUSE' });
  });

  it('does not use TLS', async () => {
    const path = join(folder(), 'frames.sock');
    const { listener } = await useFrames(new Lab().world, { path, frames: { tls: { cert, key } } });
    const client = await connectFramesUrl(listener.url);
    expect(await client.healthCheck()).toEqual({ status: 'ok' });
    client.close();
  });

  it('a file that is not a socket is kept, and so is the target of a link', async () => {
    const [path, link] = [join(folder(), 'precious'), join(folder(), 'link')];
    writeFileSync(path, 'precious');
    symlinkSync(path, link);
    for (const place of [path, link]) {
      await expect(useFrames(new Lab().world, { path: place })).rejects.toMatchObject({ code: 'EADDRINUSE' });
    }
    expect(readFileSync(link, 'utf8')).toBe('precious');
  });

  it('a path that is too long, or in a missing folder, is refused with that reason', async () => {
    const home = folder();
    const long = join(home, 'x'.repeat(120));
    await expect(useFrames(new Lab().world, { path: long })).rejects.toThrow('at most');
    expect(readdirSync(home)).toEqual([]);
    const nowhere = join(home, 'a', 'b');
    await expect(useFrames(new Lab().world, { path: nowhere })).rejects.toMatchObject({ code: 'ENOENT' });
  });
});

describe('an address', () => {
  it.each(['http://127.0.0.1:1', 'ws://127.0.0.1:1', 'nonsense'])('%s is not a valid address', async url => {
    await expect(connectFramesUrl(url)).rejects.toThrow('tcp://');
  });

  it('of a server without a handshake times out', async () => {
    const { port } = await useFrames(new Lab().world);
    const connecting = connectFramesUrl(`tls://127.0.0.1:${port}`, { timeoutMs: 200 });
    await expect(connecting).rejects.toMatchObject({ code: expect.stringMatching(/timeout|closed/) });
  });

  it('without a server is refused with the reason', async () => {
    const { listener, port } = await useFrames(new Lab().world);
    await listener.close();
    await expect(connectFrames('127.0.0.1', port)).rejects.toMatchObject({ code: 'closed' });
    await expect(connectFramesUrl(`tcp://127.0.0.1:${port}`)).rejects.toMatchObject({ code: 'closed' });
    await expect(connectFramesUrl('unix:/nowhere/at/all')).rejects.toMatchObject({ code: 'closed' });
  });
});
