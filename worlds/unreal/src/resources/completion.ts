import { type Completer, type Log, WorldError } from '@worldwire/server';
import type { CallOptions } from '../source/unreal-source.js';
import type { Sources } from '../sources.js';

const MOST = 100;
/** A person is typing: an answer that takes longer is of no use. */
const DEADLINE_MS = 3_000;
const MOST_TYPED = 1_024;

export interface Completing {
  readonly sources: Sources;
  readonly log: Log;
}

/** Paths of assets as far as they are typed, of one class where that is given. */
export function assetPaths({ sources, log }: Completing, kind?: string): Completer {
  return completer(log, async (query, options) => {
    const params = { ...query, limit: MOST, ...(kind !== undefined && { class: kind }) };
    return (await sources.page('asset.list', params, options)).value.items;
  });
}

/** Paths of actors of the open level. */
export function actorPaths({ sources, log }: Completing): Completer {
  return completer(log, async (query, options) => {
    return (await sources.page('actor.list', { ...query, limit: MOST }, options)).value.items;
  });
}

type Found = readonly { readonly path: string; readonly name: string }[];
type Find = (query: { readonly query?: string }, options: CallOptions) => Promise<Found>;

function completer(log: Log, find: Find): Completer {
  return async typed => {
    const query = typed.replace(/^\/+/, '');
    if (query.length > MOST_TYPED) return [];
    const options = { signal: AbortSignal.timeout(DEADLINE_MS), deadline: DEADLINE_MS };
    try {
      const found = await find(query === '' ? {} : { query }, options);
      return found.flatMap(item => continuation(typed, item)).slice(0, MOST);
    } catch (thrown) {
      if (!(thrown instanceof WorldError) && !options.signal.aborted) throw thrown;
      log.debug({ err: thrown }, 'paths could not be completed');
      return [];
    }
  };
}

/** The path as it was begun, with its first slash or without; or whole where its name is what somebody typed. */
function continuation(typed: string, { path, name }: Found[number]): readonly string[] {
  const begun = typed.toLowerCase();
  const rootless = path.replace(/^\//, '');
  if (path.toLowerCase().startsWith(begun)) return [path];
  if (rootless.toLowerCase().startsWith(begun)) return [rootless];
  return name.toLowerCase().startsWith(begun) ? [path] : [];
}
