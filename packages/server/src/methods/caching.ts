import type { JsonObject, Revision } from '@worldwire/protocol';
import type { CacheHint } from '../api/resource.js';
import type { World } from '../api/world.js';
import type { Call } from '../calls/call.js';

/** Default: lists are the same for all callers and do not change while the server runs. */
const LISTS: CacheHint = { ttlMs: 300_000, scope: 'public' };
const NEVER: CacheHint = { ttlMs: 0, scope: 'private' };

/** https://modelcontextprotocol.io/specification/2026-07-28/server/utilities/caching */
/** A list depends on the rights of its caller, unless all callers are the local user. */
export function listHint(world: World, { caller, revisionOf }: Call): JsonObject {
  const cache = world.listCache ?? LISTS;
  return hint(caller.who.origin === 'local' ? cache : { ...cache, scope: 'private' }, revisionOf);
}

export function readHint(cache: CacheHint | undefined, revision: Revision): JsonObject {
  return hint(cache ?? NEVER, revision);
}

function hint({ ttlMs, scope }: CacheHint, revision: Revision): JsonObject {
  return revision.era === 'request' ? { ttlMs, cacheScope: scope } : {};
}
