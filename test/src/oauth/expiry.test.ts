import { Policy } from '@worldwire/server/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Served } from 'worldwire';
import {
  IssuerLab,
  sign,
  type TestKey,
  testKey,
} from '../../../packages/transports/src/oauth/issuer-lab.test.js';
import { modern, serveWorld, type TestServer } from '../harness.js';
import { Dock } from '../revoking/dock.js';
import { OPENERS, type OpenThing, type Place } from '../revoking/open-things.js';
import { OAuthLab } from './oauth-server.js';

/** Difference of clocks that is tolerated. */
const TOLERANCE_S = 30;
/** Access tokens are for HTTP, and this server has no operator. */
const ELSEWHERE = /frames|approval/;
const KINDS = Object.entries(OPENERS).filter(([name]) => !ELSEWHERE.test(name));
const PENDING = Symbol('pending');

let key: TestKey;
let issuer: IssuerLab;
let lab: OAuthLab;
let dock: Dock;
let server: TestServer;

beforeEach(async () => {
  key = await testKey('k1');
  issuer = await IssuerLab.start(key);
  lab = new OAuthLab(issuer.url);
  dock = new Dock();
  const { world, routes = [], hooks = {} } = dock.served;
  const { stream: _, ...others } = hooks;
  server = await serveWorld(
    async () => ({
      world,
      mounts: kernel => [
        { path: '/mcp', kernel, routes, hooks },
        { path: '/sse', kernel, hooks: others },
      ],
    }),
    {
      limits: { drainMs: 50 },
      http: lab.http('dock', { paths: ['/mcp', '/sse'] }),
      environment: { date: lab.date, policy: new Policy(world, { writes: true }, { date: lab.date }) },
    },
  );
});
afterEach(async () => {
  lab.close();
  await server.close();
  await issuer.close();
});

function token(sub: string, seconds: number): Promise<string> {
  const iat = Math.floor(lab.date() / 1_000);
  const claims = { aud: server.url, scope: 'worldwire:dock:write', iat, exp: iat + seconds, sub };
  return sign(issuer.url, key, claims);
}

async function openAll(given: string, name: string): Promise<ReadonlyMap<string, OpenThing>> {
  const place: Place = {
    served: { url: server.url } as Served,
    dock,
    token: given,
    key: name,
    asked: async () => '',
  };
  const things = new Map<string, OpenThing>();
  for (const [kind, open] of KINDS) things.set(kind, await open(place));
  return things;
}

async function stillOpen(things: ReadonlyMap<string, OpenThing>): Promise<string[]> {
  const open: string[] = [];
  for (const [name, { ended }] of things) {
    const first = await Promise.race([ended, new Promise(resolve => setImmediate(resolve, PENDING))]);
    if (first === PENDING) open.push(name);
  }
  return open;
}

describe('an access token that expires', () => {
  it('ends everything that was opened with it, and nothing of another token', async () => {
    const names = KINDS.map(([name]) => name);
    const [short, long] = [await token('ann', 60), await token('ben', 600)];
    const [mine, others] = [await openAll(short, 'ann'), await openAll(long, 'ben')];
    // Half a minute is left.
    lab.aheadMs += 60_000;
    server.kernel.sweep();
    expect(await stillOpen(mine)).toEqual(names);
    lab.aheadMs += TOLERANCE_S * 1_000;
    server.kernel.sweep();
    for (const [name, { ended }] of mine) {
      const text = await ended;
      if (/^(a call|a request|a write|subscriptions)/.test(name))
        expect(text).toContain('The token has expired.');
    }
    expect(await stillOpen(others)).toEqual(names);
    const list = (given: string) =>
      fetch(server.url, modern('tools/list', {}, { headers: { authorization: `Bearer ${given}` } }));
    expect([(await list(short)).status, (await list(long)).status]).toEqual([401, 200]);
  });

  it('of a principal that has a newer one keeps what was opened with the newer one', async () => {
    const [older, newer] = [await token('ann', 60), await token('ann', 600)];
    const [first, second] = [await openAll(older, 'older'), await openAll(newer, 'newer')];
    lab.aheadMs += (60 + TOLERANCE_S) * 1_000;
    server.kernel.sweep();
    await Promise.all([...first.values()].map(({ ended }) => ended));
    expect(await stillOpen(second)).toEqual(KINDS.map(([name]) => name));
  });
});
