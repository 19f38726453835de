import { fitItems, resultBytesOf } from '@worldwire/server/kit';
import type { Reach } from '../../port/operations.js';
import type { Reference } from '../../port/reference-list.js';

const MAX_PAGE = 200;
const MAX_CLASSES = 12;

export interface ReferenceLists {
  readonly references?: readonly Reference[];
  readonly referencers?: readonly Reference[];
}

interface ListRequest {
  readonly offset: number;
  readonly limit?: number | undefined;
  readonly max: number;
}

/** A page of both lists. One cursor is the offset in both, and the shorter one decides where the page ends. */
export function fittedReferences(
  lists: ReferenceLists,
  head: object,
  { offset, limit = MAX_PAGE, max }: ListRequest,
): object {
  const named = Object.entries(lists) as [string, readonly Reference[]][];
  const total = Object.fromEntries(named.map(([name, list]) => [name, list.length]));
  const longest = Math.max(...named.map(([, list]) => list.length));
  const room = max - resultBytesOf({ ...head, total });
  const rows = Array.from({ length: Math.min(limit, Math.max(0, longest - offset)) }, (_, row) =>
    named.flatMap(([, list]) => list[offset + row] ?? []),
  );
  const shown = fitItems(rows, { max: room, sizeOf: resultBytesOf, min: 1 }).length;
  const pages = named.map(([name, list]) => [name, list.slice(offset, offset + shown)]);
  const next = offset + shown;
  return {
    ...head,
    ...Object.fromEntries(pages),
    total,
    returned: shown,
    ...(next < longest && { nextCursor: String(next) }),
  };
}

/** The number of packages by kind, depth and class, and of those that do not exist. */
export function reachSummary({ items, deeper }: Reach): object {
  const hard = items.filter(({ soft }) => !soft).length;
  const missing = items.filter(item => item.missing !== undefined).length;
  const byDepth = counted(items.map(({ depth }) => String(depth)));
  const classes = counted(items.flatMap(({ class: kind }) => kind ?? []));
  const largest = Object.entries(classes).sort(([, a], [, b]) => b - a);
  const others = largest.slice(MAX_CLASSES).reduce((sum, [, count]) => sum + count, 0);
  return {
    hard,
    soft: items.length - hard,
    ...(missing > 0 && { missing }),
    byDepth,
    byClass: {
      ...Object.fromEntries(largest.slice(0, MAX_CLASSES)),
      ...(others > 0 && { 'other classes': others }),
    },
    ...(deeper && { deeper: true }),
  };
}

function counted(names: readonly string[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const name of names) counts[name] = (counts[name] ?? 0) + 1;
  return counts;
}
