import { describe, expect, it } from 'vitest';
import { JSON_HEADERS, modern, openSession } from '../harness.js';
import { rpc } from '../http/lab.js';
import type { RawResponse } from '../http/raw-socket.js';
import { type Sent, type Served, serve } from './served.js';

const INITIALIZE = rpc(
  'initialize',
  { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'late', version: '1' } },
  'hello',
);
const LIST = rpc('tools/list', {}, 'list');
const COMMAND = { type: 'addStar', id: 'vulcan', payload: { parentId: 'sun' } };
const REST: Sent = {
  path: '/universes/sol/commands?returning=changes',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(COMMAND),
};

/** One request of each kind. */
async function everyKind({ url }: Served): Promise<[string, Sent][]> {
  const sessions = ['2024-11-05', '2025-03-26', '2025-06-18', '2025-11-25'].map(
    async (revision): Promise<[string, Sent]> => [
      revision,
      { headers: await openSession(url, revision), body: LIST },
    ],
  );
  return [
    ...(await Promise.all(sessions)),
    ['2026-07-28', modern('tools/list', {}, { id: 'list' })],
    ['initialize', { headers: JSON_HEADERS, body: INITIALIZE }],
    ['REST', REST],
  ];
}

function refusal({ status, headers }: RawResponse) {
  return { status, connection: headers.connection, retryAfter: headers['retry-after'] };
}

const TOO_LATE = { status: 503, connection: 'close', retryAfter: expect.stringMatching(/^[1-9]\d*$/) };

describe('after SIGTERM', () => {
  it('a request whose head had arrived is answered as usual, in every revision, and closes its connection', async () => {
    const served = await serve();
    const kinds = await everyKind(served);
    const halves = await Promise.all(
      kinds.map(async ([kind, request]) => [kind, await served.sendHalf(request)] as const),
    );
    await served.stop();
    const answers = halves.map(async ([kind, half]) => {
      const { status, headers, body } = await half.finish().response();
      return { kind, status, connection: headers.connection, failed: body.includes('"error"') };
    });
    expect(await Promise.all(answers)).toEqual(
      kinds.map(([kind]) => ({ kind, status: 200, connection: 'close', failed: false })),
    );
    await Promise.all(halves.map(([, { socket }]) => socket.closed));
    expect(await served.program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('a request on an open connection, or on a new one, gets 503 with Retry-After', async () => {
    const served = await serve();
    const kinds = await everyKind(served);
    const [, session] = kinds[0] as [string, Sent];
    const more: [string, Sent][] = [
      ['GET', { method: 'GET', headers: { ...session.headers, accept: 'text/event-stream' }, body: '' }],
      ['DELETE', { method: 'DELETE', headers: session.headers, body: '' }],
      ['another path', { method: 'GET', path: '/nowhere', headers: {}, body: '' }],
    ];
    const all = [...kinds, ...more];
    const kept = await Promise.all(
      all.map(async () => {
        const socket = await served.send({ method: 'GET', path: '/universes', headers: {}, body: '' });
        expect((await socket.response()).status).toBe(200);
        return socket;
      }),
    );
    const holding = await served.sendHalf(REST);
    await served.stop();
    for (const [index, [kind, request]] of all.entries()) {
      for (const socket of [kept[index], undefined]) {
        const late = await served.send(request, socket);
        expect({ kind, ...refusal(await late.response()) }).toEqual({ kind, ...TOO_LATE });
        await late.closed;
      }
    }
    const { status, body } = await holding.finish().response();
    expect({ status, revision: (JSON.parse(body) as { revision: unknown }).revision }).toEqual({
      status: 200,
      revision: expect.any(Number),
    });
    expect(await served.program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('a request that is incomplete after drainMs gets 503, and the program ends', async () => {
    const served = await serve([], { drainMs: 200 });
    const [mcp, rest] = [
      await served.sendHalf({ headers: JSON_HEADERS, body: INITIALIZE }),
      await served.sendHalf(REST),
    ];
    await served.stop();
    const [answer, other] = [await mcp.socket.response(), await rest.socket.response()];
    expect(refusal(answer)).toEqual(TOO_LATE);
    expect(JSON.parse(answer.body)).toMatchObject({ error: { data: { kind: 'NotReady' } } });
    expect(refusal(other)).toEqual(TOO_LATE);
    expect(JSON.parse(other.body)).toMatchObject({ error: { kind: 'NotReady' } });
    expect(await served.program.ended).toMatchObject({ code: 0, signal: null });
  });

  it('a second signal of another kind ends the program at once, with requests in flight', async () => {
    const served = await serve();
    const half = await served.sendHalf(REST);
    await served.stop();
    served.program.kill('SIGINT');
    expect(await served.program.ended).toMatchObject({ code: 130 });
    await half.socket.closed;
  });
});
