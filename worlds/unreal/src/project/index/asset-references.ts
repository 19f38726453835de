import type { ResultOf, WithNotes } from '../../port/operations.js';
import { referenceList } from '../../port/reference-list.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { Catalogue } from './catalogue.js';
import { type PackageEntry, UNREADABLE } from './package-entry.js';

/** Who needs whom, from the index alone. Also of a package that is not there, as long as somebody refers to it. */
export function referencesOf(catalogue: Catalogue, path: string): ResultOf<'asset.references'> {
  const entry = catalogue.find(path);
  const known = (other: string) => catalogue.find(other)?.path ?? other;
  const hard = entry?.references.map(known) ?? [];
  const soft = entry?.soft.map(known) ?? [];
  const folded = path.toLowerCase();
  const hardReferencers: string[] = [];
  const softReferencers: string[] = [];
  for (const other of catalogue.referencersOf(path)) {
    const isHard = other.references.some(reference => reference.toLowerCase() === folded);
    (isHard ? hardReferencers : softReferencers).push(other.path);
  }
  const referencers = referenceList(hardReferencers, softReferencers);
  if (entry === undefined && referencers.length === 0) {
    throw new UnrealError('not-found', `There is no package ${path}, and none refers to it.`);
  }
  return { references: referenceList(hard, soft), referencers, ...unknown(catalogue, entry) };
}

/** What is missing in the lists, in words: an asset without references is not one whose references nobody can read. */
function unknown({ unread }: Catalogue, entry: PackageEntry | undefined): WithNotes {
  const notes: string[] = [];
  const itself = entry?.unread === true;
  if (itself) {
    const what =
      entry.class === UNREADABLE
        ? `${entry.path} cannot be read, nor what it refers to.`
        : `Not all that ${entry.path} refers to could be read.`;
    notes.push(`${what} Describe it to see why.`);
  }
  const others = unread.size - (itself ? 1 : 0);
  if (others === 1) notes.push('1 package could not be read; what it refers to is not counted.');
  if (others > 1) notes.push(`${others} packages could not be read; what they refer to is not counted.`);
  return notes.length > 0 ? { notes } : {};
}
