import { nearMatches } from '@worldwire/server/kit';
import type { FolderPaths } from './actor-folders.js';
import { nameOf, type PackageEntry } from './package-entry.js';

const MAX_NEAR = 3;

/** A folder of packages, with sorted names. */
export class Folder {
  readonly packages = new Map<string, PackageEntry>();
  readonly folders = new Map<string, Folder>();
  #names: readonly string[] | undefined;

  constructor(readonly path: string) {}

  get names(): readonly string[] {
    this.#names ??= [...new Set([...this.packages.keys(), ...this.folders.keys()])].sort();
    return this.#names;
  }

  /** Call it when a name was added or removed. */
  namesChanged(): void {
    this.#names = undefined;
  }
}

/**
 * All known packages: by folder, to list them in order and drop them together, and by reference. Unreal ignores the case of
 * names: a search falls back to the name without case.
 */
export class Catalogue {
  readonly root = new Folder('');
  /** The folders of each level that was asked for, by its path in lower case, until the next change. */
  readonly outliners = new Map<string, FolderPaths>();
  readonly #packages = new Map<string, PackageEntry>();
  readonly #folded = new Map<string, PackageEntry>();
  /** By the lower-case name of the package that is referred to, which may not exist. */
  readonly #referencers = new Map<string, Set<PackageEntry>>();
  readonly #unread = new Set<PackageEntry>();

  #version = 0;

  /** Grows with every change. */
  get version(): number {
    return this.#version;
  }

  get size(): number {
    return this.#packages.size;
  }

  /** Packages whose references are not all known. */
  get unread(): ReadonlySet<PackageEntry> {
    return this.#unread;
  }

  find(path: string): PackageEntry | undefined {
    return this.#packages.get(path) ?? this.#folded.get(path.toLowerCase());
  }

  /** By the exact name. */
  get(path: string): PackageEntry | undefined {
    return this.#packages.get(path);
  }

  set(entry: PackageEntry): void {
    this.#changed();
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
    this.#changed();
    const { folder, name } = this.#place(path);
    this.#unlink(entry);
    folder.packages.delete(name);
    folder.namesChanged();
    this.#packages.delete(path);
    if (this.#folded.get(path.toLowerCase()) === entry) this.#folded.delete(path.toLowerCase());
  }

  /** Deletes a folder with its contents. */
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

  /** By the exact name. */
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

  /** A sentence with packages that the path may mean: the same name elsewhere, or a similar one in its folder. */
  near(path: string): string | undefined {
    const name = nameOf(path);
    const same = this.named(name, MAX_NEAR).map(entry => entry.path);
    const folder = this.findFolder(path.slice(0, path.lastIndexOf('/')));
    const similar = nearMatches(name, folder?.packages.keys() ?? [], MAX_NEAR);
    const near = same.length > 0 ? same : similar.map(other => `${folder?.path}/${other}`);
    return near.length === 0 ? undefined : `Similar: ${near.join(', ')}.`;
  }

  /** Some packages with this name, in any folder. */
  named(name: string, max: number): PackageEntry[] {
    const found: PackageEntry[] = [];
    const ending = `/${name.toLowerCase()}`;
    for (const [folded, entry] of this.#folded) {
      if (folded.endsWith(ending) && found.push(entry) === max) break;
    }
    return found;
  }

  referencersOf(path: string): Iterable<PackageEntry> {
    return this.#referencers.get(path.toLowerCase()) ?? [];
  }

  #changed(): void {
    this.#version++;
    this.outliners.clear();
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

/** All packages in a folder and below, in order. Concurrent changes may or may not be included. */
export function* packagesIn(folder: Folder): Iterable<PackageEntry> {
  for (const name of folder.names) {
    const entry = folder.packages.get(name);
    if (entry !== undefined) yield entry;
    const below = folder.folders.get(name);
    if (below !== undefined) yield* packagesIn(below);
  }
}

/** The order of `packagesIn`: by the names in the path, so that folders stay together. */
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
