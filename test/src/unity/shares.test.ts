import { openEmbedded } from '@worldwire/engine/embedded';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { listenFrames, TokenStore } from '@worldwire/transports/frames';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { RawFrames } from '../frames/raw-frames.js';
import { keepingLog, modern, openSession } from '../harness.js';
import { EventReader } from '../http/event-reader.js';
import { rpc } from '../http/lab.js';
import { until } from '../http/until.js';
import { Explorer, type Failure, type Wire } from './explorer.js';
import { GatedEngine } from './gated-engine.js';
import { startUnity, type UnityServer } from './unity-server.js';

const [EVE, ADA, BOB] = ['eve-0123456789abcdef', 'ada-0123456789abcdef', 'bob-0123456789abcdef'];
/** Eve has no right in this world. */
const tokens = TokenStore.parse(`eve ${EVE} elsewhere:read\nada ${ADA}\nbob ${BOB}`);
const ALL = 'Cannot have more than 32 parallel requests. Please slow down.';
const SHARE = 16;
const READ = { name: 'GetTimeScale', arguments: {} };

const as = (token: string) => ({ authorization: `Bearer ${token}` });

let server: UnityServer;
let engine: GatedEngine;
beforeAll(async () => {
  engine = new GatedEngine(await openEmbedded());
  server = await startUnity({ engine, grants: { writes: true }, http: { tokens } });
});
afterAll(() => server.close());

/** A request of the newest revision. Its answer is read later. */
function send(token: string, method: string, params: Record<string, unknown>): Promise<Response> {
  const leaving = new AbortController();
  onTestFinished(() => leaving.abort());
  const request = modern(method, params, { headers: as(token) });
  const sent = fetch(server.url, { ...request, signal: leaving.signal });
  sent.catch(() => {});
  return sent;
}

function read(token: string): Promise<Response> {
  return fetch(`${server.base}/read?uri=unity://scenes`, { headers: as(token) });
}

interface Answered {
  readonly status: number;
  readonly body: Wire;
}

/** A client of each era, which is ready to send its call. */
const ERAS: [string, (token: string) => Promise<() => Promise<Answered>>][] = [
  ['requests of 2026-07-28', async token => async () => reply(await send(token, 'tools/call', READ))],
  ['a session', inSession],
  ['the dialect', async token => () => new Explorer(server.base, as(token)).rpc('call_tool', READ)],
  ['frames', overFrames],
];

async function reply(response: Response): Promise<Answered> {
  return { status: response.status, body: (await response.json()) as Wire };
}

async function inSession(token: string): Promise<() => Promise<Answered>> {
  const headers = await openSession(server.url, '2025-06-18', {}, as(token));
  return async () =>
    reply(await fetch(server.url, { method: 'POST', headers, body: rpc('tools/call', READ) }));
}

/** Frames have no status: a refusal has the one that HTTP would have. */
async function overFrames(token: string): Promise<() => Promise<Answered>> {
  const { log } = keepingLog();
  const { kernel, dialect } = server.mounts[0]!;
  const listener = await listenFrames({
    ...{ host: '127.0.0.1', port: 0, limits: DEFAULT_LIMITS, log, now: Date.now, tokens },
    worlds: new Map([['unity', { kernel, ...(dialect !== undefined && { dialect }) }]]),
  });
  onTestFinished(() => listener.close());
  const client = await RawFrames.open({ port: listener.port });
  await client.authenticate({ token });
  await client.initialize();
  let id = 0;
  return async () => {
    client.send(rpc('tools/call', READ, ++id));
    const body = (await client.answer(id)) as unknown as Wire;
    return { status: body.error === undefined ? 200 : 429, body };
  };
}

async function fill(token: string, count: number): Promise<Promise<Response>[]> {
  const before = engine.waiting;
  const sent = Array.from({ length: count }, () => send(token, 'tools/call', READ));
  await until(() => engine.waiting === before + count, `${count} requests in progress`);
  return sent;
}

describe('the 32 requests of the Unity document', () => {
  it('are served beside idle subscriptions of a token without any right in the world', async () => {
    const filter = { notifications: { toolsListChanged: true } };
    const open = await Promise.all(
      Array.from({ length: 40 }, () => send(EVE, 'subscriptions/listen', filter)),
    );
    expect(open.map(({ status }) => status)).toEqual(Array(40).fill(200));
    for (const [era, client] of ERAS) {
      const call = await client(BOB);
      expect({ era, ...(await call()) }).toMatchObject({ era, status: 200 });
    }
  });

  it.each(ERAS)('refuse a principal at its share of 16, and serve another one, in %s', async (_, client) => {
    const [own, others] = [await client(ADA), await client(BOB)];
    engine.shut();
    const sent = await fill(ADA, SHARE);
    const refused = await own();
    expect(refused).toMatchObject({
      status: 429,
      body: {
        error: {
          message: expect.stringContaining('16 requests of yours are in progress, which is your share'),
          data: { kind: 'RateLimited', hint: expect.any(String) },
        },
      },
    });
    const other = others();
    await until(() => engine.waiting === SHARE + 1, 'the call of another principal');
    engine.open();
    expect((await other).status).toBe(200);
    expect((await Promise.all(sent)).map(({ status }) => status)).toEqual(Array(SHARE).fill(200));
    expect((await own()).status).toBe(200);
  });

  it('are also those of GET /read, which is refused in the form of the document', async () => {
    const stream = await EventReader.open(`${server.base}/`, { ...as(ADA), accept: 'text/event-stream' });
    engine.shut();
    const reads = Array.from({ length: SHARE }, () => read(ADA));
    await until(() => engine.waiting === SHARE, '16 reads in progress');
    const refused = await read(ADA);
    const { error } = (await refused.json()) as Wire;
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('1');
    expect(error).toEqual({
      code: -32005,
      message: expect.stringContaining('16 requests of yours are in progress, which is your share'),
      data: { kind: 'RateLimited', hint: expect.any(String) },
    });
    expect((await new Explorer(server.base, as(ADA)).rpc('call_tool', READ)).status).toBe(429);
    const mirrored = () =>
      stream.messages.some(each => (each.error as Failure | undefined)?.message === error.message);
    await until(mirrored, 'the mirror');
    stream.cut();
    const other = read(BOB);
    await until(() => engine.waiting === SHARE + 1, 'the read of another principal');
    engine.open();
    expect((await other).status).toBe(200);
    expect((await Promise.all(reads)).map(({ status }) => status)).toEqual(Array(SHARE).fill(200));
    expect((await read(ADA)).status).toBe(200);
    const { body } = await new Explorer(server.base, as(ADA)).rpc('call_tool', {
      ...{ name: 'TailLogs', arguments: {} },
    });
    expect(JSON.stringify(body.result)).toContain(`[MCP] error -32005: ${error.message}`);
  });

  it('leave event streams open to a principal at its share', async () => {
    engine.shut();
    const sent = await fill(ADA, SHARE);
    for (const path of ['/', '/sse']) {
      const stream = await EventReader.open(`${server.base}${path}`, {
        ...{ ...as(ADA), accept: 'text/event-stream' },
      });
      stream.cut();
    }
    engine.open();
    await Promise.all(sent);
  });

  it('refuse everybody with the words of the document when two principals have taken all', async () => {
    engine.shut();
    const sent = [...(await fill(ADA, SHARE)), ...(await fill(BOB, SHARE))];
    const { status, body } = await new Explorer(server.base, as(EVE)).rpc('call_tool', READ);
    expect({ status, body }).toMatchObject({
      status: 429,
      body: { error: { code: -32005, message: ALL, data: { kind: 'RateLimited' } } },
    });
    engine.open();
    await Promise.all(sent);
  });

  it('are not taken by calls that wait for a condition', async () => {
    const before = [...server.kernel.calls].length;
    const conditions = [{ path: '/Never', is: 'exists' }];
    for (let count = 0; count < 20; count++)
      send(ADA, 'tools/call', { name: 'WaitUntil', arguments: { conditions, seconds: 60 } });
    const calls = () => [...server.kernel.calls];
    await until(() => calls().length === before + 20, '20 calls that wait');
    const read = await new Explorer(server.base, as(ADA)).rpc('call_tool', READ);
    expect(read.status).toBe(200);
    for (const call of calls()) call.cancel('The test is over.');
  });
});
