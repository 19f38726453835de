import { json, type WebRoute } from '@worldwire/server';
import type { Sky } from '../service/sky.js';
import type { Universes } from '../service/universes.js';
import { commandRoutes } from './command-routes.js';
import { logRoutes } from './log-routes.js';
import { openApi } from './openapi.js';
import { skyRoutes } from './sky-routes.js';
import { universeRoutes } from './universe-routes.js';

/** The web interface of the universe. */
export function universeWeb(universes: Universes, sky: Sky, now: () => number): readonly WebRoute[] {
  const startedAt = now();
  let description: string | undefined;
  return [
    {
      method: 'GET',
      path: '/health',
      access: 'read',
      async answer() {
        const reason = await universes.health.check();
        const uptime = (now() - startedAt) / 1_000;
        return reason === undefined
          ? json(200, { ok: true, uptime })
          : json(503, { ok: false, uptime, reason });
      },
    },
    {
      method: 'GET',
      path: '/openapi.json',
      access: 'read',
      answer: () => {
        description ??= JSON.stringify(openApi());
        return { status: 200, body: description };
      },
    },
    ...universeRoutes(universes),
    ...commandRoutes(universes),
    ...logRoutes(universes),
    ...skyRoutes(universes, sky),
  ];
}
