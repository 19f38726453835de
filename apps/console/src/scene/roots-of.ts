import type { Card } from './cards.js';

export interface RootsFound {
  readonly roots: readonly Card[];
  /** The place of the next root in the list of the scene. */
  readonly next: number;
}

/**
 * The roots in a part of the list of a scene, which has each object before those below it.
 * `next` jumps over what is below the last root, so that a scene of any size takes about one call for each page of roots.
 */
export function rootsOf(items: readonly Card[], offset: number): RootsFound {
  const roots: Card[] = [];
  let at = 0;
  while (at < items.length) {
    const root = items[at]!;
    roots.push(root);
    at += 1 + (root.Descendants ?? below(items, at));
  }
  return { roots, next: offset + at };
}

/** An engine that does not count descendants: those with a longer path. */
function below(items: readonly Card[], index: number): number {
  const prefix = `${items[index]!.Path ?? ''}/`;
  let count = 0;
  while (items[index + 1 + count]?.Path?.startsWith(prefix)) count++;
  return count;
}
