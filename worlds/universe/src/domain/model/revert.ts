import { isWithin } from './ancestry.js';
import type { Change } from './change.js';
import { CommandRefused } from './command-refused.js';
import { deepEqual } from './deep-equal.js';
import type { Edit } from './edit.js';
import type { Kind } from './state.js';
import type { Store } from './store.js';

type LinkChange = Extract<Change, { op: 'link' }>;

type About = NonNullable<CommandRefused['about']>;

/** Why the result of a change is no longer there. */
interface Obstacle {
  readonly text: string;
  readonly about?: About;
  /** Whether the old value can be set all the same. */
  readonly forcible?: boolean;
}

/** Fields that must agree with a list. */
const LINKS: ReadonlySet<string> = new Set(['parentId', 'parentGroupId']);

/**
 * Undoes changes, the last one first, if the result of each is still there. Throws at the first that is not; the caller
 * then rolls the edit back. With `force`, later values are replaced by the old ones where the links allow it.
 */
export function revert(
  edit: Edit,
  changes: readonly Change[],
  inverse: readonly Change[],
  force = false,
): void {
  if (changes.length !== inverse.length) throw new Error('Each change needs one inverse.');
  changes.toReversed().forEach((change, index) => {
    const back = inverse[index] as Change;
    const obstacle = whatChanged(edit.store, change);
    if (obstacle !== null && !(force && obstacle.forcible === true)) throw superseded(obstacle);
    edit.make(back.op === 'link' ? legalLink(edit.store, back) : back);
  });
}

/** Null if the result is still there. */
function whatChanged(store: Store, change: Change): Obstacle | null {
  switch (change.op) {
    case 'add': {
      const about: About = { kind: change.in, id: change.id };
      const entity = store.get(change.in, change.id);
      if (entity === undefined) return { text: `"${change.id}" is no longer in ${change.in}`, about };
      if (change.in === 'stars' && store.list('children', change.id).size > 0)
        return { text: `other bodies orbit "${change.id}" now`, about };
      if (change.in === 'groups' && store.list('groupChildren', change.id).size > 0)
        return { text: `the group "${change.id}" has children now`, about };
      if (deepEqual(entity, change.value)) return null;
      return { text: `"${change.id}" in ${change.in} was changed later`, about, forcible: true };
    }
    case 'patch': {
      const about: About = { kind: change.in, id: change.id };
      const entity = store.get(change.in, change.id);
      if (entity === undefined) return { text: `"${change.id}" is no longer in ${change.in}`, about };
      const set = Object.keys(change.value).find(
        name => !Object.hasOwn(entity, name) || !deepEqual(entity[name], change.value[name]),
      );
      const field = set ?? change.unset?.find(name => Object.hasOwn(entity, name));
      if (field === undefined) return null;
      const links = [...Object.keys(change.value), ...(change.unset ?? [])].some(name => LINKS.has(name));
      return {
        text: `${field} of "${change.id}" was changed later`,
        about: { ...about, field },
        forcible: !links,
      };
    }
    case 'remove':
      return store.has(change.in, change.id)
        ? { text: `${change.in} has another "${change.id}" now`, about: { kind: change.in, id: change.id } }
        : null;
    case 'link': {
      const about: About = { kind: kindIn(change), id: change.id };
      if (!store.list(change.list, change.of).has(change.id))
        return { text: `"${change.id}" is no longer in ${listName(change)}`, about };
      const group = change.list === 'rootIds' ? store.groupOfSystem(change.id) : null;
      return group === null ? null : { text: `"${change.id}" is in the group "${group}" now`, about };
    }
    case 'unlink':
      return null;
    case 'time':
      return store.time === change.value ? null : { text: `the time is now ${store.time}`, forcible: true };
    case 'reset':
      return store.holds(change.value) ? null : { text: 'the universe was changed later', forcible: true };
  }
}

/** Appends to the list if the predecessor is no longer there. */
function legalLink(store: Store, link: LinkChange): LinkChange {
  const obstacle = whyNotLinked(store, link);
  if (obstacle !== null) throw superseded({ text: obstacle, about: { kind: kindIn(link), id: link.id } });
  const list = store.list(link.list, link.of);
  return link.after === null || list.has(link.after) ? link : { ...link, after: list.last };
}

function whyNotLinked(store: Store, link: LinkChange): string | null {
  const { list, of = '', id } = link;
  const owners = list === 'children' ? 'stars' : list === 'groupChildren' ? 'groups' : null;
  if (owners !== null && !store.has(owners, of)) return `"${of}" is no longer in ${owners}`;
  if (store.list(list, of).has(id)) return `"${id}" is in ${listName(link)} already`;

  const system = link.type === 'system';
  const kind = kindIn(link);
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

/** The kind of the entity in a list. */
function kindIn({ list, type }: { readonly list: string; readonly type?: 'system' | 'group' }): Kind {
  return list === 'rootIds' || list === 'children' || type === 'system' ? 'stars' : 'groups';
}

function superseded({ text, about }: Obstacle): CommandRefused {
  const hint = 'Undo the later changes first, or send a new command.';
  return new CommandRefused('superseded', `This cannot be undone: ${text}.`, hint, about);
}
