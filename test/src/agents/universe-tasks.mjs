/** Tasks of an agent in the universe, which begins with the solar system. Each checks its own result. */
import { Agent } from './agent.mjs';
import { equal, near, ok } from './checks.mjs';

const KM_OF_AU = 149_597_870.7;
/** Between Mars and Earth on 2030-01-01, by the mean elements of their orbits. */
const MARS_FROM_EARTH_AU = 2.08;
const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47]).toString('latin1');

const send = (agent, universeId, command, more = {}) =>
  agent.call('send_universe_command', { universeId, command, ...more });
const read = (agent, universeId, question = {}) =>
  agent.call('get_universe_state', { universeId, ...question });

const body = (id, bodyType, more) => ({ type: 'addStar', id, payload: { name: id, bodyType, ...more } });
const orbit = (parentId, orbitalDistance, orbitalSpeed) => ({ parentId, orbitalDistance, orbitalSpeed });
const RING = { innerRadiusMultiplier: 1.5, outerRadiusMultiplier: 2 };
const DWARF = [
  body('dwarf', 'star', { mass: 3e29, radius: 2e5 }),
  body('earthlike', 'planet', { mass: 6e24, radius: 6_400, ...orbit('dwarf', 2e7, 1.6e-6) }),
  body('luna', 'moon', { mass: 7e22, radius: 1_700, ...orbit('earthlike', 3.8e5, 2.7e-6) }),
  body('minor', 'moon', { mass: 1e20, radius: 200, ...orbit('earthlike', 8e5, 8.8e-7) }),
];

/** A universe that this task alone changes. */
async function newUniverse(url, id) {
  const agent = await Agent.connect(url);
  await send(agent, id, { type: 'createUniverse', name: id });
  agent.reset();
  return agent;
}

export const UNIVERSE_TASKS = [
  {
    title: 'red dwarf with an Earth-like planet, two moons and a ring, verified',
    calls: 3,
    bytes: 12_000,
    async run(url) {
      const agent = await Agent.connect(url);
      await send(agent, 'ross', { type: 'createUniverse', name: 'Ross' });
      const ring = { type: 'updateRing', planetId: 'earthlike', patch: RING };
      await send(agent, 'ross', { type: 'batch', commands: [...DWARF, ring] });
      const { stars, rootIds, revision } = await read(agent, 'ross');
      equal(rootIds, ['dwarf']);
      equal(Object.keys(stars).sort(), ['dwarf', 'earthlike', 'luna', 'minor']);
      equal(stars.minor.parentId, 'earthlike');
      equal(stars.earthlike.ring.outerRadiusMultiplier, 2);
      equal(revision, 1);
      return [agent];
    },
  },
  {
    title: 'where is Mars on 2030-01-01 and how far from Earth',
    calls: 1,
    bytes: 1_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const { bodies } = await read(agent, 'sol', { at: '2030-01-01', positionsOf: ['Mars'], from: 'Earth' });
      equal(bodies.length, 1);
      near(bodies[0].distance / KM_OF_AU, MARS_FROM_EARTH_AU, 0.01);
      return [agent];
    },
  },
  {
    title: 'undo only the ring',
    calls: 1,
    bytes: 2_000,
    async run(url) {
      const agent = await newUniverse(url, 'undone');
      await send(agent, 'undone', { type: 'batch', commands: DWARF });
      const { revision } = await send(agent, 'undone', {
        type: 'updateRing',
        planetId: 'earthlike',
        patch: RING,
      });
      await send(agent, 'undone', { type: 'updateStar', id: 'luna', payload: { name: 'Selene' } });
      agent.reset();
      const { after } = await send(agent, 'undone', { type: 'undo', revision });
      equal(after, { 'stars/earthlike': { ring: null } });
      const { calls, bytes } = agent;
      const { stars } = await read(agent, 'undone', { ids: ['earthlike', 'luna'] });
      equal([stars.earthlike.ring, stars.luna.name], [undefined, 'Selene']);
      return [{ calls, bytes }];
    },
  },
  {
    title: 'two agents rename one star: the second learns of the first',
    calls: 2,
    bytes: 2_000,
    async run(url) {
      const first = await newUniverse(url, 'renamed');
      await send(first, 'renamed', body('vega', 'star', { mass: 4e30, radius: 1.6e6 }));
      first.reset();
      const second = await Agent.connect(url);
      const rename = (agent, name, ifRevision) =>
        agent.attempt('send_universe_command', {
          universeId: 'renamed',
          command: { type: 'updateStar', id: 'vega', payload: { name } },
          ifRevision,
        });
      const one = await read(first, 'renamed', { ids: ['vega'], fields: ['name'] });
      const other = await read(second, 'renamed', { ids: ['vega'], fields: ['name'] });
      equal((await rename(first, 'Lyra', one.revision)).data.after, { 'stars/vega': { name: 'Lyra' } });
      const late = await rename(second, 'Harp', other.revision);
      ok(late.result.isError && late.text.includes('Lyra'), `a refusal that names Lyra, not ${late.text}`);
      return [first, second];
    },
  },
  {
    title: 'a galaxy of 2,000 stars; the five most massive',
    calls: 2,
    bytes: 4_000,
    async run(url) {
      const agent = await newUniverse(url, 'galaxy');
      await send(agent, 'galaxy', { type: 'generate', kind: 'galaxy', count: 2_000, seed: 7 });
      const { items, total } = await read(agent, 'galaxy', {
        sort: '-mass',
        limit: 5,
        fields: ['name', 'mass'],
      });
      equal([items.length, total], [5, 2_000]);
      const masses = items.map(({ mass }) => mass);
      equal(
        masses,
        masses.toSorted((a, b) => b - a),
      );
      return [agent];
    },
  },
  {
    title: 'what changed since I last looked',
    calls: 1,
    bytes: 4_000,
    async run(url) {
      const agent = await newUniverse(url, 'watched');
      await send(agent, 'watched', { type: 'batch', commands: DWARF });
      const { revision } = await read(agent, 'watched', { summary: true });
      await send(agent, 'watched', { type: 'updateStar', id: 'luna', payload: { name: 'Selene' } });
      await send(agent, 'watched', { type: 'generate', kind: 'cluster', count: 500, seed: 1 });
      agent.reset();
      const { total, changes } = await read(agent, 'watched', { since: revision });
      ok(total > 500, `more than 500 changes, not ${total}`);
      ok(
        changes.some(({ id }) => id === 'luna'),
        'the renamed moon among the first changes',
      );
      return [agent];
    },
  },
  {
    title: 'a picture of one system in a universe of 2,000',
    calls: 1,
    bytes: 100_000,
    async run(url) {
      const agent = await newUniverse(url, 'pictured');
      await send(agent, 'pictured', { type: 'generate', kind: 'galaxy', count: 2_000, seed: 7 });
      await send(agent, 'pictured', { type: 'batch', commands: DWARF });
      agent.reset();
      const { result, text } = await agent.attempt('get_universe_state', {
        universeId: 'pictured',
        picture: { focus: 'dwarf' },
      });
      const { data = '' } = result.content.find(({ type }) => type === 'image') ?? {};
      ok(Buffer.from(data, 'base64').toString('latin1').startsWith(PNG), 'a PNG');
      ok(text.includes('earthlike'), `a text that names the planet, not ${text}`);
      return [agent];
    },
  },
].map(task => ({ ...task, place: 'universe' }));
