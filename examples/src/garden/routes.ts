import { json, type WebRoute } from '@worldwire/server';
import { beds } from './beds.js';

export const routes: readonly WebRoute[] = [
  {
    method: 'GET',
    path: '/beds/:bed',
    access: 'read',
    answer({ params: { bed = '' } }) {
      const moisture = beds.get(bed);
      return moisture === undefined
        ? json(404, { error: `There is no bed "${bed}".` })
        : json(200, { bed, moisture });
    },
  },
];
