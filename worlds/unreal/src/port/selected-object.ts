import { nearMatches } from '@worldwire/server/kit';
import type { ObjectNode } from './operations.js';
import { UnrealError } from './unreal-error.js';

const MAX_NAMES = 20;
/** Names that are compared for a suggestion. */
const MAX_COMPARED = 2_000;

/** The outermost object whose path ends with `wanted`: "EventGraph", or "EventGraph.K2Node_Event_0" in any case. */
export function selectedObject(objects: readonly ObjectNode[], wanted: string, package_: string): ObjectNode {
  const isWanted = endsWith(wanted);
  const names: string[] = [];
  let level = objects.map(object => ({ object, path: object.name }));
  while (level.length > 0) {
    const found = level.find(({ path }) => isWanted(path));
    if (found !== undefined) return found.object;
    names.push(...level.map(({ object }) => object.name));
    level = level.flatMap(({ object, path }) =>
      object.children.map(child => ({ object: child, path: `${path}.${child.name}` })),
    );
  }
  throw noSuchObject(wanted, names, package_);
}

/** Whether the last names of a path are those of `wanted`. */
export function endsWith(wanted: string): (path: string) => boolean {
  const folded = `.${fold(wanted)}`;
  return path => `.${fold(path)}`.endsWith(folded);
}

export function noSuchObject(wanted: string, names: readonly string[], package_: string): UnrealError {
  const known = [...new Set(names)];
  const near = nearMatches(wanted, known.slice(0, MAX_COMPARED));
  const shown = near.length > 0 ? near : known.slice(0, MAX_NAMES);
  return new UnrealError(
    'not-found',
    `${package_} has no object ${wanted}.`,
    shown.length === 0 ? undefined : `It has ${shown.join(', ')}.`,
  );
}

function fold(path: string): string {
  return path.replaceAll(':', '.').toLowerCase();
}
