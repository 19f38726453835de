import { join } from 'node:path';
import type { Package } from '@worldwire/uasset';
import { UnrealError } from '../../port/unreal-error.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { nameOf, type PackageEntry } from '../index/package-entry.js';
import type { FoundPackage, PackageFinder } from '../index/package-finder.js';
import { mainObject } from '../read/main-object.js';
import { ObjectTable } from '../read/object-table.js';
import { openFound } from '../read/open-found.js';
import type { Levels } from './saved-levels.js';

const MAX_HINTS = 10;

/** Finds objects by path, also those of actors with their own files. */
export class ProjectObjects {
  readonly #root: string;
  readonly #finder: PackageFinder;
  readonly #levels: Levels;

  constructor(root: string, finder: PackageFinder, levels: Levels) {
    this.#root = root;
    this.#finder = finder;
    this.#levels = levels;
  }

  /** Opens the object of a path; the main object of a package unless another is named. */
  async object<Result>(
    path: string,
    slice: TimeSlice,
    use: (opened: Package, table: ObjectTable, index: number) => Promise<Result>,
  ): Promise<Result> {
    const found = await this.#finder.find(path, slice.signal);
    const here = await openFound(found, slice.signal, async opened => {
      const table = await ObjectTable.of(opened, found.path, slice);
      const index = await indexOf(opened, table, found);
      return index === undefined ? { tops: topNames(table) } : { result: await use(opened, table, index) };
    });
    if ('result' in here) return here.result as Result;
    const external = await this.#levels.external(found, slice.signal);
    if (external === undefined) throw noObject(found, here.tops);
    const own = { path: external.path, file: join(this.#root, external.file) };
    try {
      return await openFound(own, slice.signal, async opened => {
        const table = await ObjectTable.of(opened, external.path, slice);
        const index = table.export(`${found.path}.${found.object}`);
        if (index === undefined) throw noObject(found, topNames(table));
        return use(opened, table, index);
      });
    } catch (thrown) {
      throw thrown instanceof UnrealError ? this.#named(thrown, external) : thrown;
    }
  }

  /** An error about the file of an actor names the actor as well, because the name of the file says nothing. */
  #named(error: UnrealError, entry: PackageEntry): UnrealError {
    const { kind, message, enable } = error;
    const actor = this.#levels.actorText(entry);
    if (actor === undefined || !message.includes(entry.path)) return error;
    const file = `Its file is ${entry.file}.`;
    return new UnrealError(
      kind,
      message.replaceAll(entry.path, actor),
      [enable, file].filter(Boolean).join(' '),
    );
  }
}

async function indexOf(
  opened: Package,
  table: ObjectTable,
  found: FoundPackage,
): Promise<number | undefined> {
  if (found.object === undefined) return mainObject(opened, nameOf(found.path));
  return table.export(found.object);
}

function topNames(table: ObjectTable): string[] {
  return table
    .inside()
    .slice(0, MAX_HINTS)
    .map(index => table.entry(index).name);
}

function noObject({ path, object }: FoundPackage, tops: readonly string[]): UnrealError {
  return new UnrealError(
    'not-found',
    object === undefined ? `${path} contains no object.` : `${path} has no object ${object}.`,
    tops.length === 0 ? undefined : `It has ${tops.join(', ')}.`,
  );
}
