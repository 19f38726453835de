import { resultBytesOf } from '@worldwire/server/kit';
import type { UnusedAsset, UnusedAssets, WithNotes } from '../../port/operations.js';
import { byText } from '../../port/paging.js';
import { sorted } from '../../work/sorted.js';
import { TimeSlice } from '../../work/time-slice.js';

const MAX_SUMMARY = 15;

interface Group {
  readonly folder: string;
  readonly class: string;
  readonly why: UnusedAsset['why'];
  readonly count: number;
  /** On disk, where it is known. */
  readonly bytes?: number;
  readonly names: readonly string[];
}

interface PageRequest {
  /** Assets to skip, in the order of the groups. */
  readonly offset: number;
  readonly limit?: number | undefined;
  readonly max: number;
}

/** A page of unused assets by folder, class and reason. Names stand for paths, because the folder is that of the group. */
export async function unusedPage(
  { checked, unused, roots, notSearched, notes }: UnusedAssets & WithNotes,
  { offset, limit = Number.POSITIVE_INFINITY, max }: PageRequest,
  signal: AbortSignal,
): Promise<object> {
  const slice = new TimeSlice(signal);
  const all = await grouped(unused, slice);
  const bytes = unused.reduce((sum, { size = 0 }) => sum + size, 0);
  const head = {
    checked,
    total: unused.length,
    ...(bytes > 0 && { bytes }),
    usedWithoutReferencers: roots,
    ...(offset === 0 && { byClass: largest(unused.map(asset => asset.class)) }),
    notSearched,
    ...(notes && { notes }),
  };
  let room = max - resultBytesOf(head);
  const groups: Group[] = [];
  let [at, returned] = [0, 0];
  for (const group of all) {
    const end = at + group.count;
    const first = Math.max(0, offset - at);
    at = end;
    if (first >= group.count) continue;
    room -= resultBytesOf({ ...group, names: [] });
    const names: string[] = [];
    for (const name of group.names.slice(first)) {
      if (slice.isOver) await slice.yieldToEventLoop();
      room -= resultBytesOf(name);
      if (returned + names.length >= limit || (room < 0 && returned + names.length > 0)) break;
      names.push(name);
    }
    if (names.length === 0) break;
    returned += names.length;
    groups.push({ ...group, names });
    if (names.length < group.count - first) break;
  }
  const next = offset + returned;
  return {
    ...head,
    groups,
    returned,
    ...(next < unused.length && { nextCursor: String(next) }),
  };
}

async function grouped(unused: readonly UnusedAsset[], slice: TimeSlice): Promise<Group[]> {
  const groups = new Map<
    string,
    { group: Omit<Group, 'count' | 'names' | 'bytes'>; names: string[]; bytes: number }
  >();
  for (const { path, class: kind, size = 0, why } of unused) {
    if (slice.isOver) await slice.yieldToEventLoop();
    const cut = path.lastIndexOf('/');
    const folder = path.slice(0, cut);
    const key = JSON.stringify([folder, kind, why]);
    const known = groups.get(key) ?? { group: { folder, class: kind, why }, names: [], bytes: 0 };
    known.names.push(path.slice(cut + 1));
    known.bytes += size;
    groups.set(key, known);
  }
  const made = [...groups.values()].map(
    ({ group, names, bytes }): Group => ({
      ...group,
      count: names.length,
      ...(bytes > 0 && { bytes }),
      names,
    }),
  );
  return sorted(
    made,
    (a, b) =>
      (b.bytes ?? 0) - (a.bytes ?? 0) ||
      b.count - a.count ||
      byText(`${a.folder} ${a.class} ${a.why}`, `${b.folder} ${b.class} ${b.why}`),
    slice,
  );
}

function largest(names: readonly string[]): Record<string, number> {
  const counts = new Map<string, number>();
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1);
  const order = [...counts].sort(([, a], [, b]) => b - a);
  return Object.fromEntries(order.slice(0, MAX_SUMMARY));
}
