import type { ResultOf } from '../source/operations.js';
import { UnrealError } from '../source/unreal-error.js';
import type { Catalogue } from './catalogue.js';

/** Who needs whom, from the index alone. Also of a package that is not there, as long as somebody refers to it. */
export function referencesOf(catalogue: Catalogue, path: string): ResultOf<'asset.references'> {
  const entry = catalogue.find(path);
  const known = (other: string) => catalogue.find(other)?.path ?? other;
  const hard = new Set(entry?.references.map(known));
  const soft = new Set(entry?.soft.map(known));
  const folded = path.toLowerCase();
  const hardReferencers = new Set<string>();
  const referencers = new Set<string>();
  for (const other of catalogue.referencersOf(path)) {
    referencers.add(other.path);
    if (other.references.some(reference => reference.toLowerCase() === folded))
      hardReferencers.add(other.path);
  }
  if (entry === undefined && referencers.size === 0) {
    throw new UnrealError('not-found', `There is no package ${path}, and none refers to it.`);
  }
  const references = new Set([...hard, ...soft]);
  const onlySoft = (paths: Set<string>, hardOnes: Set<string>) =>
    [...paths].filter(one => !hardOnes.has(one));
  return {
    references: [...references].sort(),
    referencers: [...referencers].sort(),
    soft: [...new Set([...onlySoft(references, hard), ...onlySoft(referencers, hardReferencers)])].sort(),
  };
}
