import type { Reach, Reached } from '../port/operations.js';
import { byText } from '../port/paging.js';

/** Packages of one answer, so that the memory of a walk through a large project is limited. */
const MAX_REACHED = 20_000;

/** The neighbours of a package in the direction of a walk. */
export interface Neighbours {
  readonly hard: readonly string[];
  readonly soft: readonly string[];
  /** The short name of the package's class. */
  readonly class?: string;
}

/** The neighbours of many packages at once: an editor answers one call for each step of a walk. */
export type NeighboursOf = (paths: readonly string[]) => Promise<ReadonlyMap<string, Neighbours>>;

/** Walks from a package in up to `depth` steps. Each package is visited once, so that cycles end. */
export async function reach(start: string, depth: number, neighboursOf: NeighboursOf): Promise<Reach> {
  const graph = new Map(await neighboursOf([start]));
  const seen = new Map([[start, 0]]);
  let deeper = false;
  let frontier: readonly string[] = [start];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const next: string[] = [];
    for (const path of frontier.flatMap(each => all(graph.get(each)))) {
      if (seen.has(path)) continue;
      if (seen.size > MAX_REACHED) {
        deeper = true;
        break;
      }
      seen.set(path, step);
      next.push(path);
    }
    if (next.length > 0) for (const [path, found] of await neighboursOf(next)) graph.set(path, found);
    frontier = next;
  }
  deeper ||= frontier.some(path => all(graph.get(path)).some(other => !seen.has(other)));
  seen.delete(start);
  return { items: sorted(start, depth, seen, graph), deeper };
}

/** A package with a chain of hard references only is hard, at the depth of that chain. */
function sorted(
  start: string,
  depth: number,
  seen: ReadonlyMap<string, number>,
  graph: ReadonlyMap<string, Neighbours>,
): Reached[] {
  const hard = hardDepths(start, depth, seen, graph);
  const items = [...seen].map(([path, anyDepth]) => {
    const kind = graph.get(path)?.class;
    const hardDepth = hard.get(path);
    return {
      path,
      soft: hardDepth === undefined,
      depth: hardDepth ?? anyDepth,
      ...(kind !== undefined && { class: kind }),
    };
  });
  return items.sort(
    (a, b) =>
      Number(a.soft) - Number(b.soft) ||
      a.depth - b.depth ||
      Number(b.class === 'World') - Number(a.class === 'World') ||
      byText(a.path, b.path),
  );
}

function hardDepths(
  start: string,
  depth: number,
  seen: ReadonlyMap<string, number>,
  graph: ReadonlyMap<string, Neighbours>,
): ReadonlyMap<string, number> {
  const found = new Map([[start, 0]]);
  let frontier = [start];
  for (let step = 1; step <= depth && frontier.length > 0; step++) {
    const next: string[] = [];
    for (const path of frontier.flatMap(each => graph.get(each)?.hard ?? [])) {
      if (found.has(path) || !seen.has(path)) continue;
      found.set(path, step);
      next.push(path);
    }
    frontier = next;
  }
  return found;
}

function all(neighbours: Neighbours | undefined): readonly string[] {
  return neighbours === undefined ? [] : [...neighbours.hard, ...neighbours.soft];
}
