import { type FSWatcher, watch } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '@worldwire/server/kit';

/**
 * Node can watch whole trees everywhere, but on Linux it does so by opening every file in them at once, which holds the
 * process up. There, every folder is watched for itself.
 */
const WHOLE_TREES = process.platform === 'darwin' || process.platform === 'win32';

/** File systems of Linux that tell of every change, whoever made it: ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs, bcachefs. */
const TELLING = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
]);

/** Whether changes in a folder can be heard of. On network drives and shared folders others change what we never hear. */
export async function reportsChanges(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return WHOLE_TREES;
  try {
    return TELLING.has((await statfs(folder)).type);
  } catch (thrown) {
    if (isMissing(thrown)) return true;
    throw thrown;
  }
}

export interface FolderWatchEvents {
  /** Something happened to a file or a folder, or, without a path, to something somewhere. */
  changed(path?: string): void;
  /** From now on changes may go unheard. */
  lost(reason: string): void;
}

/** Hears of changes in folders. A folder that is watched before it is read has no change that nobody sees. */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #trees = new Set<string>();
  #closed = false;

  constructor(readonly events: FolderWatchEvents) {}

  /** This folder and all below, for callers who add each folder that they find. */
  addTree(folder: string): void {
    if ([...this.#trees].some(tree => folder.startsWith(tree + sep))) return;
    if (WHOLE_TREES) this.#trees.add(folder);
    this.#add(folder, WHOLE_TREES);
  }

  /** What is in this folder, and not what is below. */
  add(folder: string): void {
    this.#add(folder, false);
  }

  /** No longer this folder and those below it. */
  drop(folder: string): void {
    // Folders are added before those in them.
    if (!this.#watchers.has(folder)) return;
    for (const [path, watcher] of this.#watchers) {
      if (path !== folder && !path.startsWith(folder + sep)) continue;
      watcher.close();
      this.#watchers.delete(path);
      this.#trees.delete(path);
    }
  }

  clear(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
    this.#trees.clear();
  }

  /** For good: whoever still adds a folder adds nothing. */
  close(): void {
    this.#closed = true;
    this.clear();
  }

  #add(folder: string, recursive: boolean): void {
    if (this.#closed || this.#watchers.has(folder)) return;
    try {
      const watcher = watch(folder, { persistent: false, recursive }, (_event, name) => {
        this.events.changed(name === null ? undefined : join(folder, name));
      });
      watcher.on('error', error => this.events.lost(error.message));
      this.#watchers.set(folder, watcher);
    } catch (thrown) {
      // A folder that is not there is heard of by its parent when it comes.
      if (!isMissing(thrown)) this.events.lost((thrown as Error).message);
    }
  }
}
