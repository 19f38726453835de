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
  const path = filter.path === '/' ? '' : readFolderPath(filter.path ?? '/Game');
  const matches = matcher(filter, EXTERNAL.test(path));
  const items: AssetInfo[] = [];
  let total = 0;
  let more = false;
  for (const entry of below(catalogue, path)) {
    await breath.take();
    if (!matches(entry)) continue;
    total++;
    if (filter.cursor !== undefined && comparePaths(entry.path, filter.cursor) <= 0) continue;
    if (items.length < limit) items.push(assetInfo(entry));
    else more = true;
  }
  const last = items.at(-1);
  return { items, total, ...(more && last !== undefined && { nextCursor: last.path }) };
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
