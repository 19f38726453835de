import type { Asset } from './answers.js';

/** A folder, or an asset, of the open part of the tree. */
export interface AssetRow {
  /** A path. Folders end with a slash. */
  readonly id: string;
  readonly name: string;
  readonly depth: number;
  /** Undefined for an asset. */
  readonly open?: boolean;
  readonly asset?: Asset;
  /** Assets below a folder. */
  readonly count?: number;
}

interface Folder {
  readonly name: string;
  readonly path: string;
  readonly folders: Map<string, Folder>;
  readonly assets: Asset[];
  count: number;
}

/** The tree of the folders of assets. */
export function assetRows(assets: readonly Asset[], open: ReadonlySet<string>): readonly AssetRow[] {
  const top: Folder = { name: '', path: '/', folders: new Map(), assets: [], count: 0 };
  for (const asset of assets) {
    let folder = top;
    for (const name of foldersOf(asset.path)) {
      const path = `${folder.path}${name}/`;
      const below = folder.folders.get(name) ?? { name, path, folders: new Map(), assets: [], count: 0 };
      folder.folders.set(name, below);
      below.count++;
      folder = below;
    }
    folder.assets.push(asset);
  }
  const rows: AssetRow[] = [];
  add(top, 0);
  return rows;

  function add(folder: Folder, depth: number): void {
    const byName = (a: { name: string }, b: { name: string }) => (a.name < b.name ? -1 : 1);
    for (const { name, path, count, ...below } of [...folder.folders.values()].sort(byName)) {
      const isOpen = open.has(path);
      rows.push({ id: path, name, depth, open: isOpen, count });
      if (isOpen) add({ name, path, count, ...below }, depth + 1);
    }
    for (const asset of folder.assets.sort(byName))
      rows.push({ id: asset.path, name: asset.name, depth, asset });
  }
}

/** The names of the folders above an asset: `/Game/Doors/BP_Door` is in `Game` and `Doors`. */
export function foldersOf(path: string): readonly string[] {
  return path.split('/').slice(1, -1);
}

/** The ids of the folders above an asset. */
export function foldersAbove(path: string): readonly string[] {
  const names = foldersOf(path);
  return names.map((_, index) => `/${names.slice(0, index + 1).join('/')}/`);
}

/** The last name of a path. */
export function nameOf(path: string): string {
  const last = Math.max(path.lastIndexOf('/'), path.lastIndexOf('.'), path.lastIndexOf(':'));
  return path.slice(last + 1) || path;
}
