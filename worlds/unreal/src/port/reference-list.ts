import { byText } from './paging.js';

/** A package at the other end of a reference. */
export interface Reference {
  /** The other package. */
  readonly path: string;
  /** Whether it is loaded on demand only. A package with both kinds of reference is not soft. */
  readonly soft: boolean;
  /** For an actor with a file of its own: "/Game/Maps/Arena: Lantern_2 (folder Lights, BP_Lantern)". `path` is then the actor. */
  readonly actor?: string;
  /** Where the project has no such package: that, and similar paths. */
  readonly missing?: string;
  /** Where the package belongs to the engine or a plugin of it: that it is not in the files of the project. */
  readonly outside?: string;
}

/** Sorted by path, without duplicates. */
export function referenceList(hard: Iterable<string>, soft: Iterable<string>): Reference[] {
  const softOf = new Map<string, boolean>();
  for (const path of soft) softOf.set(path, true);
  for (const path of hard) softOf.set(path, false);
  return [...softOf].map(([path, soft]) => ({ path, soft })).sort((a, b) => byText(a.path, b.path));
}
