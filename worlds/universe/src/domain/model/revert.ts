import { isWithin } from './ancestry.js';
import type { Change } from './change.js';
import { CommandRefused } from './command-refused.js';
import { deepEqual } from './deep-equal.js';
import type { Edit } from './edit.js';
import type { Store } from './store.js';

type LinkChange = Extract<Change, { op: 'link' }>;

/**
 * Takes changes back, the last one first, where what each of them left is still there. Throws on the first that is
 * not; whoever called rolls the edit back then.
 */
export function revert(edit: Edit, changes: readonly Change[], inverse: readonly Change[]): void {
  if (changes.length !== inverse.length) throw new Error('Every change has one inverse');
  changes.toReversed().forEach((change, index) => {
    const back = inverse[index] as Change;
    const obstacle = whatChanged(edit.store, change);
    if (obstacle !== null) throw superseded(obstacle);
    edit.make(back.op === 'link' ? legalLink(edit.store, back) : back);
  });
}

/** Why what a change left is not there any more; null when it is. */
function whatChanged(store: Store, change: Change): string | null {
  switch (change.op) {
    case 'add': {
      const entity = store.get(change.in, change.id);
      if (entity === undefined) return `"${change.id}" is not in ${change.in} any more`;
      if (!deepEqual(entity, change.value)) return `"${change.id}" in ${change.in} has been changed since`;
      if (change.in === 'stars' && store.list('children', change.id).size > 0)
        return `other bodies go round "${change.id}" now`;
      if (change.in === 'groups' && store.list('groupChildren', change.id).size > 0)
        return `the group "${change.id}" has children now`;
      return null;
    }
    case 'patch': {
      const entity = store.get(change.in, change.id);
      if (entity === undefined) return `"${change.id}" is not in ${change.in} any more`;
      const set = Object.keys(change.value).find(
        name => !Object.hasOwn(entity, name) || !deepEqual(entity[name], change.value[name]),
      );
      const field = set ?? change.unset?.find(name => Object.hasOwn(entity, name));
      return field === undefined ? null : `${field} of "${change.id}" has been changed since`;
    }
    case 'remove':
      return store.has(change.in, change.id) ? `there is another "${change.id}" in ${change.in} now` : null;
    case 'link': {
      if (!store.list(change.list, change.of).has(change.id))
        return `"${change.id}" is not in ${listName(change)} any more`;
      const group = change.list === 'rootIds' ? store.groupOfSystem(change.id) : null;
      return group === null ? null : `"${change.id}" is in the group "${group}" now`;
    }
    case 'unlink':
      return null;
    case 'time':
      return store.time === change.value ? null : `time has gone on since, to ${store.time}`;
    case 'reset':
      return store.holds(change.value) ? null : 'the universe has been changed since';
  }
}

/** The link as it can be made now. What stood in front may be gone; then the end of the list is near enough. */
function legalLink(store: Store, link: LinkChange): LinkChange {
  const obstacle = whyNotLinked(store, link);
  if (obstacle !== null) throw superseded(obstacle);
  const list = store.list(link.list, link.of);
  return link.after === null || list.has(link.after) ? link : { ...link, after: list.last };
}

function whyNotLinked(store: Store, link: LinkChange): string | null {
  const { list, of = '', id } = link;
  const owners = list === 'children' ? 'stars' : list === 'groupChildren' ? 'groups' : null;
  if (owners !== null && !store.has(owners, of)) return `"${of}" is not in ${owners} any more`;
  if (store.list(list, of).has(id)) return `"${id}" is in ${listName(link)} already`;

  const system = link.type === 'system';
  const kind = list === 'rootIds' || list === 'children' || system ? 'stars' : 'groups';
  const entity = store.get(kind, id);
  if (entity === undefined) return `"${id}" is not in ${kind} any more`;
  if (system) {
    if (entity.parentId !== null) return `"${id}" is no root any more: it goes round "${entity.parentId}"`;
    const group = store.groupOfSystem(id);
    return group === null ? null : `"${id}" is in the group "${group}" now`;
  }
  // What has nothing inside cannot have its owner inside: most of what comes back is like that.
  const hollow = of !== id && owners !== null && store.list(list, id).size === 0;
  return owners !== null && !hollow && isWithin(store, owners, of, id)
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
    'Undo what came later first, or change it with a new command.',
  );
}
