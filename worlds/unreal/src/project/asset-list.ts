import type { AssetFilter, AssetInfo, Page } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';
import type { Breath } from './breath.js';
import { type Catalogue, comparePaths, packagesIn } from './catalogue.js';
import { type PackageEntry, shortName } from './package-entry.js';
import { readFolderPath } from './package-path.js';

const MOST_ITEMS = 1_000;
const USUAL_ITEMS = 50;
/** Actors and other objects of levels in files of their own; the editor does not show them among the assets either. */
const EXTERNAL = /\/__External(Actors|Objects)__(\/|$)/;

export function pageLimit(limit: number | undefined): number {
  if (limit === undefined) return USUAL_ITEMS;
  if (Number.isInteger(limit) && limit >= 1 && limit <= MOST_ITEMS) return limit;
  throw new UnrealError('invalid', `The limit must be a whole number from 1 to ${MOST_ITEMS}.`);
}

/** A page of assets in the order of their paths. The cursor is the last path, so that it outlives any change. */
export async function listAssets(
  catalogue: Catalogue,
  filter: AssetFilter,
  breath: Breath,
): Promise<Page<AssetInfo>> {
  const limit = pageLimit(filter.limit);
  const { path: asked = '/' } = filter;
  const path = asked === '/' ? '' : readFolderPath(asked);
  const found = await find(catalogue, path, filter, breath);
  const start = filter.cursor === undefined ? 0 : behind(found, filter.cursor);
  const items = found.slice(start, start + limit).map(assetInfo);
  const last = items.at(-1);
  const more = start + limit < found.length && last !== undefined;
  return { items, total: found.length, ...(more && { nextCursor: last.path }) };
}

interface Found {
  readonly version: number;
  readonly key: string;
  readonly entries: readonly PackageEntry[];
}

/** What the list before found: its next page is asked for next, and need not look at everything again. */
const lastFound = new WeakMap<Catalogue, Found>();

async function find(
  catalogue: Catalogue,
  path: string,
  filter: AssetFilter,
  breath: Breath,
): Promise<readonly PackageEntry[]> {
  const { version } = catalogue;
  const key = JSON.stringify([path, filter.class, filter.query]);
  const known = lastFound.get(catalogue);
  if (known?.version === version && known.key === key) return known.entries;
  const matches = matcher(filter, EXTERNAL.test(path));
  const entries: PackageEntry[] = [];
  for (const entry of below(catalogue, path)) {
    if (matches(entry)) entries.push(entry);
    if (breath.due) await breath.take();
  }
  // What changed meanwhile may be in it or not.
  if (catalogue.version === version) lastFound.set(catalogue, { version, key, entries });
  return entries;
}

/** Where those begin that come behind a path. */
function behind(entries: readonly PackageEntry[], path: string): number {
  let [low, high] = [0, entries.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (comparePaths((entries[middle] as PackageEntry).path, path) <= 0) low = middle + 1;
    else high = middle;
  }
  return low;
}

export function assetInfo({ path, class: className, size }: PackageEntry): AssetInfo {
  return { path, name: shortName(path), class: shortName(className), size };
}

/** A folder has the packages in it; a package has itself, and may be a folder too. */
function* below(catalogue: Catalogue, path: string): Iterable<PackageEntry> {
  const entry = catalogue.find(path);
  if (entry !== undefined) yield entry;
  const folder = catalogue.findFolder(path);
  if (folder !== undefined) yield* packagesIn(folder);
}

function matcher(filter: AssetFilter, external: boolean): (entry: PackageEntry) => boolean {
  const query = filter.query?.toLowerCase();
  const className = filter.class?.toLowerCase();
  const wholeClass = className?.includes('/') === true;
  return entry => {
    if (!external && EXTERNAL.test(entry.path)) return false;
    if (query !== undefined && !entry.path.toLowerCase().includes(query)) return false;
    if (className === undefined) return true;
    return (wholeClass ? entry.class : shortName(entry.class)).toLowerCase() === className;
  };
}
