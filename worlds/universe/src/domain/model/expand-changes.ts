import type { Change } from './change.js';
import { type Entity, KINDS, type UniverseState } from './state.js';
import { Store } from './store.js';

/** Replaces each reset by a reset to an empty state and small changes that build the new one. */
export function expandResets(changes: readonly Change[]): readonly Change[] {
  return changes.flatMap(change => (change.op === 'reset' ? [...stepsTo(change.value)] : [change]));
}

function* stepsTo(state: UniverseState): Generator<Change> {
  const { stars, groups, rootIds, rootGroupIds, time, units } = state;
  const empty = { ...new Store().snapshot(), time, ...(units !== undefined && { units }) };
  yield { op: 'reset', value: empty };
  for (const kind of KINDS) {
    for (const entity of Object.values<Entity>(state[kind])) {
      const { children, ...childless } = entity;
      const value = kind === 'stars' || kind === 'groups' ? (childless as Entity) : entity;
      yield { op: 'add', in: kind, id: entity.id, value };
    }
  }
  yield* links({ list: 'rootIds' }, rootIds);
  yield* links({ list: 'rootGroupIds' }, rootGroupIds);
  for (const { id, children } of Object.values(stars)) yield* links({ list: 'children', of: id }, children);
  for (const { id, children } of Object.values(groups)) {
    let after: string | null = null;
    for (const child of children) {
      yield { op: 'link', list: 'groupChildren', of: id, ...child, after };
      after = child.id;
    }
  }
}

function* links(
  where: Pick<Extract<Change, { op: 'link' }>, 'list' | 'of'>,
  ids: readonly string[],
): Generator<Change> {
  let after: string | null = null;
  for (const id of ids) {
    yield { op: 'link', ...where, id, after };
    after = id;
  }
}
