import { describe, expect, it } from 'vitest';
import {
  crashLoop,
  type Host,
  KilledPair,
  KilledServer,
  type Report,
  seeded,
  UniverseClient,
} from '../../../scripts/chaos/index.mjs';
import { postgresOf, serve, temporaryFolder } from './servers.js';

const ID = 'crash';
const WRITERS = 16;
const LONG = 240_000;

describe('a server that is killed while clients write', () => {
  it(
    'keeps every acknowledged command in SQLite, and does none twice, over 30 kills',
    async context => {
      const random = randomOf(context.task.name);
      const host = new KilledServer({ store: 'sqlite', data: await temporaryFolder() }, random);
      context.onTestFinished(() => host.stop());
      const report = await crashLoop({ host, universe: ID, writers: WRITERS, cycles: 30, random });
      nothingLost(report, 30);
    },
    LONG,
  );

  it(
    'keeps every acknowledged command in PostgreSQL, and does none twice, over 6 kills',
    async context => {
      const random = randomOf(context.task.name);
      const { url: store } = await postgresOf(context);
      const host = new KilledServer({ store, data: await temporaryFolder() }, random);
      context.onTestFinished(() => host.stop());
      const report = await crashLoop({ host, universe: ID, writers: WRITERS, cycles: 6, random });
      nothingLost(report, 6);
    },
    LONG,
  );
});

describe('a server that is killed beside another on the same PostgreSQL', () => {
  it(
    'leaves the other to answer for its commands, over 6 kills',
    async context => {
      const random = randomOf(context.task.name);
      const { url: store } = await postgresOf(context);
      const host = new KilledPair({ store, data: await temporaryFolder() });
      context.onTestFinished(() => host.stop());
      const report = await crashLoop({ host, universe: ID, writers: WRITERS, cycles: 6, random });
      nothingLost(report, 6);
    },
    LONG,
  );
});

describe('a PostgreSQL server that crashes while clients write', () => {
  it(
    'takes no acknowledged command with it; meanwhile writes get 503 and the state can be read',
    async context => {
      const random = randomOf(context.task.name);
      const postgres = await postgresOf(context);
      const { origin } = await serve({ store: postgres.url });
      let crashes = 0;
      const host: Host = {
        async up() {
          if (crashes > 0) await postgres.restart();
          return origin;
        },
        async crash() {
          await postgres.crash();
          crashes++;
          const client = new UniverseClient(origin, ID);
          const { status, body } = await client.send([{ type: 'tick', dt: 1 }], `while-gone-${crashes}`);
          expect({ status, kind: body.error?.kind }).toEqual({ status: 503, kind: 'NotReady' });
          expect((await client.read()).revision).toBeGreaterThan(0);
          client.close();
        },
      };
      nothingLost(await crashLoop({ host, universe: ID, writers: WRITERS, cycles: 3, random }), 3);
    },
    LONG,
  );
});

describe('a PostgreSQL server that is down', () => {
  it('gives 503 to whatever needs it, and nothing is amiss once it is back', async context => {
    const postgres = await postgresOf(context);
    const { origin } = await serve({ store: postgres.url });
    const ask = async ([method, path, body]: readonly [string, string, object?]) => {
      const { status } = await fetch(`${origin}/universes${path}`, {
        method,
        ...(body && { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
      });
      return `${method} ${path} ${status}`;
    };
    const answers = async (requests: readonly (readonly [string, string, object?])[]) => {
      const given = [];
      for (const request of requests) given.push(await ask(request));
      return given;
    };
    await answers([
      ['GET', '/sol'],
      ['POST', '/sol/commands', { type: 'tick' }],
    ]);
    await postgres.crash();
    const needing: readonly (readonly [string, string, object?])[] = [
      ['GET', ''],
      ['POST', '', { name: 'New' }],
      ['GET', '/not-loaded'],
      ['GET', '/sol/history'],
      ['GET', '/sol/changes?since=0'],
      ['POST', '/sol/commands', { type: 'tick' }],
      ['POST', '/sol/undo', {}],
      ['PUT', '/sol', { name: 'Renamed' }],
      ['PUT', '/sol', { state: {} }],
      ['DELETE', '/sol'],
    ];
    const recent = '/sol/changes?since=0';
    expect(await answers(needing)).toEqual(
      needing.map(([method, path]) => `${method} ${path} ${path === recent ? 200 : 503}`),
    );
    expect(await ask(['GET', '/sol'])).toBe('GET /sol 200');
    await postgres.restart();
    expect(await ask(['GET', ''])).toBe('GET  200');
    expect(await ask(['POST', '/sol/commands', { type: 'tick' }])).toBe('POST /sol/commands 200');
    const sol = await (await fetch(`${origin}/universes/sol`)).json();
    expect(sol).toMatchObject({ state: { time: 2 }, revision: 2, name: 'Sol' });
  });
});

/** CHAOS_SEED repeats the choices of an earlier run. */
function randomOf(name: string): () => number {
  const seed = Number(process.env.CHAOS_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`${name}: CHAOS_SEED=${seed}`);
  return seeded(seed);
}

function nothingLost(report: Report, cycles: number): void {
  expect(report.problems).toEqual([]);
  expect(report.cycles).toBe(cycles);
  expect(report.acknowledged).toBe(report.operations);
  // The kills came in the midst of work, and retries met what had been done.
  expect(report.inFlight).toBeGreaterThanOrEqual(cycles);
  expect(report.replays).toBeGreaterThanOrEqual(report.operations);
}
