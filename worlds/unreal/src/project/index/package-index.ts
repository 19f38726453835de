import { join, sep } from 'node:path';
import { setImmediate as turn } from 'node:timers/promises';
import type { Log } from '@worldwire/server';
import { Debounce } from '../../work/debounce.js';
import { type Progress, SharedWork } from '../../work/shared-work.js';
import { WorkQueue } from '../../work/work-queue.js';
import { Catalogue, packagesIn } from './catalogue.js';
import { FolderWatch } from './folder-watch.js';
import { IndexCache } from './index-cache.js';
import { linkedContent } from './linked-content.js';
import { findMounts, type Mount } from './mounts.js';
import { MAX_PACKAGES, type PackageEntry, type ReadFacts, sameStamp } from './package-entry.js';
import { AT_ONCE, PackageScan, stampOf, statsOf, type Unread } from './package-scan.js';
import { pooled } from './package-words.js';
import { WordPool } from './word-pool.js';

/** Changes come in bursts, which are reported once, unless they do not end. */
const DEBOUNCE_MS = 100;
const MAX_DEBOUNCE_MS = 1_000;
/** More changes at once may exceed the queue of the system; then everything is scanned. */
const MAX_STALE = 4_000;

/** Runs that one caller waits for. */
const MAX_RUNS = 4;

export interface IndexChanges {
  /** Packages that changed, were added or removed. */
  readonly paths: ReadonlySet<string>;
  /** Whether any was added or removed. */
  readonly members: boolean;
}

export interface IndexOptions {
  readonly root: string;
  readonly log: Log;
  /** Undefined where the file was removed meanwhile. */
  readonly read: (file: string, path: string, size: number) => Promise<ReadFacts | undefined>;
  /** Whether the file system reports changes in a folder. */
  readonly reportsChanges: (folder: string) => Promise<boolean>;
  /** Keeps the index for the next process. */
  readonly file: string | undefined;
  readonly changed: (changes: IndexChanges) => void;
}

/**
 * All packages of a project, up to date with its folder. Where the system reports changes, only those are scanned; elsewhere
 * all folders are scanned each time, and only changed files are read.
 */
export class PackageIndex {
  readonly catalogue = new Catalogue();
  /** The words of all packages. */
  readonly words = new WordPool();
  readonly #options: IndexOptions;
  readonly #watch: FolderWatch;
  readonly #kept: IndexCache;
  readonly #refresh = new SharedWork((signal, progress) => this.#run(signal, progress));
  readonly #closing = new AbortController();
  readonly #debounce = new Debounce(() => this.#catchUp(), DEBOUNCE_MS, MAX_DEBOUNCE_MS);
  readonly #stale = new Set<string>();
  #mounts: readonly Mount[] = [];
  #links: readonly string[] = [];
  #left = 0;
  #built = false;
  /** Everything has to be scanned. */
  #all = true;
  #watching = true;
  #asked = 0;
  #answered = 0;
  #changes = new Set<string>();
  #members = false;
  #unsaved = false;

  constructor(options: IndexOptions) {
    this.#options = options;
    this.#kept = new IndexCache(options.file, options.root, this.words, options.log);
    this.#watch = new FolderWatch({
      changed: path => this.#changed(path),
      lost: reason => this.#lost(reason),
    });
  }

  /** Whether the system reports changes, so that no polling is needed. */
  get isWatching(): boolean {
    return this.#watching;
  }

  /** Notes on content that is left out because it is behind links. */
  get links(): readonly string[] {
    return this.#links;
  }

  /** The roots of the paths of the project's packages, in lower case: "/game". */
  get roots(): ReadonlySet<string> {
    return new Set(this.#mounts.map(({ name }) => name.toLowerCase()));
  }

  /** Packages that are left out because there are too many. */
  get left(): number {
    return this.#left;
  }

  /** Updates the index to the state of the folder at the time of the call. */
  async refresh(signal: AbortSignal, progress?: Progress): Promise<void> {
    const ask = ++this.#asked;
    // The event loop delivers reports of earlier changes between two of its iterations.
    await turn();
    await turn();
    // A second run starts after the call. Endless changes are not waited for.
    for (let run = 0; run < MAX_RUNS && this.#isBehind(ask); run++) {
      await this.#refresh.join(AbortSignal.any([signal, this.#closing.signal]), progress);
    }
  }

  /** Checks the files of some packages, where changes are not reported. */
  async look(paths: Iterable<string>): Promise<void> {
    for (const path of paths) {
      const entry = this.catalogue.find(path);
      if (entry === undefined) continue;
      const file = join(this.#options.root, entry.file);
      const stats = await statsOf(file);
      if (stats === undefined || !sameStamp(entry, stampOf(stats))) this.#changed(file);
    }
  }

  async close(): Promise<void> {
    this.#debounce.close();
    this.#closing.abort();
    this.#watch.close();
    await this.#refresh.stop();
    this.#save();
    await this.#kept.settled();
  }

  /** A running scan may be about changes before the call; without reports it may have begun too early. */
  #isBehind(ask: number): boolean {
    if (this.#all || this.#stale.size > 0 || this.#refresh.running) return true;
    return !this.#watching && this.#answered < ask;
  }

  async #run(signal: AbortSignal, progress: Progress): Promise<void> {
    const answers = this.#asked;
    const first = !this.#built;
    const kept = first ? await this.#kept.load() : undefined;
    const whole = this.#all || !this.#watching;
    const stale = [...this.#stale];
    this.#all = false;
    this.#stale.clear();
    try {
      const scan = await this.#scan(whole ? undefined : stale, kept, signal);
      await this.#readAll(scan.unread, signal, progress);
    } catch (thrown) {
      this.#all = true;
      throw thrown;
    }
    this.#built = true;
    this.#answered = answers;
    this.#emitChanges();
    if (first) this.#save();
  }

  async #scan(
    stale: readonly string[] | undefined,
    kept: ReadonlyMap<string, PackageEntry> | undefined,
    signal: AbortSignal,
  ): Promise<PackageScan> {
    const { root } = this.#options;
    if (stale === undefined) await this.#mount();
    const scan = new PackageScan(
      {
        root,
        catalogue: this.catalogue,
        watch: this.#watching ? this.#watch : undefined,
        kept,
        dropped: path => this.#note(path, true),
      },
      signal,
    );
    if (stale === undefined) for (const mount of this.#mounts) scan.folder(mount.folder, mount.name);
    else for (const path of stale) this.#look(scan, path);
    await scan.done();
    if (stale === undefined || scan.left > 0) this.#left = scan.left;
    if (scan.left > 0) {
      this.#options.log.warn(
        { left: scan.left, max: MAX_PACKAGES },
        'packages are left out of the index: too many',
      );
    }
    return scan;
  }

  /** Finds the content folders again, and watches them: a watched folder may have been replaced. */
  async #mount(): Promise<void> {
    const { root } = this.#options;
    this.#watch.clear();
    this.#watch.add(root);
    const before = this.#mounts;
    const found = await findMounts(root, folder => this.#watch.add(folder));
    this.#mounts = found.mounts;
    this.#links = await linkedContent(root, found);
    for (const { name } of before) {
      if (this.#mounts.some(mount => mount.name === name)) continue;
      for (const entry of this.catalogue.deleteFolder(name)) this.#note(entry.path, true);
    }
    const telling = await Promise.all(this.#mounts.map(({ folder }) => this.#options.reportsChanges(folder)));
    if (!telling.every(Boolean)) this.#lost('the file system does not report all changes');
  }

  #look(scan: PackageScan, path: string): void {
    const mount = this.#mounts.find(({ folder }) => path.startsWith(folder + sep));
    if (mount !== undefined) scan.touched(path, mount);
  }

  async #readAll(unread: readonly Unread[], signal: AbortSignal, progress: Progress): Promise<void> {
    const queue = new WorkQueue(AT_ONCE, signal);
    let done = 0;
    for (const package_ of unread) {
      queue.add(async () => {
        await this.#readOne(package_);
        progress(++done, unread.length, 'Reading packages');
      });
    }
    await queue.done();
  }

  async #readOne({ path, file, size, modified, changed }: Unread): Promise<void> {
    const read = await this.#options.read(join(this.#options.root, file), path, size);
    const known = this.catalogue.get(path) !== undefined;
    if (read === undefined) this.catalogue.delete(path);
    else {
      const { contents, ...facts } = read;
      const words = contents && { words: pooled(contents, this.words) };
      this.catalogue.set({ path, file, size, modified, changed, ...facts, ...words });
    }
    this.#note(path, known !== (read !== undefined));
  }

  #note(path: string, member: boolean): void {
    this.#unsaved = true;
    if (!this.#built) return;
    this.#changes.add(path);
    this.#members ||= member;
  }

  #emitChanges(): void {
    if (this.#changes.size === 0) return;
    const changes = { paths: this.#changes, members: this.#members };
    this.#changes = new Set();
    this.#members = false;
    this.#options.changed(changes);
  }

  #changed(path: string | undefined): void {
    if (this.#closing.signal.aborted) return;
    if (path === undefined || this.#stale.size >= MAX_STALE) this.#all = true;
    else if (this.#mounts.some(({ folder }) => path.startsWith(folder + sep))) this.#stale.add(path);
    else if (this.#changesMounts(path)) this.#all = true;
    else return;
    this.#debounce.trigger();
  }

  /** Most changes in the folder of the project itself do not concern content. */
  #changesMounts(path: string): boolean {
    const plugins = join(this.#options.root, 'Plugins');
    return path === join(this.#options.root, 'Content') || path === plugins || path.startsWith(plugins + sep);
  }

  #catchUp(): void {
    this.refresh(this.#closing.signal).catch((thrown: Error) => {
      if (this.#closing.signal.aborted) return;
      this.#options.log.warn({ reason: thrown.message }, 'the index of packages cannot be updated');
    });
  }

  #lost(reason: string): void {
    if (!this.#watching) return;
    this.#watching = false;
    this.#watch.close();
    this.#options.log.warn(
      { reason },
      'changes of the project are not reported; its folders are scanned instead',
    );
  }

  #save(): void {
    if (!this.#unsaved) return;
    this.#unsaved = false;
    this.#kept.save(packagesIn(this.catalogue.root));
  }
}
