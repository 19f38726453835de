import type { Star } from '@worldwire/universe/sky';
import { standardBody } from '@worldwire/universe/sky';
import type { Difference, UniverseCopy } from '../model/universe-copy.js';
import type { Ghost } from './ghosts.js';

const MAX_GHOSTS = 200;
const PLACE = /^stars\/(.+)$/s;

/** A plan has the changed fields of each entity by `stars/earth`, and null where it does not exist. */
export function planGhosts(copy: UniverseCopy, before: unknown, after: unknown): Ghost[] {
  const [old, next] = [recordOf(before), recordOf(after)];
  const ghosts: Ghost[] = [];
  for (const key of new Set([...Object.keys(old), ...Object.keys(next)])) {
    const id = PLACE.exec(key)?.[1];
    if (id === undefined || ghosts.length >= MAX_GHOSTS) continue;
    const known = copy.body(id);
    const fields = next[key];
    if (fields === null || fields === undefined) {
      if (known !== undefined && key in next)
        ghosts.push({ body: drawn(copy, known), kind: 'removed', text: 'removed' });
      continue;
    }
    const body = { ...(known ?? EMPTY), ...withoutNulls(fields as object), id } as Star;
    ghosts.push({
      body: drawn(copy, body),
      kind: known === undefined ? 'added' : 'ghost',
      line: true,
      text: known === undefined ? 'new' : 'planned',
    });
  }
  return ghosts;
}

/** Two states in one picture: bodies that are gone, and the old places of those that moved. `now` is drawn. */
export function comparisonGhosts(
  now: UniverseCopy,
  other: UniverseCopy,
  { added, removed, changed }: Difference,
): Ghost[] {
  const later = now.revision >= other.revision;
  const ghosts: Ghost[] = [];
  const add = (copy: UniverseCopy, id: string, kind: Ghost['kind'], line = false) => {
    const body = copy.body(id);
    if (body !== undefined && ghosts.length < MAX_GHOSTS)
      ghosts.push({ body: drawn(copy, body), kind, line });
  };
  for (const id of added) add(later ? now : other, id, 'added');
  for (const id of removed) add(later ? other : now, id, 'removed');
  for (const { id, moved } of changed) if (moved) add(other, id, 'moved', true);
  return ghosts;
}

const EMPTY = {
  name: '',
  mass: 0,
  radius: 1,
  color: '#ffffff',
  parentId: null,
  children: [],
  orbitalDistance: 0,
  orbitalSpeed: 0,
  orbitalPhase: 0,
};

function drawn(copy: UniverseCopy, body: Star): Star {
  return copy.store.units === undefined
    ? body
    : { ...standardBody(body, copy.store.units), radius: body.radius };
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function withoutNulls(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== null));
}
