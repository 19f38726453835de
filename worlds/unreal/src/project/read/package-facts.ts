import { type ByteSource, MemoryBytes, openPackage, type Package, PackageError } from '@worldwire/uasset';
import { SmallFiles } from '../../files/small-files.js';
import { UnrealError } from '../../port/unreal-error.js';
import { TimeSlice } from '../../work/time-slice.js';
import {
  MAX_REFERENCES,
  nameOf,
  type PackageFacts,
  type ReadFacts,
  UNREADABLE,
} from '../index/package-entry.js';
import { folderOf, MAX_TEXT, readFolders } from './actor-folders.js';
import { mainObject } from './main-object.js';
import { ObjectTable } from './object-table.js';
import { contentsOf } from './package-contents.js';
import { withPackage } from './package-file.js';
import { textOf } from './property-values.js';
import { readableProperties } from './readable-properties.js';
import { StandIn } from './stand-in.js';

const CUE_NAMES = ['GameplayCueName', 'GameplayCueTag'];

/** Reads the facts that the index keeps of files. */
export class FactsReader {
  readonly #small = new SmallFiles();
  /** Never ends the work: half of the facts would be kept as those of an unreadable file. */
  readonly #slice = new TimeSlice(new AbortController().signal);

  /** asset.describe reports why a file cannot be read. */
  async read(file: string, path: string, size: number): Promise<ReadFacts | undefined> {
    await this.#slice.yieldToEventLoop();
    const bytes = this.#small.read(file, size);
    try {
      if (bytes !== undefined) return await this.#inside(new MemoryBytes(bytes), path);
    } catch (thrown) {
      // Read again below, where the reason is found.
      if (!(thrown instanceof PackageError)) throw thrown;
    }
    try {
      const facts = (opened: Package, source: ByteSource) => factsOf(opened, source, path, this.#slice);
      return await withPackage({ path, file }, facts, { size });
    } catch (thrown) {
      if (!(thrown instanceof UnrealError)) throw thrown;
      const className = thrown instanceof StandIn ? thrown.className : UNREADABLE;
      return { class: className, references: [], soft: [], unread: true };
    }
  }

  async #inside(bytes: ByteSource, path: string): Promise<ReadFacts> {
    return factsOf(await openPackage(bytes, { path }), bytes, path, this.#slice);
  }
}

async function factsOf(
  opened: Package,
  bytes: ByteSource,
  path: string,
  slice: TimeSlice,
): Promise<ReadFacts> {
  const name = nameOf(path);
  const main = await mainObject(opened, name);
  const soft = await softReferences(opened, path);
  const isWhole = opened.references.length <= MAX_REFERENCES && (soft?.length ?? Infinity) <= MAX_REFERENCES;
  const referred = {
    references: opened.references.slice(0, MAX_REFERENCES),
    soft: (soft ?? []).slice(0, MAX_REFERENCES),
    ...(!isWhole && { unread: true as const }),
  };
  if (main === undefined) return { class: UNREADABLE, ...referred };
  const table = await ObjectTable.of(opened, path);
  const entry = table.entry(main);
  const level = levelOf(opened, entry.outer);
  const parent = parentOf(opened);
  return {
    class: table.classOf(main),
    ...referred,
    ...(entry.name !== name && { object: entry.name }),
    ...(level !== undefined && { level, ...(await outlinerFacts(opened, main)) }),
    ...(await folderFacts(opened, slice)),
    ...((await isCue(opened)) && { cue: true as const }),
    ...(parent !== undefined && { parent }),
    contents: await contentsOf(opened, bytes, table, main),
  };
}

/** Where the actor of a file is in the outliner. */
async function outlinerFacts(
  opened: Package,
  main: number,
): Promise<Pick<PackageFacts, 'label' | 'folder' | 'folderId'>> {
  const read = await readableProperties(opened, main);
  if (read instanceof PackageError) return {};
  const label = textOf(read.values, 'ActorLabel')?.slice(0, MAX_TEXT);
  const { folder, folderId } = folderOf(read.values);
  return {
    ...(label !== undefined && { label }),
    ...(folder !== undefined && { folder }),
    ...(folderId !== undefined && { folderId }),
  };
}

/** The tag of the registry is read only where the package has such a name at all. */
async function isCue(opened: Package): Promise<boolean> {
  if (!CUE_NAMES.some(name => opened.names.includes(name))) return false;
  return (await registryOf(opened)).some(({ tags }) => (tags.GameplayCueName ?? 'None') !== 'None');
}

async function folderFacts(opened: Package, slice: TimeSlice): Promise<Pick<PackageFacts, 'folders'>> {
  const folders = await readFolders(opened, slice);
  return folders.length === 0 ? {} : { folders };
}

/** Without code, which is no package on disk, and what a Blueprint says of itself. Undefined where they cannot be read. */
export async function softReferences(opened: Package, path: string): Promise<readonly string[] | undefined> {
  try {
    const packages = (await opened.softReferences()).filter(isOnDisk);
    if (packages.length === 0) return packages;
    const itself = await namesOfItself(opened, path);
    return packages.filter(one => !itself.has(one.toLowerCase()));
  } catch (thrown) {
    if (thrown instanceof PackageError) return undefined;
    throw thrown;
  }
}

function isOnDisk(path: string): boolean {
  return path.startsWith('/') && !path.startsWith('/Script/');
}

/** Where it is and where it was saved: a file that was copied still has the names of its original. */
async function namesOfItself(opened: Package, path: string): Promise<ReadonlySet<string>> {
  const names = [path, opened.summary.folder];
  for (const { tags } of await registryOf(opened)) {
    const generated = /'"?([^'".]+)\./.exec(tags.GeneratedClass ?? '')?.[1];
    if (generated !== undefined) names.push(generated);
  }
  return new Set(names.map(name => name.toLowerCase()));
}

/** Empty if it cannot be read: the index needs only the references, and describe_asset reports the error. */
async function registryOf(opened: Package): ReturnType<Package['registry']> {
  try {
    return await opened.registry();
  } catch (thrown) {
    if (thrown instanceof PackageError) return [];
    throw thrown;
  }
}

/** The parent of the class that a Blueprint makes. */
function parentOf(opened: Package): string | undefined {
  const made = opened.exports.find(
    ({ className, superIndex, outer }) =>
      superIndex !== 0 && outer === 0 && className.endsWith('GeneratedClass'),
  );
  return made && opened.pathOf(made.superIndex);
}

/** The package of the level that an actor with a file of its own belongs to. */
function levelOf(opened: Package, outer: number): string | undefined {
  if (outer >= 0 || opened.imports[-outer - 1]?.className !== 'Level') return undefined;
  return opened.pathOf(outer)?.split('.', 1)[0];
}
