import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ERAS, parsed, said, type Visitor } from './official-clients.js';
import { ORIGIN_SEED } from './origin-seed.js';
import { type Body, NO_STATE } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

let server: UniverseServer;
beforeAll(async () => {
  server = await startUniverse();
});
afterAll(() => server.close());

const ALREADY = [{ type: 'childAlreadyInGroup', groupId: 'all', childId: 'inner', childType: 'group' }];

describe.each(ERAS)('a client that knows the tools of solar-system-constructor: %s', (_era, visit) => {
  let visitor: Visitor;
  beforeAll(async () => {
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  it.each([
    ['star-crud', 'Star CRUD'],
    ['nebulae', 'Nebulae'],
    ['NEBULAE', 'Nebulae'],
    ['Star crud', 'Star CRUD'],
    ['small_body_fields', 'Small body fields'],
    ['Compound', 'compound'],
  ])('lists the commands of the category %s', async (category, name) => {
    const listing = parsed(await visitor.call('list_universe_commands', { universeId: 'sol', category }));
    const { categories, compound } = listing as unknown as {
      categories: { name: string }[];
      compound?: object[];
    };
    if (name === 'compound') expect(compound?.length).toBeGreaterThan(0);
    else expect(categories.map(each => each.name)).toEqual([name]);
  });

  it('is told the categories for a name that is none', async () => {
    const args = { universeId: 'sol', category: 'cookery' };
    const text = await visitor.call('list_universe_commands', args).then(said, String);
    expect(text).toContain('Star CRUD');
  });

  it('sends all 50 commands of the seed', async () => {
    expect(ORIGIN_SEED).toHaveLength(50);
    const universeId = await server.rest.create(`seed-${_era.length}`);
    for (const command of ORIGIN_SEED) {
      const result = await visitor.call('send_universe_command', { universeId, command });
      expect(result.isError, said(result)).not.toBe(true);
      expect(JSON.stringify(parsed(result).events)).not.toContain('NotFound');
    }
    const { revision, state } = (await server.rest.get(`/universes/${universeId}`)).body;
    expect([revision, Object.keys(state.stars).length]).toEqual([50, 20]);
    expect(state.groups).toMatchObject({
      all: {
        children: [
          { id: 'sol', type: 'system' },
          { id: 'inner', type: 'group' },
        ],
      },
    });
  });
});

describe('the web client of solar-system-constructor, at the address of the universe', () => {
  /** The array of all universes. */
  const listed = async () =>
    (await server.rest.get('/universes')).body as unknown as readonly { id: string; createdAt: string }[];
  let id: string;
  beforeEach(async () => {
    ({ id } = (await server.rest.post('/universes', { name: 'New Universe', state: NO_STATE })).body);
  });

  it('gets an array of universes, the newest first', async () => {
    const list = await listed();
    expect(list.map(each => each.id)).toContain(id);
    const times = list.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
  });

  it('sends all commands of the seed, and gets the event of a member that is added again', async () => {
    const events: Body['events'][] = [];
    for (const command of ORIGIN_SEED) {
      const { status, body } = await server.rest.post(`/universes/${id}/commands`, command);
      expect(status, JSON.stringify(body)).toBe(200);
      events.push(body.events);
    }
    expect(events.filter(([{ type } = { type: '' }]) => type === 'childAlreadyInGroup')).toEqual([ALREADY]);
  });

  it('saves its state, with a rogue planet that is not among the roots, and changes nothing by an empty PUT', async () => {
    const rogue = { id: 'rogue', name: 'Rogue', parentId: null, children: [], isRoguePlanet: true };
    const saved = await server.rest.put(`/universes/${id}`, { state: { ...NO_STATE, stars: { rogue } } });
    expect(saved.status).toBe(200);
    expect(saved.body.state.rootIds).toEqual(['rogue']);
    const same = await server.rest.put(`/universes/${id}`, {});
    expect([same.status, same.body]).toEqual([200, saved.body]);
    expect((await server.rest.put('/universes/missing', {})).status).toBe(404);
    const stale = await server.rest.put(`/universes/${id}`, {}, { 'if-match': '"0"' });
    expect(stale.status).toBe(409);
  });

  it('removes a universe', async () => {
    expect((await server.rest.delete(`/universes/${id}`)).status).toBe(204);
    expect((await listed()).map(each => each.id)).not.toContain(id);
  });
});
