import { type Completer, type Log, WorldError } from '@worldwire/server';
import type { AssetInfo } from '../../port/operations.js';
import type { CallOptions } from '../../port/unreal-source.js';
import type { Sources } from '../sources/sources.js';

const MAX_COMPLETIONS = 100;
/** Assets that are searched for folders or classes. */
const MAX_SEEN = 1_000;
const DEADLINE_MS = 3_000;
const MAX_TYPED = 1_024;

/** The usual classes of Blueprints. */
export const BLUEPRINTS = ['Blueprint', 'WidgetBlueprint', 'AnimBlueprint'] as const;

export interface CompletionSources {
  readonly sources: Sources;
  readonly log: Log;
}

/** Paths of assets that begin with the typed text, optionally of some classes. */
export function assetPaths({ sources, log }: CompletionSources, ...kinds: readonly string[]): Completer {
  return completer(log, async (typed, options) => {
    const filters = kinds.length === 0 ? [{}] : kinds.map(kind => ({ class: kind }));
    const pages = await Promise.all(
      filters.map(filter =>
        assets(sources, { ...queryOf(typed), ...filter, limit: MAX_COMPLETIONS }, options),
      ),
    );
    return pages
      .flat()
      .flatMap(item => continuation(typed, item))
      .sort();
  });
}

/** Folders, then assets. */
export function folderPaths({ sources, log }: CompletionSources): Completer {
  return completer(log, async (typed, options) => {
    const found = await assets(sources, { ...queryOf(typed), limit: MAX_SEEN }, options);
    const folders = [...new Set(found.flatMap(({ path }) => foldersOf(path)))];
    const named = folders.map(path => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }));
    return [...named, ...found].flatMap(item => continuation(typed, item));
  });
}

/** Classes of assets. */
export function assetClasses({ sources, log }: CompletionSources): Completer {
  return completer(log, async (typed, options) => {
    const found = await assets(sources, { limit: MAX_SEEN }, options);
    const classes = [...new Set(found.map(({ class: kind }) => kind))].sort();
    return classes.filter(name => name.toLowerCase().startsWith(typed.toLowerCase()));
  });
}

/** Paths of actors of the open level. */
export function actorPaths({ sources, log }: CompletionSources): Completer {
  return completer(log, async (typed, options) => {
    const { value } = await sources.page(
      'actor.list',
      { ...queryOf(typed), limit: MAX_COMPLETIONS },
      options,
    );
    return value.items.flatMap(item => continuation(typed, item));
  });
}

type Filter = Parameters<Sources['page']>[1];
type Find = (typed: string, options: CallOptions) => Promise<readonly string[]>;

function completer(log: Log, find: Find): Completer {
  return async typed => {
    if (typed.length > MAX_TYPED) return [];
    const options = { signal: AbortSignal.timeout(DEADLINE_MS), deadline: DEADLINE_MS };
    try {
      return (await find(typed, options)).slice(0, MAX_COMPLETIONS);
    } catch (thrown) {
      if (!(thrown instanceof WorldError) && !options.signal.aborted) throw thrown;
      log.debug({ err: thrown }, 'a completion failed');
      return [];
    }
  };
}

async function assets(sources: Sources, filter: Filter, options: CallOptions): Promise<readonly AssetInfo[]> {
  return (await sources.page('asset.list', filter, options)).value.items;
}

function queryOf(typed: string): { readonly query?: string } {
  const query = typed.replace(/^\/+/, '');
  return query === '' ? {} : { query };
}

/** "/Game" and "/Game/Doors" for "/Game/Doors/BP_Door". */
function foldersOf(path: string): readonly string[] {
  const names = path.split('/').slice(1, -1);
  return names.map((_name, at) => `/${names.slice(0, at + 1).join('/')}`);
}

/** The path that continues the typed text, with or without its first slash; or the path of an asset whose name does. */
function continuation(
  typed: string,
  { path, name }: { readonly path: string; readonly name: string },
): readonly string[] {
  const begun = typed.toLowerCase();
  const rootless = path.replace(/^\//, '');
  if (path.toLowerCase().startsWith(begun)) return [path];
  if (rootless.toLowerCase().startsWith(begun)) return [rootless];
  return name.toLowerCase().startsWith(begun) ? [path] : [];
}
