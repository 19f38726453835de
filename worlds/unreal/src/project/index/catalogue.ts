import type { PackageEntry } from './package-entry.js';

/** A folder of packages, with the names in it in order. */
export class Folder {
  readonly packages = new Map<string, PackageEntry>();
  readonly folders = new Map<string, Folder>();
  #names: readonly string[] | undefined;

  constructor(readonly path: string) {}

  get names(): readonly string[] {
    this.#names ??= [...new Set([...this.packages.keys(), ...this.folders.keys()])].sort();
    return this.#names;
  }

  /** To be said whenever a name came or went. */
  namesChanged(): void {
    this.#names = undefined;
  }
}

/**
 * All known packages: in folders, so that they can be listed in order and dropped together, and by whom they refer to.
 * Unreal takes names in any case; so does every search here that finds nothing under the very name.
 */
export class Catalogue {
  readonly root = new Folder('');
  readonly #packages = new Map<string, PackageEntry>();
  readonly #folded = new Map<string, PackageEntry>();
  /** By the folded name of the package that is referred to, whether it exists or not. */
  readonly #referencers = new Map<string, Set<PackageEntry>>();
  readonly #unread = new Set<PackageEntry>();

  #version = 0;

  /** Another number after every change. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#packages.size;
  }

  /** Packages that may refer to more than is known. */
  get unread(): ReadonlySet<PackageEntry> {
    return this.#unread;
  }

  find(path: string): PackageEntry | undefined {
    return this.#packages.get(path) ?? this.#folded.get(path.toLowerCase());
  }

  /** Under this very name. */
  get(path: string): PackageEntry | undefined {
    return this.#packages.get(path);
  }

  set(entry: PackageEntry): void {
    this.#version++;
    const { folder, name } = this.#place(entry.path);
    const before = this.#packages.get(entry.path);
    if (before === undefined) folder.namesChanged();
    else this.#unlink(before);
    folder.packages.set(name, entry);
    this.#packages.set(entry.path, entry);
    this.#folded.set(entry.path.toLowerCase(), entry);
    if (entry.unread) this.#unread.add(entry);
    for (const path of referred(entry)) {
      const known = this.#referencers.get(path);
      if (known === undefined) this.#referencers.set(path, new Set([entry]));
      else known.add(entry);
    }
  }

  delete(path: string): void {
    const entry = this.#packages.get(path);
    if (entry === undefined) return;
    this.#version++;
    const { folder, name } = this.#place(path);
    this.#unlink(entry);
    folder.packages.delete(name);
    folder.namesChanged();
    this.#packages.delete(path);
    if (this.#folded.get(path.toLowerCase()) === entry) this.#folded.delete(path.toLowerCase());
  }

  /** A folder and all that was in it. */
  deleteFolder(path: string): readonly PackageEntry[] {
    const folder = this.folder(path);
    if (folder === undefined) return [];
    const entries = [...packagesIn(folder)];
    for (const entry of entries) this.delete(entry.path);
    const { folder: parent, name } = this.#place(path);
    parent.folders.delete(name);
    parent.namesChanged();
    return entries;
  }

  /** Under this very name. */
  folder(path: string): Folder | undefined {
    let folder: Folder | undefined = this.root;
    for (const name of path.split('/').slice(1)) folder = folder?.folders.get(name);
    return folder;
  }

  findFolder(path: string): Folder | undefined {
    let folder: Folder | undefined = this.root;
    for (const name of path.split('/').slice(1)) folder = folder && childOf(folder, name);
    return folder;
  }

  /** Some packages with this name, in whatever folder. */
  named(name: string, most: number): PackageEntry[] {
    const found: PackageEntry[] = [];
    const ending = `/${name.toLowerCase()}`;
    for (const [folded, entry] of this.#folded) {
      if (folded.endsWith(ending) && found.push(entry) === most) break;
    }
    return found;
  }

  referencersOf(path: string): Iterable<PackageEntry> {
    return this.#referencers.get(path.toLowerCase()) ?? [];
  }

  #place(path: string): { folder: Folder; name: string } {
    const names = path.split('/').slice(1);
    const name = names.pop() as string;
    let folder = this.root;
    for (const part of names) {
      let child = folder.folders.get(part);
      if (child === undefined) {
        child = new Folder(`${folder.path}/${part}`);
        folder.folders.set(part, child);
        folder.namesChanged();
      }
      folder = child;
    }
    return { folder, name };
  }

  #unlink(entry: PackageEntry): void {
    this.#unread.delete(entry);
    for (const path of referred(entry)) {
      const known = this.#referencers.get(path);
      known?.delete(entry);
      if (known?.size === 0) this.#referencers.delete(path);
    }
  }
}

/** All packages in a folder and below, in order. Those that come or go meanwhile may be in it or not. */
export function* packagesIn(folder: Folder): Iterable<PackageEntry> {
  for (const name of folder.names) {
    const entry = folder.packages.get(name);
    if (entry !== undefined) yield entry;
    const below = folder.folders.get(name);
    if (below !== undefined) yield* packagesIn(below);
  }
}

/** The order of `packagesIn`: by the names on the way, so that a folder stays together. */
export function comparePaths(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left === right) continue;
    return (left === SLASH ? -1 : left) - (right === SLASH ? -1 : right);
  }
  return a.length - b.length;
}

const SLASH = 0x2f;

function referred(entry: PackageEntry): Set<string> {
  return new Set([...entry.references, ...entry.soft].map(path => path.toLowerCase()));
}

function childOf(folder: Folder, name: string): Folder | undefined {
  const exact = folder.folders.get(name);
  if (exact !== undefined) return exact;
  const folded = name.toLowerCase();
  for (const [other, child] of folder.folders) if (other.toLowerCase() === folded) return child;
  return undefined;
}
