import type { ParamsOf, UnusedAsset, UnusedAssets } from '../port/operations.js';
import { byText } from '../port/paging.js';
import { EXTERNAL, levelOfFile } from '../port/special-packages.js';
import { shortClass, withoutSlashes } from '../port/unreal-paths.js';
import { sorted } from '../work/sorted.js';
import type { TimeSlice } from '../work/time-slice.js';
import type { UsedRoots } from './used-roots.js';

/** A package of a project with the packages that refer to it. */
export interface AssetNode {
  readonly path: string;
  /** The class path, or the short name where only that is known. */
  readonly class: string;
  readonly size?: number;
  readonly referencers: Iterable<string>;
  /** Of the file of a single actor, where it is known. */
  readonly level?: string;
  /** Whether it is a gameplay cue. */
  readonly cue?: true;
}

interface Visited {
  readonly node: AssetNode;
  readonly uses: Visited[];
  isReferred: boolean;
  isUsed: boolean;
}

/**
 * The assets that cannot be reached from the roots. A referencer that is not one of the nodes counts as used, so that an asset
 * of a plugin or of the engine keeps what it refers to.
 */
export async function findUnused(
  nodes: Iterable<AssetNode>,
  roots: UsedRoots,
  wanted: ParamsOf<'asset.unused'>,
  slice: TimeSlice,
): Promise<UnusedAssets> {
  const all = new Map<string, Visited>();
  for (const node of nodes) {
    if (slice.isOver) await slice.yieldToEventLoop();
    all.set(node.path.toLowerCase(), { node, uses: [], isReferred: false, isUsed: false });
  }
  const counts: Record<string, number> = {};
  const used: Visited[] = [];
  for (const [folded, each] of all) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const level = levelOf(each.node, all);
    const reason =
      level === undefined ? roots.reasonFor(each.node.path, each.node.class, each.node.cue) : undefined;
    if (level !== undefined) all.get(level)?.uses.push(each);
    if (reason !== undefined) {
      counts[reason] = (counts[reason] ?? 0) + 1;
      used.push(each);
    }
    for (const referencer of each.node.referencers) {
      const other = referencer.toLowerCase();
      if (other === folded) continue;
      each.isReferred = true;
      const known = all.get(other);
      if (known === undefined) used.push(each);
      else known.uses.push(each);
    }
  }
  for (let next = used.pop(); next !== undefined; next = used.pop()) {
    if (slice.isOver) await slice.yieldToEventLoop();
    if (next.isUsed) continue;
    next.isUsed = true;
    used.push(...next.uses);
  }
  const isWanted = filter(wanted);
  const unused: UnusedAsset[] = [];
  let checked = 0;
  for (const { node, isUsed, isReferred } of all.values()) {
    if (slice.isOver) await slice.yieldToEventLoop();
    if (!isWanted(node)) continue;
    checked++;
    if (isUsed) continue;
    const { path, class: className, size } = node;
    unused.push({
      path,
      class: shortClass(className),
      ...(size !== undefined && { size }),
      why: isReferred ? 'only unused referencers' : 'no referencers',
    });
  }
  const inOrder = await sorted(unused, (a, b) => byText(a.path, b.path), slice);
  return { checked, unused: inOrder, roots: counts, notSearched: roots.notSearched };
}

/**
 * The level that uses an actor with a file of its own; undefined for other assets, and where it is not known. A file whose
 * level does not exist any more is unused.
 */
function levelOf({ path, level }: AssetNode, all: ReadonlyMap<string, Visited>): string | undefined {
  if (!EXTERNAL.test(path)) return undefined;
  if (level !== undefined) return level.toLowerCase();
  const named = levelOfFile(path)?.toLowerCase();
  return named !== undefined && all.has(named) ? named : undefined;
}

function filter({ path, class: kind }: ParamsOf<'asset.unused'>): (node: AssetNode) => boolean {
  const folder = path === undefined || path === '/' ? '' : withoutSlashes(path.toLowerCase());
  const className = kind === undefined ? undefined : shortClass(kind).toLowerCase();
  return node => {
    if (EXTERNAL.test(node.path)) return false;
    if (!`${node.path.toLowerCase()}/`.startsWith(`${folder}/`)) return false;
    return className === undefined || shortClass(node.class).toLowerCase() === className;
  };
}
