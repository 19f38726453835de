import { isObject } from '@worldwire/protocol';
import { type WebFamily, WebFeed, type WebRoute } from '@worldwire/server';
import { startRevision } from '../rest/log-routes.js';
import { createUniverse, idOf } from '../rest/universe-routes.js';
import type { Universes } from '../service/universes.js';
import { EffectFeed } from './effect-feed.js';
import { textFailure } from './text-failure.js';

const CONSTRUCTOR_BASE = '/constructor';

const FAMILY: WebFamily = { base: CONSTRUCTOR_BASE, failure: textFailure };

/** Routes that differ only in the form of their failures. */
const SAME = [
  'GET /health',
  'GET /universes',
  'GET /universes/:id',
  'PUT /universes/:id',
  'DELETE /universes/:id',
  'POST /universes/:id/commands',
];

/**
 * The web interface for clients of the solar-system-constructor project, under its own base path. `plain` are the routes of
 * the plain interface.
 */
export function constructorRoutes(universes: Universes, plain: readonly WebRoute[]): readonly WebRoute[] {
  const same = plain.filter(({ method, path }) => SAME.includes(`${method} ${path}`));
  const create = plain.find(({ method, path }) => `${method} ${path}` === 'POST /universes') as WebRoute;
  const routes: readonly WebRoute[] = [
    ...same,
    { ...create, answer: createUniverse(universes, withSceneUnits) },
    {
      method: 'GET',
      path: '/universes/:id/events',
      access: 'read',
      answer: async request => {
        const loaded = await universes.open(idOf(request));
        const after = await startRevision(request, loaded);
        return new WebFeed(reader => new EffectFeed(universes, loaded, after, reader).start());
      },
    },
  ];
  return routes.map(route => ({ ...route, path: `${CONSTRUCTOR_BASE}${route.path}`, family: FAMILY }));
}

/** Sets the units of these clients unless the state has others. */
function withSceneUnits(state: unknown): unknown {
  if (state === undefined) return { units: 'scene' };
  return isObject(state) ? { units: 'scene', ...state } : state;
}
