import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Served, ServeOptions } from 'worldwire';
import { temporaryFolder } from '../../../apps/worldwire/src/testing/program.js';
import { auditOf, serveHere } from '../front-door/garden.js';
import { modern } from '../harness.js';
import { Dock } from './dock.js';
import { OPENERS, type Place } from './open-things.js';

const ANN = 'ann-0123456789abcdef';
const OLGA = 'olga-0123456789abcdef';
const SAYS = 'The operator ended this';
/** What the list calls each, and what ends with it. */
const KINDS: Readonly<Record<string, { kind: string; method: string; tool?: string; waitsFor?: string }>> = {
  'the stream of a session': { kind: 'stream', method: 'GET /mcp' },
  'subscriptions/listen': { kind: 'subscription', method: 'subscriptions/listen' },
  'the stream of 2024-11-05': { kind: 'stream', method: 'GET /sse' },
  'a feed of the world': { kind: 'feed', method: 'GET /feed' },
  'the stream of the endpoint': { kind: 'feed', method: 'GET /mcp' },
  'the feed of the endpoint': { kind: 'feed', method: 'dock/follow' },
  'a frames connection': { kind: 'connection', method: expect.stringMatching(/^frames from /) },
  'a call on a frames connection': { kind: 'call', method: 'tools/call', tool: 'wait' },
  'a call without a session': { kind: 'call', method: 'tools/call', tool: 'wait', waitsFor: 'handler' },
  'a call of a session': { kind: 'call', method: 'tools/call', tool: 'wait' },
  'a write': { kind: 'call', method: 'tools/call', tool: 'load' },
  'a request of the interface of the world': {
    kind: 'request',
    method: 'GET /wait/:key',
    waitsFor: 'handler',
  },
  'a write by the interface of the world': {
    kind: 'request',
    method: 'POST /load/:key',
    waitsFor: 'handler',
  },
  'a task': { kind: 'task', method: 'tools/call', tool: 'sail' },
  'a call that waits for an approval': {
    kind: 'call',
    method: 'tools/call',
    tool: 'sink',
    waitsFor: 'approval',
  },
};

let dock: Dock;
let served: Served & { readonly data: string };
let place: Place;

beforeEach(async () => {
  dock = new Dock();
  const tokenFile = join(await temporaryFolder(), 'tokens.txt');
  await writeFile(tokenFile, `ann ${ANN} write\nolga ${OLGA} operate approve\n`, { mode: 0o600 });
  const limits = { drainMs: 50 };
  const options = { tokenFile, limits, frames: true, allow: ['writes'], approve: ['destructive'] };
  served = await serveHere(dock.served, {
    ...options,
    port: { dock: 0, main: 0, frames: 0 },
  } as ServeOptions);
  place = {
    served,
    dock,
    token: ANN,
    key: 'ann',
    asked: async () => (await operator('GET', 'approvals')).text(),
  };
});

function operator(method: string, path: string, token = OLGA): Promise<Response> {
  return fetch(new URL(`/operator/${path}`, served.url), {
    method,
    headers: { authorization: `Bearer ${token}` },
  });
}

interface ListedCall {
  readonly number: number;
  readonly kind: string;
  readonly principal: string;
}

async function calls(): Promise<readonly ListedCall[]> {
  return ((await (await operator('GET', 'calls')).json()) as { calls: readonly ListedCall[] }).calls;
}

async function endCall(number: number): Promise<number> {
  return (await operator('DELETE', `calls/dock/${number}`)).status;
}

describe('the operator', () => {
  it('has a case for every kind that is listed', () => {
    expect(Object.keys(KINDS)).toEqual(Object.keys(OPENERS));
  });

  it.each(Object.entries(KINDS))('lists and ends %s', async (name, shown) => {
    const before = Date.now();
    const isWork = ['call', 'request', 'task'].includes(shown.kind);
    const thing = await (OPENERS[name] as (typeof OPENERS)[string])(place);
    const listed = await calls();
    const found = listed.find(({ kind }) => kind === shown.kind) as ListedCall;
    expect(found).toMatchObject({
      world: 'dock',
      principal: 'ann',
      ...shown,
      waitsFor: isWork ? (shown.waitsFor ?? 'handler') : 'events',
    });
    expect(Date.parse((found as unknown as { since: string }).since)).toBeGreaterThanOrEqual(before - 1_000);
    expect(await calls()).toEqual(
      expect.arrayContaining([expect.objectContaining({ number: found.number, kind: found.kind })]),
    );
    expect(await endCall(found.number)).toBe(200);
    const text = await thing.ended;
    if (['call', 'request', 'subscription', 'task'].includes(found.kind)) expect(text).toContain(SAYS);
    await vi.waitFor(async () =>
      expect((await calls()).map(({ number }) => number)).not.toContain(found.number),
    );
    expect(await endCall(found.number)).toBe(404);
    const notes = (await auditOf(served.data)).filter(({ kind }) => kind === 'operator');
    expect(notes).toMatchObject([
      {
        principal: 'olga',
        what: 'call ended',
        details: { world: 'dock', number: found.number, kind: found.kind, principal: 'ann' },
      },
    ]);
  });

  it('ends no other call with it', async () => {
    const open = OPENERS['a call without a session'] as (typeof OPENERS)[string];
    const first = await open(place);
    const second = await open({ ...place, key: 'second' });
    const [one] = await calls();
    expect(await endCall((one as ListedCall).number)).toBe(200);
    expect(await first.ended).toContain(SAYS);
    expect(await calls()).toHaveLength(1);
    dock.berth('second alone').open();
    expect(await second.ended).toContain('waited');
  });

  it.each([
    ['a write', 'ann write', 'load'],
    ['a write by the interface of the world', 'ann-load', 'POST /load/:key'],
  ])(
    'gets the outcome of %s that it ended in the audit, when its handler returns',
    async (name, key, tool) => {
      const write = await (OPENERS[name] as (typeof OPENERS)[string])(place);
      const [call] = await calls();
      expect(await endCall((call as ListedCall).number)).toBe(200);
      expect(await write.ended).toContain(SAYS);
      expect(JSON.stringify(await auditOf(served.data))).not.toContain('"outcome":"done"');
      dock.berth(key).open();
      await vi.waitFor(async () =>
        expect(await auditOf(served.data)).toContainEqual(
          expect.objectContaining({ tool, outcome: 'done', unread: true }),
        ),
      );
      expect(dock.loaded).toEqual([key]);
    },
  );

  it('ends a call that waits for an approval, so that no approval can run it', async () => {
    const sink = await (OPENERS['a call that waits for an approval'] as (typeof OPENERS)[string])(place);
    const [call] = await calls();
    expect(await endCall((call as ListedCall).number)).toBe(200);
    expect(await sink.ended).toContain(SAYS);
    expect(JSON.parse(await place.asked())).toMatchObject({ approvals: [], total: 0 });
    expect(dock.loaded).toEqual([]);
  });

  it('says so to the client of a task', async () => {
    const request = modern(
      'tools/call',
      { name: 'sail', arguments: { key: 'voyage' } },
      {
        headers: { authorization: `Bearer ${ANN}` },
        capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      },
    );
    const { result } = (await (await fetch(served.url, request)).json()) as { result: { taskId: string } };
    const [task] = await calls();
    expect(await endCall((task as ListedCall).number)).toBe(200);
    const poll = modern(
      'tasks/get',
      { taskId: result.taskId },
      {
        headers: { authorization: `Bearer ${ANN}` },
        capabilities: { extensions: { 'io.modelcontextprotocol/tasks': {} } },
      },
    );
    expect(await (await fetch(served.url, poll)).json()).toMatchObject({
      result: { status: 'cancelled', statusMessage: 'The operator ended this task.' },
    });
  });

  it('cannot be a client without the right operate, and ends nothing by a number that was not listed', async () => {
    await (OPENERS['a call without a session'] as (typeof OPENERS)[string])(place);
    expect(await endCall(1)).toBe(404);
    const [call] = await calls();
    const path = `calls/dock/${(call as ListedCall).number}`;
    expect((await operator('DELETE', path, ANN)).status).toBe(403);
    expect((await operator('DELETE', 'calls/elsewhere/1')).status).toBe(404);
    expect(await calls()).toHaveLength(1);
  });
});
