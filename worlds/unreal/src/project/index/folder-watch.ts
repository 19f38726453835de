import { type FSWatcher, watch } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { isMissing } from '@worldwire/server/kit';

/** On Linux, Node watches a tree by opening every file in it at once, which blocks the process: there each folder is watched. */
const WHOLE_TREES = process.platform === 'darwin' || process.platform === 'win32';

/** Linux file systems that report every change: ext, xfs, btrfs, tmpfs, overlay, f2fs, zfs, bcachefs. */
const REPORTING = new Set([
  0xef53, 0x58465342, 0x9123683e, 0x01021994, 0x794c7630, 0xf2f52010, 0x2fc12fc1, 0xca451a4e,
]);

/** Whether the file system reports all changes. Network drives do not report those of other machines. */
export async function reportsChanges(folder: string): Promise<boolean> {
  if (process.platform !== 'linux') return WHOLE_TREES;
  try {
    return REPORTING.has((await statfs(folder)).type);
  } catch (thrown) {
    if (isMissing(thrown)) return true;
    throw thrown;
  }
}

export interface FolderWatchEvents {
  /** A file or folder changed; without a path, an unknown one. */
  changed(path?: string): void;
  /** From now on changes may be missed. */
  lost(reason: string): void;
}

/** Watches folders. A folder has to be watched before it is read, so that no change is missed. */
export class FolderWatch {
  readonly #watchers = new Map<string, FSWatcher>();
  readonly #trees = new Set<string>();
  #closed = false;

  constructor(readonly events: FolderWatchEvents) {}

  /** Watches a folder and all below. Callers also add each folder that they find. */
  addTree(folder: string): void {
    if ([...this.#trees].some(tree => folder.startsWith(tree + sep))) return;
    if (WHOLE_TREES) this.#trees.add(folder);
    this.#add(folder, WHOLE_TREES);
  }

  /** Watches a folder without those below. */
  add(folder: string): void {
    this.#add(folder, false);
  }

  /** Stops watching a folder and those below. */
  drop(folder: string): void {
    // Parents are added before their children.
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

  /** Folders that are added later are ignored. */
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
      // The watch of the parent reports the folder when it is created.
      if (!isMissing(thrown)) this.events.lost((thrown as Error).message);
    }
  }
}
