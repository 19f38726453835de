import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { UnrealError } from '../source/unreal-error.js';
import { findMounts } from './mounts.js';
import { shortName } from './package-entry.js';
import type { PackageIndex } from './package-index.js';
import { type ObjectPath, readObjectPath } from './package-path.js';
import { isMissing, isPlain } from './plain-folder.js';

const MOST_HINTS = 3;

/** A package on disk that somebody asked for, and what in it. */
export interface FoundPackage {
  /** As the project has it, whatever the case in which it was asked for. */
  readonly path: string;
  readonly file: string;
  readonly object?: string;
}

/** Finds the file behind a path. Only what lies in mounted content of the project can be found, and no link. */
export class PackageFinder {
  readonly #root: string;
  readonly #index: PackageIndex;

  constructor(root: string, index: PackageIndex) {
    this.#root = root;
    this.#index = index;
  }

  async find(asked: string, signal: AbortSignal): Promise<FoundPackage> {
    const parts = readObjectPath(asked);
    const known = (await this.onDisk(parts.package)) ?? (await this.#inIndex(parts.package, signal));
    if (known !== undefined) return { ...known, ...(parts.object !== undefined && { object: parts.object }) };
    // Files with a dot in their names are no assets for the engine, but here they are listed.
    const dotted = parts.object === undefined ? undefined : await this.onDisk(asked);
    if (dotted !== undefined) return dotted;
    throw this.#missing(parts);
  }

  /** Where a path with this very spelling leads: no index is needed to read one package. */
  async onDisk(path: string): Promise<FoundPackage | undefined> {
    const [, mountName, below] = /^(\/[^/]+)\/(.+)$/.exec(path) ?? [];
    if (mountName === undefined || below === undefined) return undefined;
    const mounts = mountName === '/Game' ? undefined : await findMounts(this.#root);
    const folder =
      mounts === undefined
        ? join(this.#root, 'Content')
        : mounts.find(({ name }) => name === mountName)?.folder;
    if (folder === undefined) return undefined;
    for (const extension of ['.uasset', '.umap']) {
      const file = join(folder, `${below}${extension}`);
      if (await isPlainFile(file)) return { path, file };
    }
    return undefined;
  }

  async #inIndex(path: string, signal: AbortSignal): Promise<FoundPackage | undefined> {
    await this.#index.refresh(signal);
    const entry = this.#index.catalogue.find(path);
    return entry && { path: entry.path, file: join(this.#root, entry.file) };
  }

  #missing({ package: path }: ObjectPath): UnrealError {
    const { catalogue } = this.#index;
    const similar = catalogue.named(shortName(path), MOST_HINTS).map(entry => entry.path);
    const mounts = [...catalogue.root.folders.keys()].map(name => `/${name}`);
    const where = mounts.length === 0 ? 'It has no content.' : `Its content is in ${mounts.join(', ')}.`;
    const enable = similar.length === 0 ? where : `There is ${similar.join(', ')}.`;
    return new UnrealError('not-found', `There is no package ${path} in this project.`, enable);
  }
}

async function isPlainFile(file: string): Promise<boolean> {
  try {
    return (await lstat(file)).isFile() && (await isPlain(file));
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (isMissing(thrown) || code === 'ENAMETOOLONG') return false;
    throw thrown;
  }
}
