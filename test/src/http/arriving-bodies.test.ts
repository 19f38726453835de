import type { Steps } from '@worldwire/server';
import { createMemory, DEFAULT_LIMITS, FairTurns, type Memory } from '@worldwire/server/internal';
import { describe, expect, it, onTestFinished } from 'vitest';
import { modern, openSession, startServer, type TestServer } from '../harness.js';
import { callTool, Lab, post, reply, rpc, textOf } from './lab.js';
import { RawSocket, rawRequest } from './raw-socket.js';
import { until } from './until.js';

const MEBIBYTE = 1024 * 1024;

async function start(limits: Partial<typeof DEFAULT_LIMITS>, turns?: FairTurns) {
  const lab = new Lab();
  const memory: Memory = createMemory({ ...DEFAULT_LIMITS, principalPercent: 100, ...limits });
  const server = await startServer({
    world: lab.world,
    limits,
    http: { memory, ...(turns !== undefined && { turns }) },
  });
  onTestFinished(() => server.close());
  return { lab, memory, server };
}

/** Begins a POST without sending its body. */
async function begin(
  { port }: TestServer,
  headers: readonly (readonly [string, string])[],
): Promise<RawSocket> {
  const socket = await RawSocket.open(port);
  onTestFinished(() => socket.destroy());
  const json = ['Content-Type', 'application/json'] as const;
  return socket.send(rawRequest('POST', '/mcp', [['Host', `127.0.0.1:${port}`], json, ...headers]));
}

function chunk(bytes: number): string {
  return `${bytes.toString(16)}\r\n${'x'.repeat(bytes)}\r\n`;
}

describe('the bodies that arrive', () => {
  it('are limited together before they are sent: one more gets 503', async () => {
    const { server, memory } = await start({ arrivingBytes: 4 * MEBIBYTE });
    const length = ['Content-Length', String(3 * MEBIBYTE)] as const;
    const first = await begin(server, [length]);
    await until(() => memory.arriving.total === 3 * MEBIBYTE, 'the body to be counted');
    const refused = await (await begin(server, [length])).response();
    expect(refused.status).toBe(503);
    expect(refused.headers).toMatchObject({ 'retry-after': '1', connection: 'close' });
    expect(JSON.parse(refused.body)).toMatchObject({ error: { data: { kind: 'Busy' } } });
    const { headers, body } = modern('tools/call', { name: 'echo', arguments: { mark: 'small' } });
    expect(textOf(await reply(post(server.url, headers, body)))).toBe('small');
    first.destroy();
    await until(() => memory.arriving.total === 0, 'the body to be freed');
  });

  it('are counted chunk by chunk without a Content-Length', async () => {
    const { server, memory } = await start({ arrivingBytes: MEBIBYTE });
    const socket = await begin(server, [['Transfer-Encoding', 'chunked']]);
    socket.send(chunk(700 * 1024));
    await until(() => memory.arriving.total === 700 * 1024, 'the chunk to be counted');
    socket.send(chunk(700 * 1024));
    expect((await socket.response()).status).toBe(503);
    await until(() => memory.arriving.total === 0, 'the body to be freed');
  });

  it('are counted with their members until their call is answered', async () => {
    const { server, memory, lab } = await start({});
    const headers = await openSession(server.url);
    const extra = Array.from({ length: 1_000 }, () => ({}));
    const body = rpc('tools/call', { name: 'hold', arguments: { key: 'held' }, _meta: { extra } });
    const pending = post(server.url, headers, body);
    await until(() => lab.hold('held').started, 'the call to begin');
    expect(memory.arriving.total).toBeGreaterThan(1_000 * 56);
    lab.hold('held').release();
    await pending;
    await until(() => memory.arriving.total === 0, 'the body to be freed');
  });

  it('have a limited number of members, on either path', async () => {
    const { server } = await start({ jsonMembers: 1_000 });
    const { headers, body } = modern('tools/call', {
      name: 'echo',
      arguments: { mark: Array(2_000).fill(1) },
    });
    for (const type of ['application/json', 'application/json; charset=utf-8']) {
      const response = await post(server.url, { ...headers, 'content-type': type }, body);
      expect(response.status).toBe(400);
      expect(await response.json()).toMatchObject({
        error: { code: -32700, message: expect.stringContaining('more than 1000 members') },
      });
    }
  });

  it('are parsed in turns of their principal when large, and at once when small', async () => {
    const turns: string[] = [];
    class SpiedTurns extends FairTurns {
      override run<Result>(principal: string, steps: Steps<Result>, signal?: AbortSignal): Promise<Result> {
        turns.push(principal);
        return super.run(principal, steps, signal);
      }
    }
    const { server, lab } = await start({}, new SpiedTurns(() => performance.now()));
    const headers = await openSession(server.url);
    await reply(post(server.url, headers, callTool('echo', { mark: 'small' })));
    expect(turns).toEqual([]);
    const mark = 'x'.repeat(100_000);
    await reply(post(server.url, headers, callTool('echo', { mark })));
    expect(turns).toEqual(['local']);
    expect(lab.echoed.has(mark)).toBe(true);
  });
});
