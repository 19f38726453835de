import type { Store } from './store.js';

/** Whether an entity is another one or stands somewhere below it. Walks up, so it costs the depth. */
export function isWithin(store: Store, kind: 'stars' | 'groups', id: string, other: string): boolean {
  const field = kind === 'stars' ? 'parentId' : 'parentGroupId';
  let at: unknown = id;
  while (typeof at === 'string') {
    if (at === other) return true;
    at = store.get(kind, at)?.[field];
  }
  return false;
}

/** The root that a body belongs to. */
export function rootOf(store: Store, id: string): string {
  let root = id;
  for (let at: unknown = id; typeof at === 'string'; at = store.get('stars', at)?.parentId) root = at;
  return root;
}
