import type { Store } from '@worldwire/universe/sky';

export interface Found {
  readonly id: string;
  readonly name: string;
  readonly kind: string;
}

/** Bodies and groups whose name or id contains the text; those that begin with it come first, then the largest. */
export function searchUniverse(store: Store, text: string, max = 20): Found[] {
  const wanted = text.trim().toLowerCase();
  if (wanted === '') return [];
  const found: (Found & { rank: number; size: number })[] = [];
  const offer = (id: string, name: string, kind: string, size: number) => {
    const lower = name.toLowerCase();
    const at = lower.indexOf(wanted);
    const rank = lower === wanted ? 0 : at === 0 ? 1 : at > 0 ? 2 : id.toLowerCase().includes(wanted) ? 3 : 4;
    if (rank < 4) found.push({ id, name, kind, rank, size });
  };
  for (const id of store.record('stars').keys()) {
    const { name, bodyType, parentId, radius } = store.get('stars', id)!;
    const kind = String(bodyType ?? (parentId === null ? 'star' : 'planet'));
    offer(id, String(name ?? id), kind, Number(radius) || 0);
  }
  for (const id of store.record('groups').keys())
    offer(id, String(store.get('groups', id)?.name ?? id), 'group', Number.MAX_VALUE);
  return found
    .sort((one, other) => one.rank - other.rank || other.size - one.size || (one.id < other.id ? -1 : 1))
    .slice(0, max)
    .map(({ id, name, kind }) => ({ id, name, kind }));
}
