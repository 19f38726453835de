import { type Neighbours, reach } from '../../graph/reach.js';
import type { Direction, ParamsOf, Reached, ResultOf, WithNotes } from '../../port/operations.js';
import { byText } from '../../port/paging.js';
import { type Reference, referenceList } from '../../port/reference-list.js';
import { EXTERNAL, isUnreadable } from '../../port/special-packages.js';
import { UnrealError } from '../../port/unreal-error.js';
import type { TimeSlice } from '../../work/time-slice.js';
import { type Absence, Absences } from './absences.js';
import type { Catalogue } from './catalogue.js';
import { externalActor, externalsOf, isExternal } from './external-actors.js';
import { shortName } from './package-entry.js';
import type { PackageIndex } from './package-index.js';

type Indexed = Pick<PackageIndex, 'catalogue' | 'roots' | 'left'>;

/** References from the index, also of a missing package that others refer to. */
export function referencesOf(index: Indexed, path: string): ResultOf<'asset.references'> {
  const { catalogue } = index;
  requireKnown(catalogue, path);
  const absences = new Absences(index);
  const { hard, soft } = neighboursOf(catalogue, path, 'dependencies');
  const back = neighboursOf(catalogue, path, 'referencers');
  const named = (list: readonly Reference[]) =>
    list.map(each => marked(catalogue, absences, each)).sort((a, b) => byText(a.path, b.path));
  return {
    ...ownName(catalogue, path),
    references: named(referenceList(hard, soft)),
    referencers: named(referenceList(back.hard, back.soft)),
    ...unknown(index, path),
  };
}

/** The same over several steps. */
export async function reachOf(
  index: Indexed,
  { path, direction, depth }: ParamsOf<'asset.reach'>,
  slice: TimeSlice,
): Promise<ResultOf<'asset.reach'>> {
  const { catalogue } = index;
  requireKnown(catalogue, path);
  const found = await reach(catalogue.find(path)?.path ?? path, depth, async paths => {
    const neighbours = new Map<string, Neighbours>();
    for (const each of paths) {
      if (slice.isOver) await slice.yieldToEventLoop();
      neighbours.set(each, neighboursOf(catalogue, each, direction));
    }
    return neighbours;
  });
  const absences = new Absences(index);
  const items: Reached[] = [];
  for (const item of found.items) {
    if (slice.isOver) await slice.yieldToEventLoop();
    items.push(marked(catalogue, absences, item));
  }
  return {
    ...ownName(catalogue, path),
    ...found,
    items,
    ...unknown(index, path),
  };
}

/** The file of a single actor as its actor; other packages as they are, with whether they exist. */
function marked<Item extends Reference>(
  catalogue: Catalogue,
  absences: Absences,
  item: Item,
): Item & Absence {
  const entry = EXTERNAL.test(item.path) ? catalogue.find(item.path) : undefined;
  return { ...item, ...absences.of(item.path), ...(entry && externalActor(catalogue, entry)) };
}

function ownName(catalogue: Catalogue, path: string): { readonly actor?: string } {
  const entry = catalogue.find(path);
  const named = entry && externalActor(catalogue, entry);
  return named === undefined ? {} : { actor: named.actor };
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

/**
 * In the case of the files. The files of the actors of a level are parts of the level: it refers to what they refer to, and
 * what refers to such a file refers to the level in the next step.
 */
function neighboursOf(catalogue: Catalogue, path: string, direction: Direction): Neighbours {
  const entry = catalogue.find(path);
  const kind = entry && { class: shortName(entry.class) };
  const folded = path.toLowerCase();
  const level = entry && isExternal(entry) ? entry.level : undefined;
  if (direction === 'dependencies') {
    const files = entry && /(^|\.)World$/.test(entry.class) ? externalsOf(catalogue, entry.path) : [];
    const inside = new Set([folded, level?.toLowerCase(), ...files.map(file => file.path.toLowerCase())]);
    const known = (list: readonly string[]) =>
      list
        .filter(other => !inside.has(other.toLowerCase()))
        .map(other => catalogue.find(other)?.path ?? other);
    const parts = entry === undefined ? [] : [entry, ...files];
    return {
      hard: [...new Set(parts.flatMap(part => known(part.references)))],
      soft: [...new Set(parts.flatMap(part => known(part.soft)))],
      ...kind,
    };
  }
  const [hard, soft]: [string[], string[]] = [level === undefined ? [] : [level], []];
  for (const other of catalogue.referencersOf(path)) {
    if (isExternal(other) && other.level.toLowerCase() === folded) continue;
    const isHard = other.references.some(reference => reference.toLowerCase() === folded);
    (isHard ? hard : soft).push(other.path);
  }
  return { hard, soft, ...kind };
}

/** Notes on the asset itself where it does not exist, and on references that could not be read. */
function unknown(index: Indexed, path: string): WithNotes {
  const { unread } = index.catalogue;
  const entry = index.catalogue.find(path);
  const notes: string[] = [];
  const { missing, outside } = new Absences(index).of(path);
  if (missing ?? outside) notes.push(`${path} itself is referred to: ${missing ?? outside}`);
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
