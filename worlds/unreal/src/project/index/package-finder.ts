import { lstat } from 'node:fs/promises';
import { join } from 'node:path';
import { isMissing } from '@worldwire/server/kit';
import { entriesOf, isPlain } from '../../files/inside-folder.js';
import { type ObjectPath, readObjectPath, readObjectPaths } from '../../port/object-path.js';
import { UnrealError } from '../../port/unreal-error.js';
import { linkNote } from './linked-content.js';
import { findMounts } from './mounts.js';
import type { PackageIndex } from './package-index.js';

const SEARCH = 'find_assets searches by a part of the name.';
const EXTENSIONS = ['.uasset', '.umap'];

export interface FoundPackage {
  /** In the case of the file's name. */
  readonly path: string;
  readonly file: string;
  readonly object?: string;
}

/** Finds the file of a path in the mounted content of the project. Links are not followed. */
export class PackageFinder {
  readonly #root: string;
  readonly #index: PackageIndex;

  constructor(root: string, index: PackageIndex) {
    this.#root = root;
    this.#index = index;
  }

  async find(asked: string, signal: AbortSignal): Promise<FoundPackage> {
    const readings = readObjectPaths(asked);
    for (const reading of readings) {
      const found = await this.onDisk(reading.package);
      if (found !== undefined) return within(found, reading);
    }
    await this.#index.refresh(signal);
    for (const reading of readings) {
      const entry = this.#index.catalogue.find(reading.package);
      if (entry !== undefined)
        return within({ path: entry.path, file: join(this.#root, entry.file) }, reading);
    }
    throw await this.#missing(readObjectPath(asked));
  }

  /** Finds a path with exact spelling, without the index. */
  async onDisk(path: string): Promise<FoundPackage | undefined> {
    // A root alone is a folder.
    const place = path.includes('/', 1) ? await this.#placeOf(path) : undefined;
    if (place === undefined) return undefined;
    for (const extension of EXTENSIONS) {
      const file = `${place}${extension}`;
      if ((await plainKind(file)) === 'file') return { path, file };
    }
    return undefined;
  }

  /** Whether a folder exists, also without packages. /Game always counts as one. */
  async isFolder(path: string): Promise<boolean> {
    if (path.toLowerCase() === '/game') return true;
    const { places } = await this.#walk(path);
    const kinds = await Promise.all(places.map(plainKind));
    return kinds.includes('folder');
  }

  /** Notes on the links in a path. */
  async linksOn(path: string): Promise<readonly string[]> {
    const { links } = await this.#walk(path);
    return links.map(link => linkNote(this.#root, link));
  }

  /** The folders that a path leads to, and the links in it. */
  async #walk(path: string): Promise<{ readonly places: string[]; readonly links: string[] }> {
    const [mountName = '', ...names] = path.toLowerCase().slice(1).split('/');
    const { mounts } = await findMounts(this.#root);
    // Folders that differ only in case are one folder in Unreal.
    let places = mounts
      .filter(({ name }) => name.toLowerCase() === `/${mountName}`)
      .map(({ folder }) => folder);
    const links: string[] = [];
    for (const [depth, folded] of names.entries()) {
      const isLast = depth === names.length - 1;
      const below: string[] = [];
      for (const place of places) {
        for (const entry of await entriesOf(place)) {
          const name = entry.name.toLowerCase();
          if (entry.isDirectory() && name === folded) below.push(join(place, entry.name));
          else if (entry.isSymbolicLink() && (name === folded || (isLast && isPackageFile(name, folded))))
            links.push(join(place, entry.name));
        }
      }
      places = below;
    }
    return { places, links };
  }

  /** The file without its extension; undefined where the root is not mounted. */
  async #placeOf(path: string): Promise<string | undefined> {
    const [, mountName, below = ''] = /^(\/[^/]+)(\/.+)?$/.exec(path) ?? [];
    if (mountName === undefined) return undefined;
    if (mountName === '/Game') return join(this.#root, 'Content', below);
    const { mounts } = await findMounts(this.#root);
    const mount = mounts.find(({ name }) => name === mountName);
    return mount && join(mount.folder, below);
  }

  async #missing({ package: path }: ObjectPath): Promise<UnrealError> {
    const { catalogue, links } = this.#index;
    const mounts = [...catalogue.root.folders.keys()].map(name => `/${name}`);
    const where = mounts.length === 0 ? 'It has no content.' : `Its content roots are ${mounts.join(', ')}.`;
    const found = catalogue.near(path) ?? where;
    return new UnrealError(
      'not-found',
      `This project has no package ${path}.`,
      [found, SEARCH, ...(await this.linksOn(path)), ...links].join(' '),
    );
  }
}

function within(found: FoundPackage, { object }: ObjectPath): FoundPackage {
  return object === undefined ? found : { ...found, object };
}

function isPackageFile(name: string, package_: string): boolean {
  return EXTENSIONS.some(extension => name === `${package_}${extension}`);
}

/** Undefined where the path does not exist or contains a link. */
async function plainKind(path: string): Promise<'file' | 'folder' | undefined> {
  try {
    const stats = await lstat(path);
    if (!(stats.isFile() || stats.isDirectory()) || !(await isPlain(path))) return undefined;
    return stats.isFile() ? 'file' : 'folder';
  } catch (thrown) {
    const { code } = thrown as NodeJS.ErrnoException;
    if (isMissing(thrown) || code === 'ENAMETOOLONG') return undefined;
    throw thrown;
  }
}
