import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern } from '../harness.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const FLOOD = 16;
const BODIES = 3_000;

function bodies(count: number, time = 0): object {
  const stars = Array.from({ length: count }, (_, i) => [
    `b${i}`,
    {
      name: `Body ${i}`,
      radius: 1 + (i % 700),
      parentId: i === 0 ? null : `b${Math.floor(i / 40)}`,
      orbitalDistance: 1_000 * i,
      orbitalSpeed: 1e-6,
    },
  ]);
  return { stars: Object.fromEntries(stars), time };
}

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
  await server.rest.create('large', bodies(BODIES));
  await server.rest.create('target');
});
afterAll(() => server.close());

type Request = (index: number) => Promise<{ readonly status: number }>;

const tool = (name: string, given: object): Request => {
  const { headers, body } = modern('tools/call', { name, arguments: given });
  return () => server.rest.post('/mcp', body, headers);
};

const FLOODS: Readonly<Record<string, Request>> = {
  'maps at many times': i => server.rest.get(`/universes/large/map.svg?t=${i}`),
  'the places of all bodies at many times': i => server.rest.get(`/universes/large/ephemeris?t=${i}`),
  'whole states': () => server.rest.get('/universes/large'),
  'whole states by the tool': tool('get_universe_state', { universeId: 'large' }),
  'all bodies by the tool': tool('get_universe_state', { universeId: 'large', include: ['stars'] }),
  'commands that answer with the state': () =>
    server.rest.command('large', { type: 'tick' }, {}, '?returning=state'),
  'states that are put': i => server.rest.put('/universes/target', { state: bodies(BODIES, i) }),
  'states that are refused': i =>
    server.rest.put('/universes/target', { state: { ...bodies(BODIES, i), rootIds: [] } }),
  'new universes with a state': i =>
    server.rest.post('/universes', { id: `new-${i}`, name: 'New', state: bodies(BODIES) }),
};

describe('a small read among expensive requests of the same principal', () => {
  it.each(Object.entries(FLOODS))('does not wait for all of them: %s', async (_what, request) => {
    let done = 0;
    const flood = Array.from({ length: FLOOD }, async (_, index) => {
      const { status } = await request(index);
      done++;
      return status;
    });
    await Promise.race(flood);
    const { status } = await server.rest.get('/universes/sol');
    const before = done;
    expect(status).toBe(200);
    const [answered, ...others] = new Set(await Promise.all(flood));
    expect([200, 201, 422]).toContain(answered);
    expect(others).toEqual([]);
    expect(before).toBeLessThan(FLOOD / 2);
  });
});

describe('expensive answers', () => {
  it('are of one revision while commands are written in between', async () => {
    await server.rest.create('moving', bodies(BODIES));
    // Both bodies always have the same name: a state between two revisions would show two.
    const rename = (name: string) =>
      server.rest.command(
        'moving',
        ['b0', `b${BODIES - 1}`].map(id => ({ type: 'updateStar', id, payload: { name } })),
      );
    await rename('First');
    let reading = true;
    const writing = (async () => {
      for (let i = 0; reading; i++) await rename(`Name ${i}`);
    })();
    const revisions = new Set<number>();
    while (revisions.size < 5) {
      const { body } = await server.rest.get('/universes/moving');
      revisions.add(body.revision);
      expect(body.state.stars.b0?.name).toBe(body.state.stars[`b${BODIES - 1}`]?.name);
    }
    reading = false;
    await writing;
  });

  it('give the places of the bodies that are named, and nothing for those that are not there', async () => {
    const all = (await server.rest.get('/universes/large/ephemeris?t=5')).body.bodies;
    const some = (
      await server.rest.get('/universes/large/ephemeris?t=5&body=b2999&body=b3&body=none&body=b3')
    ).body;
    expect(some.bodies).toEqual([all[2_999], all[3]]);
    const many = Array.from({ length: 201 }, (_, i) => `body=${i}`).join('&');
    const { status, body } = await server.rest.get(`/universes/large/ephemeris?${many}`);
    expect([status, body.error.message]).toEqual([400, 'body may be repeated 200 times, not 201.']);
  });
});
