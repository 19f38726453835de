import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { range } from './command-reader.js';
import { ERAS } from './official-clients.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const BODIES = 20_000;

/** Bodies with all fields that the pages of the origin write. */
const state = {
  stars: Object.fromEntries(
    range(1, BODIES).map(number => {
      const id = `body-${number}`;
      const orbit = { orbitalDistance: number, orbitalSpeed: 0.25, orbitalPhase: 0.5, eccentricity: 0.01 };
      const star = {
        id,
        name: `Body number ${number}`,
        bodyType: 'planet',
        mass: 1.25,
        radius: 2.5,
        color: '#8899aa',
      };
      const children = number === 1 ? range(2, BODIES).map(each => `body-${each}`) : [];
      return [id, { ...star, ...orbit, parentId: number === 1 ? null : 'body-1', children }];
    }),
  ),
  rootIds: ['body-1'],
};

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
});
afterAll(() => server.close());

const count = async (id: string) =>
  Object.keys((await server.rest.get(`/universes/${id}`)).body.state.stars).length;

describe('a universe of 20,000 bodies', () => {
  it('is accepted by POST and by PUT', async () => {
    const posted = await server.rest.post('/universes', { id: 'posted', name: 'Posted', state });
    expect([posted.status, posted.body.error]).toEqual([201, undefined]);
    await server.rest.create('put');
    expect((await server.rest.put('/universes/put', { state })).status).toBe(200);
    expect([await count('posted'), await count('put')]).toEqual([BODIES, BODIES]);
  });

  it('is accepted by replaceSnapshot over REST', async () => {
    await server.rest.create('replaced');
    const command = { type: 'replaceSnapshot', snapshot: state };
    expect((await server.rest.post('/universes/replaced/commands', command)).status).toBe(200);
    expect(await count('replaced')).toBe(BODIES);
  });

  it.each(ERAS)('is accepted by replaceSnapshot over MCP for %s', async (era, visit) => {
    const universeId = `called-${ERAS.findIndex(([name]) => name === era)}`;
    await server.rest.create(universeId);
    const visitor = await visit(server.url);
    const command = { type: 'replaceSnapshot', snapshot: state };
    const answer = await visitor.call('send_universe_command', { universeId, command });
    expect(answer.isError ?? false).toBe(false);
    await visitor.close();
    expect(await count(universeId)).toBe(BODIES);
  });
});
