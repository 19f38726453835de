import { json, type ServedWorld } from 'worldwire';
import { beds } from './beds.js';
import { garden } from './world.js';

/** The default export of a module, for `worldwire serve ./routes.js`. */
export default {
  world: garden,
  routes: [
    {
      method: 'GET',
      path: '/beds/:bed',
      access: 'read',
      answer({ params: { bed = '' } }) {
        const moisture = beds.get(bed);
        if (moisture === undefined) return json(404, { error: `There is no bed "${bed}".` });
        return json(200, { bed, moisture });
      },
    },
  ],
} satisfies ServedWorld;
