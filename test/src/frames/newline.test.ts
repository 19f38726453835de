import { connectFrames, TokenStore } from '@worldwire/transports/frames';
import { describe, expect, it } from 'vitest';
import { callTool, Lab, rpc, textOf } from '../http/lab.js';
import { useFrames } from './frames-server.js';
import { RawFrames } from './raw-frames.js';

const TOKEN = 'ada-has-a-long-token';
const NEWLINE = { framing: 'newline' } as const;

async function open(options: Parameters<typeof useFrames>[1] = {}) {
  const lab = new Lab();
  const server = await useFrames(lab.world, { ...options, frames: { ...NEWLINE, ...options.frames } });
  return { lab, server, client: await RawFrames.open(server, NEWLINE) };
}

describe('the newline framing', () => {
  it('carries the same messages, one per line', async () => {
    const { client } = await open();
    client.bytes(`${rpc('transport.healthCheck', {}, 1)}\r\n${rpc('transport.healthCheck', {}, 2)}\n`);
    await client.received(2);
    expect(client.texts[0]).toBe('{"jsonrpc":"2.0","id":1,"result":{"status":"ok"}}');
    await client.initialize();
    client.send(callTool('echo', { mark: 'a\nb' }, 3));
    expect(textOf(await client.answer(3))).toBe('a\nb');
  });

  it('works with the client', async () => {
    const { server } = await open();
    const client = await connectFrames('127.0.0.1', server.port, NEWLINE);
    expect(await client.healthCheck()).toEqual({ status: 'ok' });
    client.close();
  });

  it('requires the credential first, in a line of at most 4 KiB', async () => {
    const tokens = TokenStore.parse(TOKEN);
    const { client, server } = await open({ frames: { tokens } });
    client.send(rpc('transport.healthCheck', {}, 1));
    expect((await client.answer(1)).error?.code).toBe(1000);
    await client.authenticate({ token: TOKEN });
    client.send(rpc('transport.healthCheck', { pad: 'x'.repeat(10_000) }, 2));
    expect((await client.answer(2)).result).toEqual({ status: 'ok' });
    const long = await RawFrames.open(server, NEWLINE);
    long.send(rpc('session.authenticate', { token: TOKEN, pad: 'x'.repeat(10_000) }, 1));
    expect((await long.answer(null)).error?.code).toBe(-32700);
    await long.end();
  });

  it.each(['hello', '{"jsonrpc":"2.0",', 'x'.repeat(20_000)])(
    'loses only the line for an invalid line: %.20s',
    async line => {
      const { client } = await open({ limits: { bodyBytes: 16 * 1024 } });
      client.bytes(`${line}\n`).send(rpc('transport.healthCheck', {}, 'after'));
      expect((await client.answer(null)).error?.code).toBe(-32700);
      await client.answer('after');
    },
  );

  it('rejects a page that posts lines to its port', async () => {
    const { client, lab, server } = await open();
    const call = rpc('initialize', { protocolVersion: '2025-11-25', capabilities: {} });
    client.bytes(
      `POST / HTTP/1.1\r\nHost: 127.0.0.1:${server.port}\r\nContent-Type: text/plain\r\n\r\n${call}\n${callTool('echo', { mark: 'forged' })}\n`,
    );
    await client.end();
    expect(lab.echoed.size).toBe(0);
    expect(client.messages).toEqual([]);
  });

  it('ends a line that is incomplete for 30 seconds', async () => {
    let now = 1_000_000;
    const { client, server } = await open({ now: () => now });
    client.bytes('{"jsonrpc":');
    const other = await RawFrames.open(server, NEWLINE);
    other.send(rpc('transport.healthCheck', {}, 1));
    await other.answer(1);
    now += 30_000;
    expect((await client.answer(null)).error?.code).toBe(-32600);
    await client.end();
    expect(other.ended).toBe(false);
  });
});
