import { nothingAt } from '../../port/nothing-at.js';
import { readFolderPath } from '../../port/object-path.js';
import type { AssetFilter, AssetInfo, ResultOf } from '../../port/operations.js';
import { pageOf, readPaging } from '../../port/paging.js';
import {
  EMPTY_FILE,
  EXTERNAL,
  GIT_ANNEX_POINTER,
  GIT_LFS_POINTER,
  TEXT_FILE,
} from '../../port/special-packages.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { type Catalogue, comparePaths, packagesIn } from './catalogue.js';
import { externalActor } from './external-actors.js';
import { nameOf, type PackageEntry, shortName } from './package-entry.js';

const STAND_INS = [
  [
    GIT_LFS_POINTER,
    'Git LFS pointers: their content is not on this machine',
    'Run "git lfs pull" in the folder of the project.',
  ],
  [
    GIT_ANNEX_POINTER,
    'git-annex pointers: their content is not on this machine',
    'Run "git annex get" in the folder of the project.',
  ],
  [EMPTY_FILE, 'empty files', 'Restore them from source control.'],
  [TEXT_FILE, 'text files instead of packages', 'Restore them from source control.'],
] as const;

export interface Listed {
  readonly catalogue: Catalogue;
  /** Notes on content behind links. */
  readonly links: readonly string[];
  /** Whether a folder without packages exists. */
  isFolder(path: string): Promise<boolean>;
  /** Notes on the links in a path. */
  linksOn(path: string): Promise<readonly string[]>;
}

/** A page of assets, sorted by path. */
export async function listAssets(
  listed: Listed,
  filter: AssetFilter,
  slice: TimeSlice,
): Promise<ResultOf<'asset.list'>> {
  const { catalogue, links } = listed;
  const wanted = readPaging(filter);
  const { path: asked = '/' } = filter;
  const path = asked === '/' ? '' : readFolderPath(asked);
  const found = await find(catalogue, path, filter, slice);
  if (found.length === 0 && wanted.after === undefined && !(await isThere(listed, path)))
    throw nothingAt(path, folder => catalogue.findFolder(folder)?.names, [
      ...(await listed.linksOn(path)),
      ...links,
    ]);
  const { items, ...page } = pageOf(found, ({ path: key }) => key, wanted, comparePaths);
  const notes = [...links, ...standIns(found)];
  return {
    items: items.map(entry => assetInfo(catalogue, entry)),
    ...page,
    ...(notes.length > 0 && { notes }),
  };
}

/** Notes on files whose content is not on this machine. */
function standIns(found: readonly PackageEntry[]): string[] {
  const counted = STAND_INS.map(([className, what, next]) => {
    const count = found.filter(entry => entry.class === className).length;
    return count === 0 ? '' : `${count} of ${found.length} assets are ${what}. ${next}`;
  });
  return counted.filter(note => note !== '');
}

async function isThere({ catalogue, isFolder }: Listed, path: string): Promise<boolean> {
  if (path === '' || catalogue.find(path) !== undefined) return true;
  return catalogue.findFolder(path) !== undefined || isFolder(path);
}

interface Found {
  readonly version: number;
  readonly key: string;
  readonly entries: readonly PackageEntry[];
}

/** The result of the last list, for its next page. */
const lastFound = new WeakMap<Catalogue, Found>();

async function find(
  catalogue: Catalogue,
  path: string,
  filter: AssetFilter,
  slice: TimeSlice,
): Promise<readonly PackageEntry[]> {
  const { version } = catalogue;
  const key = JSON.stringify([path, filter.class, filter.query]);
  const known = lastFound.get(catalogue);
  if (known?.version === version && known.key === key) return known.entries;
  const matches = matcher(filter, EXTERNAL.test(path));
  const entries: PackageEntry[] = [];
  for (const entry of below(catalogue, path)) {
    if (matches(entry)) entries.push(entry);
    if (slice.isOver) await slice.yieldToEventLoop();
  }
  // A list that changed meanwhile is not kept.
  if (catalogue.version === version) lastFound.set(catalogue, { version, key, entries });
  return entries;
}

function assetInfo(catalogue: Catalogue, entry: PackageEntry): AssetInfo {
  const { path, class: className, size } = entry;
  const actor = externalActor(catalogue, entry)?.actor;
  return { path, name: nameOf(path), class: shortName(className), size, ...(actor && { actor }) };
}

/** A path may be a package, a folder, or both. */
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
