import { WorldError } from '@worldwire/server';
import { nearMatches } from '@worldwire/server/kit';
import { packageOf } from '../../port/given-path.js';
import { nameOf } from '../../port/unreal-paths.js';
import type { CallOptions } from '../../port/unreal-source.js';
import type { Sources } from '../sources/sources.js';

const MAX_NEAR = 3;
/** Shorter names are part of too many others. */
const MIN_NAME = 3;
/** Assets and actors whose names are compared. */
const MAX_ASSETS = 1_000;
const MAX_ACTORS = 100;
/** A suggestion is not worth a longer wait. */
const DEADLINE_MS = 2_000;
const MAX_CLASSES = 8;

/** The result of work; an error about a missing asset gets the assets that were probably meant. */
export function orNearAssets<Result>(
  work: Promise<Result>,
  path: string,
  sources: Sources,
  options: CallOptions,
): Promise<Result> {
  return work.catch(async thrown => {
    throw await suggesting(thrown, options, async within => {
      const name = nameOf(packageOf(path));
      if (name.length < MIN_NAME) return [];
      const named = await sources.page('asset.list', { query: name, limit: MAX_NEAR }, within);
      if (named.value.items.length > 0) return named.value.items.map(item => item.path);
      const { items } = (await sources.page('asset.list', { limit: MAX_ASSETS }, within)).value;
      return nearPaths(name, items);
    });
  });
}

/** The same for actors of the level in the path. */
export function orNearActors<Result>(
  work: Promise<Result>,
  path: string,
  sources: Sources,
  options: CallOptions,
): Promise<Result> {
  return work.catch(async thrown => {
    throw await suggesting(thrown, options, async within => {
      const params = { level: packageOf(path), limit: MAX_ACTORS };
      const { items } = (await sources.page('actor.list', params, within)).value;
      return nearPaths(nameOf(path), items);
    });
  });
}

/** An error about a missing folder gets the tool that finds it. */
export function orSearch<Result>(work: Promise<Result>): Promise<Result> {
  return work.catch(thrown => {
    if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') throw thrown;
    const { kind, message, hint, detail } = thrown;
    const search = 'find_assets without path searches all folders.';
    throw new WorldError(kind, message, [hint, search].filter(Boolean).join(' '), detail);
  });
}

/** A note for an empty list of one class: the classes that there are, nearest first. */
export async function otherClasses(
  sources: Sources,
  name: 'asset.list' | 'actor.list',
  { class: asked, ...params }: { readonly class?: string },
  options: CallOptions,
): Promise<string | undefined> {
  if (asked === undefined) return undefined;
  const found = await unlessFailed(options, async within => {
    const named = await sources.page(name, { ...params, class: asked, limit: 1 }, within);
    if (named.value.items.length > 0) return [];
    const limit = name === 'asset.list' ? MAX_ASSETS : MAX_ACTORS;
    const { items } = (await sources.page(name, { ...params, limit }, within)).value;
    return [...new Set(items.map(item => item.class))].sort();
  });
  if (found === undefined || found.length === 0) return undefined;
  const near = nearMatches(nameOf(asked), found, 1);
  const shown = [...new Set([...near, ...found])].slice(0, MAX_CLASSES).join(', ');
  const more = found.length > MAX_CLASSES ? ' and others' : '';
  return `Nothing here has the class ${asked}. Classes here: ${shown}${more}.`;
}

type Find = (options: CallOptions) => Promise<readonly string[]>;

async function suggesting(thrown: unknown, options: CallOptions, find: Find): Promise<unknown> {
  if (!(thrown instanceof WorldError) || thrown.kind !== 'NotFound') return thrown;
  const { kind, message, hint = '', detail } = thrown;
  const near = await unlessFailed(options, find);
  const fresh = near?.filter(path => !`${message} ${hint}`.includes(path)) ?? [];
  if (fresh.length === 0) return thrown;
  return new WorldError(
    kind,
    message,
    `Similar: ${fresh.slice(0, MAX_NEAR).join(', ')}. ${hint}`.trim(),
    detail,
  );
}

/** Suggestions are optional: what cannot be listed is not suggested. */
async function unlessFailed(options: CallOptions, find: Find): Promise<readonly string[] | undefined> {
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(DEADLINE_MS)]);
  try {
    return await find({ signal, deadline: DEADLINE_MS });
  } catch (thrown) {
    if (!(thrown instanceof WorldError) && !signal.aborted) throw thrown;
    return undefined;
  }
}

function nearPaths(
  name: string,
  items: readonly { readonly path: string; readonly name: string; readonly label?: string }[],
): readonly string[] {
  const near = nearMatches(
    name,
    items.flatMap(item => [item.name, item.label ?? item.name]),
    MAX_NEAR,
  );
  return items
    .filter(item => near.includes(item.name) || near.includes(item.label ?? ''))
    .map(({ path }) => path);
}
