import { isWithin } from './ancestry.js';
import type { Change } from './change.js';
import { CommandRefused } from './command-refused.js';
import { deepEqual } from './deep-equal.js';
import type { Edit } from './edit.js';
import type { Store } from './store.js';

type LinkChange = Extract<Change, { op: 'link' }>;

/**
 * Undoes changes, the last one first, if the result of each is still there. Throws at the first that is not; the caller
 * then rolls the edit back.
 */
export function revert(edit: Edit, changes: readonly Change[], inverse: readonly Change[]): void {
  if (changes.length !== inverse.length) throw new Error('Each change needs one inverse.');
  changes.toReversed().forEach((change, index) => {
    const back = inverse[index] as Change;
    const obstacle = whatChanged(edit.store, change);
    if (obstacle !== null) throw superseded(obstacle);
    edit.make(back.op === 'link' ? legalLink(edit.store, back) : back);
  });
}

/** Why the result of a change is no longer there; null if it is. */
function whatChanged(store: Store, change: Change): string | null {
  switch (change.op) {
    case 'add': {
      const entity = store.get(change.in, change.id);
      if (entity === undefined) return `"${change.id}" is no longer in ${change.in}`;
      if (!deepEqual(entity, change.value)) return `"${change.id}" in ${change.in} was changed later`;
      if (change.in === 'stars' && store.list('children', change.id).size > 0)
        return `other bodies orbit "${change.id}" now`;
      if (change.in === 'groups' && store.list('groupChildren', change.id).size > 0)
        return `the group "${change.id}" has children now`;
      return null;
    }
    case 'patch': {
      const entity = store.get(change.in, change.id);
      if (entity === undefined) return `"${change.id}" is no longer in ${change.in}`;
      const set = Object.keys(change.value).find(
        name => !Object.hasOwn(entity, name) || !deepEqual(entity[name], change.value[name]),
      );
      const field = set ?? change.unset?.find(name => Object.hasOwn(entity, name));
      return field === undefined ? null : `${field} of "${change.id}" was changed later`;
    }
    case 'remove':
      return store.has(change.in, change.id) ? `${change.in} has another "${change.id}" now` : null;
    case 'link': {
      if (!store.list(change.list, change.of).has(change.id))
        return `"${change.id}" is no longer in ${listName(change)}`;
      const group = change.list === 'rootIds' ? store.groupOfSystem(change.id) : null;
      return group === null ? null : `"${change.id}" is in the group "${group}" now`;
    }
    case 'unlink':
      return null;
    case 'time':
      return store.time === change.value ? null : `the time is now ${store.time}`;
    case 'reset':
      return store.holds(change.value) ? null : 'the universe was changed later';
  }
}

/** Appends to the list if the predecessor is no longer there. */
function legalLink(store: Store, link: LinkChange): LinkChange {
  const obstacle = whyNotLinked(store, link);
  if (obstacle !== null) throw superseded(obstacle);
  const list = store.list(link.list, link.of);
  return link.after === null || list.has(link.after) ? link : { ...link, after: list.last };
}

function whyNotLinked(store: Store, link: LinkChange): string | null {
  const { list, of = '', id } = link;
  const owners = list === 'children' ? 'stars' : list === 'groupChildren' ? 'groups' : null;
  if (owners !== null && !store.has(owners, of)) return `"${of}" is no longer in ${owners}`;
  if (store.list(list, of).has(id)) return `"${id}" is in ${listName(link)} already`;

  const system = link.type === 'system';
  const kind = list === 'rootIds' || list === 'children' || system ? 'stars' : 'groups';
  const entity = store.get(kind, id);
  if (entity === undefined) return `"${id}" is no longer in ${kind}`;
  if (system) {
    if (entity.parentId !== null) return `"${id}" is no longer a root: it orbits "${entity.parentId}"`;
    const group = store.groupOfSystem(id);
    return group === null ? null : `"${id}" is in the group "${group}" now`;
  }
  // The fast path: an entity without children cannot contain its owner.
  const childless = of !== id && owners !== null && store.list(list, id).size === 0;
  return owners !== null && !childless && isWithin(store, owners, of, id)
    ? `"${of}" is inside "${id}" now`
    : null;
}

function listName({ list, of }: { readonly list: string; readonly of?: string }): string {
  if (of === undefined) return list;
  return list === 'children' ? `the children of "${of}"` : `the group "${of}"`;
}

function superseded(obstacle: string): CommandRefused {
  return new CommandRefused(
    'superseded',
    `This cannot be undone: ${obstacle}.`,
    'Undo the later changes first, or send a new command.',
  );
}
