import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ERAS, said, type Visitor } from './official-clients.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

let server: UniverseServer;

beforeAll(async () => {
  server = await startUniverse();
});
afterAll(() => server.close());

const REFUSED = /nmae is an unknown field, probably name.*the fields of .* are .*bodyType.*isRoguePlanet/s;
const STATE = { stars: { odd: { nmae: 'Odd' } } };

/** Kept by the renderers of solar-system-constructor. */
const OF_ORIGIN = {
  stars: {
    a: {
      isRoguePlanet: true,
      parentBeltId: 'b',
      asteroidSubType: 'mainBelt',
      lagrangeHostId: 'l',
      ring: { warpFactor: 1, seed: 's' },
    },
  },
  belts: {
    b: { parentId: 'a', inclination: 3, asteroidCount: 1, asteroidIds: ['a'], lodLevel: 0, visible: true },
  },
  smallBodyFields: { f: { hostStarId: 'a', inclinationSigma: 0.1, visible: true, style: 'thin' } },
  protoplanetaryDisks: {
    d: { centralStarId: 'a', bandStrength: 0.5, edgeSoftness: 0.2, temperatureGradient: 1 },
  },
  nebulae: { n: { dimensions: { x: 1, y: 2, z: 3 }, associatedGroupIds: ['g'], visible: false } },
};

describe.each(['', '/constructor'])('a state of a request below "%s/universes"', base => {
  it('is refused with an unknown field, the nearest name and all names, and nothing is stored', async () => {
    const { rest } = server;
    const before = (await rest.get('/universes?limit=50')).body.items.length;
    for (const { status, body } of [
      await rest.post(`${base}/universes`, { name: 'Odd', state: STATE }),
      await rest.put(`${base}/universes/sol`, { state: STATE }),
      await rest.post(`${base}/universes/sol/commands`, { type: 'replaceSnapshot', snapshot: STATE }),
      await rest.post(`${base}/universes/sol/commands`, [
        { type: 'addStar', id: 'odd', payload: STATE.stars.odd },
      ]),
    ]) {
      expect(status).toBe(422);
      expect(JSON.stringify(body)).toMatch(REFUSED);
    }
    expect((await rest.get('/universes?limit=50')).body.items).toHaveLength(before);
    expect((await rest.get('/universes/sol')).body.revision).toBe(0);
  });

  it('keeps every field that solar-system-constructor knows', async () => {
    const { rest } = server;
    const { status, body } = await rest.post(`${base}/universes`, { name: 'Theirs', state: OF_ORIGIN });
    expect(status).toBe(201);
    expect(body.state).toMatchObject(OF_ORIGIN);
  });
});

describe.each(ERAS)('a command of %s', (_era, visit) => {
  it('is refused with an unknown field in every form', async () => {
    const client: Visitor = await visit(server.url);
    onTestFinished(() => client.close());
    const send = (command: object) => client.call('send_universe_command', { universeId: 'sol', command });
    const add = { type: 'addStar', id: 'odd', payload: STATE.stars.odd };
    for (const command of [
      add,
      { type: 'batch', commands: [add] },
      { type: 'replaceSnapshot', snapshot: STATE },
    ]) {
      const result = await send(command);
      expect(result.isError).toBe(true);
      expect(said(result)).toMatch(REFUSED);
    }
    const generated = await send({ type: 'generate', kind: 'cluster', count: 3, sead: 4 });
    expect(said(generated)).toContain('sead is an unknown field, probably seed');
    expect((await server.rest.get('/universes/sol')).body.revision).toBe(0);
  });
});
