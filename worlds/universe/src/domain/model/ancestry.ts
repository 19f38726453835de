import type { Store } from './store.js';

/** Whether an entity is `other` or a descendant of it. The cost is the depth. */
export function isWithin(store: Store, kind: 'stars' | 'groups', id: string, other: string): boolean {
  const field = kind === 'stars' ? 'parentId' : 'parentGroupId';
  let at: unknown = id;
  while (typeof at === 'string') {
    if (at === other) return true;
    at = store.get(kind, at)?.[field];
  }
  return false;
}

/** The root body above a body. */
export function rootOf(store: Store, id: string): string {
  let root = id;
  for (let at: unknown = id; typeof at === 'string'; at = store.get('stars', at)?.parentId) root = at;
  return root;
}
