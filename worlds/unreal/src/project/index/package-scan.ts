import { lstatSync, type Stats } from 'node:fs';
import { lstat } from 'node:fs/promises';
import { basename, dirname, join, relative, sep } from 'node:path';
import { unlessMissing } from '@worldwire/server/kit';
import { entriesOf, isPlain } from '../../files/inside-folder.js';
import { TimeSlice } from '../../work/time-slice.js';
import { WorkQueue } from '../../work/work-queue.js';
import type { Catalogue } from './catalogue.js';
import type { FolderWatch } from './folder-watch.js';
import type { Mount } from './mounts.js';
import { type FileStamp, MAX_PACKAGES, type PackageEntry, sameStamp } from './package-entry.js';

/** Files that are read or examined at a time. */
export const AT_ONCE = 16;
const MAX_DEPTH = 64;
/** A disk that takes longer once is read asynchronously from then on. */
const SLOW_MS = 1;
/** Of two files with one package name the engine prefers the first extension. */
const EXTENSIONS = ['.uasset', '.umap'];

/** A file that is new or changed. */
export interface Unread extends FileStamp {
  readonly path: string;
  readonly file: string;
}

export interface ScanOptions {
  readonly root: string;
  readonly catalogue: Catalogue;
  /** Undefined where changes are not reported. */
  readonly watch: FolderWatch | undefined;
  /** The entries of the previous process. */
  readonly kept: ReadonlyMap<string, PackageEntry> | undefined;
  readonly dropped: (path: string) => void;
}

/** Compares folders with the catalogue: drops removed packages, and collects files to read. */
export class PackageScan {
  readonly unread: Unread[] = [];
  readonly #options: ScanOptions;
  readonly #queue: WorkQueue;
  readonly #slice: TimeSlice;
  #quick: boolean;
  #left = 0;

  constructor(options: ScanOptions, signal: AbortSignal) {
    this.#options = options;
    this.#queue = new WorkQueue(AT_ONCE, signal);
    this.#slice = new TimeSlice(signal);
    // File systems that report changes are local.
    this.#quick = options.watch !== undefined;
  }

  /** Packages that are left out of the index because of its limit. */
  get left(): number {
    return this.#left;
  }

  done(): Promise<void> {
    return this.#queue.done();
  }

  /** Scans a folder of content and all below it. */
  folder(disk: string, path: string, depth = 0): void {
    if (depth <= MAX_DEPTH) this.#queue.add(() => this.#folder(disk, path, depth));
  }

  /** Scans a path that changed. A file is read again even with the same stamp. */
  touched(disk: string, mount: Mount): void {
    this.#queue.add(async () => {
      const folder = packageFolder(mount, dirname(disk));
      const name = basename(disk);
      const base = packageName(name);
      // A folder that became a link counts as removed.
      const plain = await isPlain(dirname(disk));
      if (plain && (await statsOf(disk))?.isDirectory()) {
        // It may be a new folder with the same name.
        this.#options.watch?.drop(disk);
        return this.folder(disk, `${folder}/${name}`);
      }
      this.#dropFolder(disk, `${folder}/${name}`);
      if (base === undefined) return;
      if (plain) await this.#either(dirname(disk), folder, base, name);
      else this.#drop(`${folder}/${base}`);
    });
  }

  async #folder(disk: string, path: string, depth: number): Promise<void> {
    const files = new Map<string, string>();
    const folders = new Set<string>();
    for (const entry of await entriesOf(disk, () => this.#options.watch?.addTree(disk))) {
      if (entry.isDirectory()) folders.add(entry.name);
      const base = entry.isFile() ? packageName(entry.name) : undefined;
      if (base !== undefined) files.set(base, preferred(files.get(base), entry.name));
    }
    const known = this.#options.catalogue.folder(path);
    for (const name of [...(known?.packages.keys() ?? [])])
      if (!files.has(name)) this.#drop(`${path}/${name}`);
    for (const name of [...(known?.folders.keys() ?? [])]) {
      if (!folders.has(name)) this.#dropFolder(join(disk, name), `${path}/${name}`);
    }
    for (const name of folders) this.folder(join(disk, name), `${path}/${name}`, depth + 1);
    for (const [base, file] of files) {
      await this.#slice.yieldToEventLoop();
      const [at, name] = [join(disk, file), `${path}/${base}`];
      if (this.#quick) this.#compare(at, name, this.#statsAtOnce(at));
      else this.#queue.add(async () => this.#compare(at, name, await statsOf(at)));
    }
  }

  /** A local disk answers from its cache faster than an asynchronous call. */
  #statsAtOnce(disk: string): Stats | undefined {
    const since = performance.now();
    const stats = lstatSync(disk, { throwIfNoEntry: false });
    if (performance.now() - since > SLOW_MS) this.#quick = false;
    return stats;
  }

  #compare(disk: string, path: string, stats: Stats | undefined): void {
    if (stats === undefined || !stats.isFile()) return this.#drop(path);
    const { catalogue, kept, root } = this.#options;
    const file = fileName(root, disk);
    const stamp = stampOf(stats);
    const known = catalogue.get(path);
    if (known !== undefined && known.file === file && sameStamp(known, stamp)) return;
    const before = kept?.get(file);
    if (known === undefined && catalogue.size + this.unread.length >= MAX_PACKAGES) this.#left++;
    else if (before !== undefined && before.path === path && sameStamp(before, stamp)) catalogue.set(before);
    else this.unread.push({ path, file, ...stamp });
  }

  /** Finds the file of a package among the known, the usual and the reported names. */
  async #either(folder: string, path: string, base: string, reported: string): Promise<void> {
    const known = this.#options.catalogue.get(`${path}/${base}`)?.file;
    const usual = EXTENSIONS.flatMap(ending => [base + ending, base + ending.toUpperCase()]);
    const names = [...usual, reported, ...(known ? [basename(known)] : [])];
    let found: { readonly name: string; readonly stats: Stats } | undefined;
    for (const name of new Set(names)) {
      const stats = await statsOf(join(folder, name));
      if (stats?.isFile() && preferred(found?.name, name) === name) found = { name, stats };
    }
    if (found === undefined) return this.#drop(`${path}/${base}`);
    const file = fileName(this.#options.root, join(folder, found.name));
    this.unread.push({ path: `${path}/${base}`, file, ...stampOf(found.stats) });
  }

  #drop(path: string): void {
    if (this.#options.catalogue.get(path) === undefined) return;
    this.#options.catalogue.delete(path);
    this.#options.dropped(path);
  }

  #dropFolder(disk: string, path: string): void {
    this.#options.watch?.drop(disk);
    for (const entry of this.#options.catalogue.deleteFolder(path)) this.#options.dropped(entry.path);
  }
}

/** The name of the package in a file, or undefined where it is not a package. Extensions come in any case. */
function packageName(file: string): string | undefined {
  const at = file.lastIndexOf('.');
  return at > 0 && EXTENSIONS.includes(file.slice(at).toLowerCase()) ? file.slice(0, at) : undefined;
}

/** Of two files with one package name: by the kind, then with the usual spelling, then whichever is first. */
function preferred(one: string | undefined, other: string): string {
  if (one === undefined) return other;
  const [rank, otherRank] = [rankOf(one), rankOf(other)];
  if (rank !== otherRank) return rank < otherRank ? one : other;
  return one < other ? one : other;
}

function rankOf(file: string): number {
  const extension = file.slice(file.lastIndexOf('.'));
  const kind = EXTENSIONS.indexOf(extension.toLowerCase());
  return 2 * kind + (EXTENSIONS.includes(extension) ? 0 : 1);
}

function packageFolder(mount: Mount, disk: string): string {
  const below = relative(mount.folder, disk);
  return below === '' ? mount.name : `${mount.name}/${below.split(sep).join('/')}`;
}

function fileName(root: string, disk: string): string {
  return relative(root, disk).split(sep).join('/');
}

export function stampOf({ size, mtimeMs, ctimeMs }: Stats): FileStamp {
  return { size, modified: mtimeMs, changed: ctimeMs };
}

export function statsOf(path: string): Promise<Stats | undefined> {
  return unlessMissing(lstat(path));
}
