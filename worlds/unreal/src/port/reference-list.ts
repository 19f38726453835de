import { byText } from './paging.js';

/** One package that refers to another, seen from either end. */
export interface Reference {
  /** Of the package at the other end. */
  readonly path: string;
  /** Whether it is loaded only when it is asked for. A package that is referred to in both ways is not. */
  readonly soft: boolean;
}

/** By path, each once. */
export function referenceList(hard: Iterable<string>, soft: Iterable<string>): Reference[] {
  const softOf = new Map<string, boolean>();
  for (const path of soft) softOf.set(path, true);
  for (const path of hard) softOf.set(path, false);
  return [...softOf].map(([path, soft]) => ({ path, soft })).sort((a, b) => byText(a.path, b.path));
}
