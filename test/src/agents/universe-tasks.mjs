/** Tasks of an agent in the universe. Each checks its own result. `url` serves the solar system and large universes can be made. */
import { Agent } from './agent.mjs';
import { equal, near, ok } from './checks.mjs';

const KM_OF_AU = 149_597_870.7;
/** Mars from Earth at 2030-01-01, from the ephemeris of the planets (JPL Horizons, rounded), and what Kepler orbits may differ. */
const MARS_FROM_EARTH_AU = 2.26;
const MARS_TOLERANCE = 0.05;

export const UNIVERSE_TASKS = [
  {
    title: 'red dwarf with an Earth-like planet, two moons and a ring, verified',
    calls: 3,
    bytes: 12_000,
    async run(url) {
      const agent = await Agent.connect(url);
      await agent.call('send_universe_command', {
        universeId: 'ross',
        command: { type: 'createUniverse', name: 'Ross' },
      });
      const body = (id, bodyType, more) => ({ type: 'addStar', id, payload: { name: id, bodyType, ...more } });
      const orbit = (parentId, orbitalDistance, orbitalSpeed) => ({ parentId, orbitalDistance, orbitalSpeed });
      await agent.call('send_universe_command', {
        universeId: 'ross',
        command: {
          type: 'batch',
          commands: [
            body('dwarf', 'star', { mass: 3e29, radius: 2e5 }),
            body('earthlike', 'planet', { mass: 6e24, radius: 6_400, ...orbit('dwarf', 2e7, 1.6e-6) }),
            body('luna', 'moon', { mass: 7e22, radius: 1_700, ...orbit('earthlike', 3.8e5, 2.7e-6) }),
            body('minor', 'moon', { mass: 1e20, radius: 200, ...orbit('earthlike', 8e5, 8.8e-7) }),
            {
              type: 'updateRing',
              planetId: 'earthlike',
              patch: { innerRadiusMultiplier: 1.5, outerRadiusMultiplier: 2 },
            },
          ],
        },
      });
      const { stars, rootIds } = await agent.call('get_universe_state', { universeId: 'ross' });
      equal(rootIds, ['dwarf']);
      equal(Object.keys(stars).sort(), ['dwarf', 'earthlike', 'luna', 'minor']);
      equal(stars.minor.parentId, 'earthlike');
      equal(stars.earthlike.ring.outerRadiusMultiplier, 2);
      return [agent];
    },
  },
  {
    title: 'where is Mars on 2030-01-01 and how far from Earth',
    calls: 1,
    bytes: 1_000,
    async run(url) {
      const agent = await Agent.connect(url);
      const question = { universeId: 'sol', at: '2030-01-01', positionsOf: ['Mars'], from: 'Earth' };
      const { bodies } = await agent.call('get_universe_state', question);
      equal(bodies.length, 1);
      near(bodies[0].distance / KM_OF_AU, MARS_FROM_EARTH_AU, MARS_TOLERANCE);
      return [agent];
    },
  },
];
