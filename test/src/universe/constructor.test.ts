import { MemoryJournal } from '@worldwire/journal';
import { DEFAULT_LIMITS } from '@worldwire/server/internal';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { CommandReader } from './command-reader.js';
import { NO_STATE, Rest } from './rest.js';
import { startUniverse, type UniverseServer } from './universe-server.js';

const ORIGIN = 'http://localhost:5173';
const UNIVERSES = '/constructor/universes';

/** What a client of the solar-system-constructor project sends to fill a universe, one command a request. */
const SEED = [
  {
    type: 'addStar',
    id: 'sol',
    payload: { name: 'Sol', mass: 333000, radius: 10, color: '#FDB813', parentId: null, bodyType: 'star' },
  },
  {
    type: 'addStar',
    id: 'venus',
    payload: {
      ...{ name: 'Venus', mass: 0.82, radius: 0.95, color: '#DEB887', parentId: null, bodyType: 'planet' },
      ...{ orbitalDistance: 35, orbitalSpeed: 1.6, orbitalPhase: 131, eccentricity: 0 },
    },
  },
  { type: 'attachStar', childId: 'venus', parentId: 'sol' },
  {
    type: 'updateRing',
    planetId: 'venus',
    patch: { innerRadiusMultiplier: 1.5, outerRadiusMultiplier: 3, seed: 42 },
  },
  {
    type: 'addGroup',
    id: 'system',
    payload: { name: 'System', children: [], parentGroupId: null, icon: '☀️' },
  },
  { type: 'addToGroup', groupId: 'system', child: { id: 'sol', type: 'system' } },
  { type: 'addGroup', id: 'inner', payload: { name: 'Inner', children: [], parentGroupId: 'system' } },
  {
    type: 'setSmallBodyFields',
    fields: {
      belt: {
        id: 'belt',
        systemId: 'sol',
        hostStarId: 'sol',
        innerRadius: 110,
        outerRadius: 150,
        seed: 'a text',
      },
    },
  },
  {
    type: 'addProtoplanetaryDisk',
    disk: { id: 'disk', systemId: 'sol', centralStarId: 'sol', innerRadius: 1, outerRadius: 2 },
  },
  {
    type: 'setNebulae',
    nebulae: { cloud: { id: 'cloud', name: 'Cloud', position: { x: 5, y: 2, z: -8 }, radius: 6 } },
  },
  { type: 'updateStar', id: 'venus', payload: { semiMajorAxis: 36 } },
] as const;

let server: UniverseServer;
/** As the page of another origin sends its requests. */
let page: Rest;
beforeEach(async () => {
  server = await startUniverse({ http: { origins: [ORIGIN] } });
  page = new Rest(server.base, { origin: ORIGIN });
});
afterEach(() => server.close());

async function created(name = 'New Universe'): Promise<string> {
  const { status, body } = await page.post(UNIVERSES, { name, state: NO_STATE });
  expect(status).toBe(201);
  return body.id;
}

async function seeded(): Promise<string> {
  const id = await created();
  for (const command of SEED) {
    expect(await page.post(`${UNIVERSES}/${id}/commands`, command)).toMatchObject({ status: 200 });
  }
  return id;
}

describe('a client of the solar-system-constructor project', () => {
  it('finds the server well, from a page of its own origin', async () => {
    const { status, body, headers } = await page.get('/constructor/health');
    expect(status).toBe(200);
    expect(body).toMatchObject({ ok: true });
    expect(headers.get('access-control-allow-origin')).toBe(ORIGIN);
    const preflight = await page.send('OPTIONS', UNIVERSES, undefined, {
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type',
    });
    expect(preflight.status).toBe(204);
  });

  it('gets the universes as an array, the newest first, and others get the page they know', async () => {
    const ids = [await created('One'), await created('Two')];
    const { body } = await page.get(UNIVERSES);
    const list = body as unknown as readonly { id: string; createdAt: string }[];
    expect(list.map(({ id }) => id).toSorted()).toEqual([...ids, 'sol'].toSorted());
    const times = list.map(({ createdAt }) => createdAt);
    expect(times).toEqual(times.toSorted().toReversed());
    expect(list.find(({ id }) => id === ids[0])).toMatchObject({
      name: 'One',
      updatedAt: expect.any(String),
    });
    expect((await page.get('/universes?limit=50')).body.items).toHaveLength(3);
  });

  it('gets the newest of more universes than the list can have, whatever their ids', async () => {
    const journal = new MemoryJournal();
    const count = 2_500;
    const at = (minute: number) => new Date(Date.UTC(2020, 0, 1, 0, minute)).toISOString();
    // The order of the ids has nothing to do with the age, which is the number here.
    for (let age = 0; age < count; age++) {
      const id = `u${String((age * 7) % count).padStart(4, '0')}`;
      await journal.create({ id, name: String(age), at: at(count - age), state: JSON.stringify(NO_STATE) });
    }
    const crowded = await startUniverse({ journal });
    const { body } = await crowded.rest.get(UNIVERSES);
    const names = (body as unknown as readonly { name: string }[]).map(({ name }) => name);
    expect(names).toEqual(Array.from({ length: 1_000 }, (_, age) => String(age)));
    await crowded.close();
  });

  it('makes, reads, saves and removes a universe', async () => {
    const id = await seeded();
    const { time, units, ...state } = (await page.get(`${UNIVERSES}/${id}`)).body.state as never as Record<
      string,
      object
    >;
    expect([time, units]).toEqual([0, 'scene']);
    const rogue = {
      id: 'rogue',
      name: 'Rogue',
      parentId: null,
      children: [],
      isRoguePlanet: true,
      mass: 1,
      radius: 1,
    };
    const stars = { ...state.stars, rogue };
    const saved = await page.put(`${UNIVERSES}/${id}`, { state: { ...state, stars } });
    expect(saved.status).toBe(200);
    expect(saved.body.state).toMatchObject({ units: 'scene', rootIds: ['sol', 'rogue'] });
    expect((await page.delete(`${UNIVERSES}/${id}`)).status).toBe(204);
    expect((await page.get(`${UNIVERSES}/${id}`)).status).toBe(404);
    expect((await page.delete(`${UNIVERSES}/${id}`)).status).toBe(404);
  });

  it('gets an event, and a revision without changes, for a member that is added again', async () => {
    const id = await seeded();
    const add = (child: object, groupId = 'system') =>
      page.post(`${UNIVERSES}/${id}/commands`, { type: 'addToGroup', groupId, child });
    const again = await add({ id: 'inner', type: 'group' });
    expect(again.status).toBe(200);
    expect(again.body).toMatchObject({
      events: [{ type: 'childAlreadyInGroup', groupId: 'system', childId: 'inner' }],
      revision: SEED.length + 1,
      nextState: (await page.get(`${UNIVERSES}/${id}`)).body.state,
    });
    expect((await add({ id: 'sol', type: 'system' }, 'inner')).status).toBe(422);
    expect((await add({ id: 'missing', type: 'system' })).status).toBe(422);
  });

  it('gets the reason of a failure as a text', async () => {
    for (const [status, answer] of [
      [404, await page.get(`${UNIVERSES}/missing`)],
      [400, await page.post(UNIVERSES, { state: {} })],
      [422, await page.post(`${UNIVERSES}/sol/commands`, { type: 'removeStar', id: 'missing' })],
    ] as const) {
      expect(answer.status).toBe(status);
      expect(answer.body).toMatchObject({ error: expect.stringMatching(/\w{3,}/), kind: expect.any(String) });
    }
  });

  it('gets it as a text also where no route was asked', async () => {
    const sent = { 'content-type': 'text/plain' };
    for (const [status, answer] of [
      [404, await page.get('/constructor/nowhere')],
      [404, await page.get('/constructor?all')],
      [405, await page.send('PATCH', UNIVERSES, {})],
      [400, await page.post(UNIVERSES, '{')],
      [413, await page.post(UNIVERSES, 'x'.repeat(DEFAULT_LIMITS.bodyBytes + 1))],
      [415, await page.send('POST', UNIVERSES, 'x', sent)],
      [403, await page.get(UNIVERSES, { origin: 'https://evil.example' })],
    ] as const) {
      expect(answer).toMatchObject({ status, body: { error: expect.any(String), kind: expect.any(String) } });
    }
    // The others have the form they had.
    for (const path of ['/constructors', '/nowhere']) {
      expect((await page.get(path)).body.error.kind).toBe('NotFound');
    }
  });

  it('gets it as a text also where the server is full, or stops', async () => {
    const full = await startUniverse({ limits: { streams: 0 } });
    const busy = await full.rest.get(`${UNIVERSES}/sol/events`);
    const stopped = full.listener.stop();
    const stopping = await full.rest.get(UNIVERSES);
    for (const [status, answer] of [
      [429, busy],
      [503, stopping],
    ] as const) {
      expect(answer).toMatchObject({ status, body: { error: expect.any(String), kind: expect.any(String) } });
    }
    await stopped;
    await full.close();
  });

  it('has its bodies where it puts them: its angles are degrees', async () => {
    const id = await seeded();
    const { body } = await page.get(`/universes/${id}/ephemeris?body=venus`);
    const { x = 0, z = 0 } = body.bodies[0] ?? {};
    expect((Math.atan2(-z, x) * 180) / Math.PI).toBeCloseTo(131);
    expect(Math.hypot(x, z)).toBeCloseTo(36);
  });
});

describe('its event stream', () => {
  /** The commands after a revision, up to another. */
  async function heard(id: string, since: number, revision: number) {
    const reader = await CommandReader.open(server.base, `${UNIVERSES}/${id}/events`, {
      origin: ORIGIN,
      'last-event-id': String(since),
    });
    await reader.reaches(revision);
    reader.cut();
    expect(reader.read.every(({ event }) => event === 'command')).toBe(true);
    return reader.read.map(({ data }) => JSON.parse(data) as { type: string } & Record<string, object>);
  }

  it('has every command of a seed, whole', async () => {
    const id = await seeded();
    const commands = await heard(id, 0, SEED.length);
    expect(commands.map(({ type }) => type)).toEqual(
      // A ring is a field of its body.
      SEED.map(({ type }) => (type === 'updateRing' ? 'updateStar' : type)),
    );
    expect(commands[0]).toMatchObject(SEED[0]);
  });

  it('has a sparse body with the name it got, and a root as a root', async () => {
    const id = await created();
    await page.post(`${UNIVERSES}/${id}/commands`, { type: 'addStar', id: 'bare', payload: {} });
    expect(await heard(id, 0, 1)).toMatchObject([{ id: 'bare', payload: { name: 'bare', parentId: null } }]);
  });

  it('has the effect of an undo, a redo and a put state, after the marker of an undo', async () => {
    const id = await seeded();
    const since = SEED.length;
    await server.rest.command(id, { type: 'removeStar', id: 'sol' });
    await server.rest.post(`/universes/${id}/undo`, {});
    await server.rest.post(`/universes/${id}/undo`, { revision: since + 2 });
    await server.rest.put(`/universes/${id}`, { state: { stars: { solo: {} } } });
    const commands = await heard(id, since, since + 4);
    const removed = ['moveToGroup', 'removeSmallBodyField', 'removeProtoplanetaryDisk', 'removeStar'];
    expect(
      commands
        .slice(0, 4)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(removed.toSorted());
    const back = commands.slice(4, 10);
    expect(back[0]).toEqual({ type: 'undo', revision: since + 1 });
    expect(
      back
        .slice(1)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(['addProtoplanetaryDisk', 'addStar', 'addStar', 'addToGroup', 'setSmallBodyFields'].toSorted());
    expect(commands[10]).toEqual({ type: 'undo', revision: since + 2 });
    expect(
      commands
        .slice(11, 15)
        .map(({ type }) => type)
        .toSorted(),
    ).toEqual(removed.toSorted());
    expect(commands.slice(15)).toMatchObject([
      { type: 'replaceSnapshot', snapshot: { rootIds: ['solo'], stars: { solo: { children: [] } } } },
    ]);
    expect(commands[15]).toHaveProperty('snapshot.groups', {});
  });

  it('has a large record once, however many entries have set it', async () => {
    const id = await created();
    const set = (count: number) => ({
      type: 'setNebulae',
      nebulae: Array.from({ length: count }, (_, index) => ({ id: `n${index}`, name: 'x'.repeat(150) })),
    });
    const small = Array.from({ length: 80 }, (_, index) => set(index % 2));
    await server.rest.post(`/universes/${id}/commands?returning=changes`, small);
    await server.rest.post(`/universes/${id}/commands?returning=changes`, set(4_000));
    const commands = await heard(id, 0, small.length + 1);
    const sets = commands.filter(({ type }) => type === 'setNebulae');
    expect(sets).toHaveLength(1);
    expect(Object.keys(sets[0]?.nebulae ?? {})).toHaveLength(4_000);
  });

  it('streams new commands, has one id per revision, and resumes after it', async () => {
    const id = await seeded();
    const reader = await CommandReader.open(server.base, `${UNIVERSES}/${id}/events`, { origin: ORIGIN });
    await reader.said(`revision ${SEED.length}`);
    await server.rest.command(id, { type: 'removeStar', id: 'sol' });
    await reader.reaches(SEED.length + 1);
    // All but the last of an entry inherit the id before it.
    expect(reader.revisions).toEqual([SEED.length, SEED.length, SEED.length, SEED.length + 1]);
    await server.rest.delete(`/universes/${id}`);
    await reader.end();
  });

  it('ends with the server, also for a reader that waits', async () => {
    const id = await created();
    const reader = await CommandReader.open(server.base, `${UNIVERSES}/${id}/events`);
    await reader.said('revision 0');
    await server.close();
    await reader.end();
    expect(server.listener.streams).toBe(0);
  });
});
