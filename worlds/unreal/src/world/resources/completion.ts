import { type Completer, type Log, WorldError } from '@worldwire/server';
import type { AssetInfo } from '../../port/operations.js';
import type { CallOptions } from '../../port/unreal-source.js';
import type { Sources } from '../sources/sources.js';

const MOST = 100;
/** Of the assets whose folders or classes are wanted: many share one. */
const MAX_SEEN = 1_000;
/** A person is typing: an answer that takes longer is of no use. */
const DEADLINE_MS = 3_000;
const MAX_TYPED = 1_024;

/** What can be opened as a Blueprint, by the classes that projects are full of. */
export const BLUEPRINTS = ['Blueprint', 'WidgetBlueprint', 'AnimBlueprint'] as const;

export interface CompletionSources {
  readonly sources: Sources;
  readonly log: Log;
}

/** Paths of assets as far as they are typed, of some classes where those are given. */
export function assetPaths({ sources, log }: CompletionSources, ...kinds: readonly string[]): Completer {
  return completer(log, async (typed, options) => {
    const filters = kinds.length === 0 ? [{}] : kinds.map(kind => ({ class: kind }));
    const pages = await Promise.all(
      filters.map(filter => assets(sources, { ...queryOf(typed), ...filter, limit: MOST }, options)),
    );
    return pages
      .flat()
      .flatMap(item => continuation(typed, item))
      .sort();
  });
}

/** Folders, and then the assets in them. */
export function folderPaths({ sources, log }: CompletionSources): Completer {
  return completer(log, async (typed, options) => {
    const found = await assets(sources, { ...queryOf(typed), limit: MAX_SEEN }, options);
    const folders = [...new Set(found.flatMap(({ path }) => foldersOf(path)))];
    const named = folders.map(path => ({ path, name: path.slice(path.lastIndexOf('/') + 1) }));
    return [...named, ...found].flatMap(item => continuation(typed, item));
  });
}

/** The classes that the assets have. */
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
    const { value } = await sources.page('actor.list', { ...queryOf(typed), limit: MOST }, options);
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
      return (await find(typed, options)).slice(0, MOST);
    } catch (thrown) {
      if (!(thrown instanceof WorldError) && !options.signal.aborted) throw thrown;
      log.debug({ err: thrown }, 'what was typed could not be completed');
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

/** The path as it was begun, with its first slash or without; or whole where its name is what somebody typed. */
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
