import type { PackageObject } from './answers.js';

interface Grown extends PackageObject {
  readonly children: PackageObject[];
}

/** Objects as a tree. A large package comes as a list, in which each object names those around it. */
export function objectTree(objects: readonly PackageObject[]): readonly PackageObject[] {
  if (objects.every(object => object.in === undefined && object.children !== undefined)) return objects;
  const roots: PackageObject[] = [];
  const known = new Map<string, Grown>();
  for (const object of objects) {
    const grown: Grown = { ...object, children: [...(object.children ?? [])] };
    const around = object.in === undefined ? undefined : known.get(object.in);
    (around?.children ?? roots).push(grown);
    known.set(object.in === undefined ? object.name : `${object.in}.${object.name}`, grown);
  }
  return roots;
}
