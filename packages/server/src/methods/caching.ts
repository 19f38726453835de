import type { JsonObject, Revision } from '@worldwire/protocol';
import type { CacheHint } from '../api/resource.js';
import type { World } from '../api/world.js';

/** Default: lists are the same for all callers and do not change while the server runs. */
const LISTS: CacheHint = { ttlMs: 300_000, scope: 'public' };
const NEVER: CacheHint = { ttlMs: 0, scope: 'private' };

/** https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching */
export function listHint(world: World, revision: Revision): JsonObject {
  return hint(world.listCache ?? LISTS, revision);
}

export function readHint(cache: CacheHint | undefined, revision: Revision): JsonObject {
  return hint(cache ?? NEVER, revision);
}

function hint({ ttlMs, scope }: CacheHint, revision: Revision): JsonObject {
  return revision.era === 'request' ? { ttlMs, cacheScope: scope } : {};
}
