import type { Difference, UniverseCopy } from './universe-copy.js';

/** More bodies of a group are counted only. */
const MAX_ITEMS = 100;

export interface DifferenceItem {
  readonly id: string;
  readonly name: string;
  /** Names of the fields that are different. */
  readonly fields: readonly string[];
}

export interface DifferenceGroup {
  readonly kind: 'added' | 'removed' | 'changed';
  readonly total: number;
  readonly items: readonly DifferenceItem[];
}

/** What is different between two states, by kind, with the names of the bodies. Kinds without bodies are left out. */
export function differenceGroups(
  one: UniverseCopy,
  other: UniverseCopy,
  { added, removed, changed }: Difference,
): DifferenceGroup[] {
  const [before, after] = one.revision <= other.revision ? [one, other] : [other, one];
  const item = (copy: UniverseCopy, id: string, fields: readonly string[] = []): DifferenceItem => ({
    id,
    name: copy.body(id)?.name ?? id,
    fields,
  });
  const groups: DifferenceGroup[] = [
    {
      kind: 'added',
      total: added.length,
      items: added.slice(0, MAX_ITEMS).map(id => item(after, id)),
    },
    {
      kind: 'removed',
      total: removed.length,
      items: removed.slice(0, MAX_ITEMS).map(id => item(before, id)),
    },
    {
      kind: 'changed',
      total: changed.length,
      items: changed.slice(0, MAX_ITEMS).map(({ id, fields }) => item(after, id, fields)),
    },
  ];
  return groups.filter(({ total }) => total > 0);
}
