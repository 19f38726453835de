import { type Package, PackageError } from '@worldwire/uasset';
import { mainObject } from './main-object.js';
import { ObjectTable } from './object-table.js';
import { type PackageFacts, UNREADABLE } from './package-entry.js';
import { Unreadable, withPackage } from './package-file.js';

/** What the index keeps of a file. A package that cannot be read is one with a reason. */
export async function readFacts(file: string, path: string, size: number): Promise<PackageFacts | undefined> {
  try {
    return await withPackage(file, opened => factsOf(opened, path), size);
  } catch (thrown) {
    if (!(thrown instanceof Unreadable)) throw thrown;
    return { class: UNREADABLE, references: [], soft: [], problem: thrown.message };
  }
}

async function factsOf(opened: Package, path: string): Promise<PackageFacts> {
  const name = path.slice(path.lastIndexOf('/') + 1);
  const main = await mainObject(opened, name);
  const { references } = opened;
  const soft = await softReferences(opened, path);
  if (main === undefined) {
    return { class: UNREADABLE, references, ...soft, problem: 'It has no object in it.' };
  }
  const table = new ObjectTable(opened, path);
  const entry = table.entry(main);
  const level = levelOf(opened, entry.outer);
  return {
    class: table.classOf(main),
    references,
    ...soft,
    ...(entry.name !== name && { object: entry.name }),
    ...(level !== undefined && { level }),
  };
}

/** Who refers softly is worth knowing, but not knowing it does not make a package unreadable. */
async function softReferences(
  opened: Package,
  path: string,
): Promise<Pick<PackageFacts, 'soft' | 'problem'>> {
  try {
    // Code is no package on disk, and what a Blueprint says of itself is no reference.
    const others = (one: string) => one.startsWith('/') && !one.startsWith('/Script/') && one !== path;
    return { soft: (await opened.softReferences()).filter(others) };
  } catch (thrown) {
    if (!(thrown instanceof PackageError)) throw thrown;
    return { soft: [], problem: `Its soft references cannot be read. ${thrown.message}` };
  }
}

/** The package of the level that an actor with a file of its own belongs to. */
function levelOf(opened: Package, outer: number): string | undefined {
  if (outer >= 0 || opened.imports[-outer - 1]?.className !== 'Level') return undefined;
  return opened.pathOf(outer)?.split('.', 1)[0];
}
