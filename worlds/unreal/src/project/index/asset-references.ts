import type { ResultOf, WithNotes } from '../../port/operations.js';
import { referenceList } from '../../port/reference-list.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { Catalogue } from './catalogue.js';
import { type PackageEntry, UNREADABLE } from './package-entry.js';

/** References from the index, also of a missing package that others refer to. */
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
    throw new UnrealError('not-found', `There is no package ${path}, and no package refers to it.`);
  }
  return { references: referenceList(hard, soft), referencers, ...unknown(catalogue, entry) };
}

/** Notes on references that could not be read. */
function unknown({ unread }: Catalogue, entry: PackageEntry | undefined): WithNotes {
  const notes: string[] = [];
  const itself = entry?.unread === true;
  if (itself) {
    const what =
      entry.class === UNREADABLE
        ? `${entry.path} cannot be read, so that its references are unknown.`
        : `Some references of ${entry.path} could not be read.`;
    notes.push(`${what} describe_asset reports why.`);
  }
  const others = unread.size - (itself ? 1 : 0);
  if (others === 1) notes.push('1 package could not be read; its references are not included.');
  if (others > 1) notes.push(`${others} packages could not be read; their references are not included.`);
  return notes.length > 0 ? { notes } : {};
}
