import { randomBytes } from 'node:crypto';
import { monotonic } from '../process/clock.js';
import { worldEntry } from './world-entry.js';

export const universe = worldEntry({
  name: 'universe',
  summary: 'a persistent universe of stars, planets and nebulae, with the solar system to begin with',
  defaultPort: 3001,
  // The universe that the first start creates.
  page: '/universes/sol/map.png',
  async open({ store, data, onWrite, principalPercent, confirmAbove, log: opening }) {
    const [{ openUniverse }, journal, log] = await Promise.all([
      import('@worldwire/universe'),
      import('../storage/store.js').then(({ openStore, universeFile }) =>
        openStore(store, universeFile(data)),
      ),
      opening,
    ]);
    const timed = onWrite && { onWrite };
    const clocks = { now: Date.now, elapsed: monotonic };
    return openUniverse({
      ...{ journal, log, randomBytes, principalPercent, confirmAbove },
      ...clocks,
      ...timed,
    });
  },
});
