import { type Neighbours, reach } from '../../graph/reach.js';
import type { Direction, ParamsOf, ResultOf, WithNotes } from '../../port/operations.js';
import { referenceList } from '../../port/reference-list.js';
import { isUnreadable } from '../../port/special-packages.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { TimeSlice } from '../../work/time-slice.js';
import type { Catalogue } from './catalogue.js';
import { type PackageEntry, shortName } from './package-entry.js';

/** References from the index, also of a missing package that others refer to. */
export function referencesOf(catalogue: Catalogue, path: string): ResultOf<'asset.references'> {
  requireKnown(catalogue, path);
  const { hard, soft } = neighboursOf(catalogue, path, 'dependencies');
  const back = neighboursOf(catalogue, path, 'referencers');
  return {
    references: referenceList(hard, soft),
    referencers: referenceList(back.hard, back.soft),
    ...unknown(catalogue, catalogue.find(path)),
  };
}

/** The same over several steps. */
export async function reachOf(
  catalogue: Catalogue,
  { path, direction, depth }: ParamsOf<'asset.reach'>,
  slice: TimeSlice,
): Promise<ResultOf<'asset.reach'>> {
  requireKnown(catalogue, path);
  const found = await reach(catalogue.find(path)?.path ?? path, depth, async paths => {
    const neighbours = new Map<string, Neighbours>();
    for (const each of paths) {
      if (slice.isOver) await slice.yieldToEventLoop();
      neighbours.set(each, neighboursOf(catalogue, each, direction));
    }
    return neighbours;
  });
  return { ...found, ...unknown(catalogue, catalogue.find(path)) };
}

function requireKnown(catalogue: Catalogue, path: string): void {
  if (catalogue.find(path) !== undefined) return;
  for (const _ of catalogue.referencersOf(path)) return;
  throw new UnrealError(
    'not-found',
    `There is no package ${path}, and no package refers to it.`,
    catalogue.near(path),
  );
}

/** In the case of the files. */
function neighboursOf(catalogue: Catalogue, path: string, direction: Direction): Neighbours {
  const entry = catalogue.find(path);
  const kind = entry && { class: shortName(entry.class) };
  if (direction === 'dependencies') {
    const known = (other: string) => catalogue.find(other)?.path ?? other;
    return { hard: entry?.references.map(known) ?? [], soft: entry?.soft.map(known) ?? [], ...kind };
  }
  const folded = path.toLowerCase();
  const [hard, soft]: [string[], string[]] = [[], []];
  for (const other of catalogue.referencersOf(path)) {
    const isHard = other.references.some(reference => reference.toLowerCase() === folded);
    (isHard ? hard : soft).push(other.path);
  }
  return { hard, soft, ...kind };
}

/** Notes on references that could not be read. */
function unknown({ unread }: Catalogue, entry: PackageEntry | undefined): WithNotes {
  const notes: string[] = [];
  const itself = entry?.unread === true;
  if (itself) {
    const what = isUnreadable(entry.class)
      ? `${entry.path} cannot be read, so that its references are unknown.`
      : `Some references of ${entry.path} could not be read.`;
    notes.push(`${what} describe_asset reports why.`);
  }
  const others = unread.size - (itself ? 1 : 0);
  if (others === 1) notes.push('1 package could not be read; its references are not included.');
  if (others > 1) notes.push(`${others} packages could not be read; their references are not included.`);
  return notes.length > 0 ? { notes } : {};
}
