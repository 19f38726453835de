import { join } from 'node:path';
import type { ByteSource, Package } from '@worldwire/uasset';
import { UnrealError } from '../source/unreal-error.js';
import type { Breath } from './breath.js';
import type { Levels } from './levels.js';
import { mainObject } from './main-object.js';
import { ObjectTable } from './object-table.js';
import { shortName } from './package-entry.js';
import { Unreadable, withPackage } from './package-file.js';
import type { FoundPackage, PackageFinder } from './package-finder.js';

const MOST_HINTS = 10;

/** Opens packages and finds objects in them by their paths. */
export class ProjectObjects {
  readonly #root: string;
  readonly #finder: PackageFinder;
  readonly #levels: Levels;

  constructor(root: string, finder: PackageFinder, levels: Levels) {
    this.#root = root;
    this.#finder = finder;
    this.#levels = levels;
  }

  find(path: string, signal: AbortSignal): Promise<FoundPackage> {
    return this.#finder.find(path, signal);
  }

  async open<Result>(
    found: FoundPackage,
    use: (opened: Package, bytes: ByteSource) => Promise<Result>,
  ): Promise<Result> {
    try {
      const given = await withPackage(found.file, async (opened, bytes) => ({
        result: await use(opened, bytes),
      }));
      if (given !== undefined) return given.result;
    } catch (thrown) {
      if (!(thrown instanceof Unreadable)) throw thrown;
      throw new UnrealError('failed', `${found.path} cannot be read. ${thrown.message}`);
    }
    throw new UnrealError('not-found', `The file of ${found.path} is gone.`);
  }

  /** One object of a package, from 0 on: the main one unless another is named. */
  async object<Result>(
    path: string,
    breath: Breath,
    use: (opened: Package, table: ObjectTable, index: number) => Promise<Result>,
  ): Promise<Result> {
    const found = await this.#finder.find(path, breath.signal);
    const here = await this.open(found, async opened => {
      const table = new ObjectTable(opened, found.path);
      const index = await indexOf(opened, table, found);
      return index === undefined ? { tops: topNames(table) } : { result: await use(opened, table, index) };
    });
    if ('result' in here) return here.result as Result;
    const external = await this.#levels.external(found, breath);
    if (external === undefined) throw noObject(found, here.tops);
    const own = { path: external.path, file: join(this.#root, external.file) };
    return this.open(own, async opened => {
      const table = new ObjectTable(opened, external.path);
      const index = table.export(`${found.path}.${found.object}`);
      if (index === undefined) throw noObject(found, topNames(table));
      return use(opened, table, index);
    });
  }
}

async function indexOf(
  opened: Package,
  table: ObjectTable,
  found: FoundPackage,
): Promise<number | undefined> {
  if (found.object === undefined) return mainObject(opened, shortName(found.path));
  return table.export(found.object);
}

function topNames(table: ObjectTable): string[] {
  return table
    .inside()
    .slice(0, MOST_HINTS)
    .map(index => table.entry(index).name);
}

function noObject({ path, object }: FoundPackage, tops: readonly string[]): UnrealError {
  return new UnrealError(
    'not-found',
    object === undefined ? `${path} has no object in it.` : `${path} has no object ${object}.`,
    tops.length === 0 ? undefined : `It has ${tops.join(', ')}.`,
  );
}
