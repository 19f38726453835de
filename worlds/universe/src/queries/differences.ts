import type { PlannedChange } from '@worldwire/server';
import {
  type AppliedChanges,
  type Change,
  type Entity,
  HOST_FIELDS,
  KINDS,
  type Kind,
  type Steps,
  type UniverseState,
} from '../domain/index.js';
import { deepEqual } from '../domain/model/deep-equal.js';
import { type BeforeAndAfter, type Member, type NetChange, NetChanges } from './net-changes.js';

/** What a write does to one thing: an entity, the ring of a body, the time or the units. */
export interface Difference {
  readonly what: PlannedChange;
  readonly kind: Kind | 'rings' | 'time' | 'units';
  readonly id: string;
  /** All fields of what is removed or added, as far as they are known. */
  readonly entity?: Readonly<Record<string, unknown>>;
  /** Of an entity that stays. */
  readonly fields?: Readonly<Record<string, BeforeAndAfter>>;
  /** Members that a group gets or loses. */
  readonly joined?: readonly string[];
  readonly left?: readonly string[];
  /** Goes with something else that is removed, as a moon with its planet. */
  readonly below?: true;
}

type Fields = Readonly<Record<string, unknown>>;
type Changed = Pick<Extract<NetChange, { op: 'changed' }>, 'in' | 'id' | 'fields' | 'joined' | 'left'>;
type IsGone = (kind: Kind, id: unknown) => boolean;

/** Fields whose absence is a value of its own. Another field that is absent has a default, which a new value replaces. */
const ABSENT_IS_NOTHING: ReadonlySet<string> = new Set(['parentId', 'parentGroupId']);
const STEP_ENTITIES = 128;

/** Every difference between the states before and after a write, each once. `undefined` ends a step of the work. */
export function* differences({ changes, inverse }: AppliedChanges): Generator<Difference | undefined> {
  const [change] = changes;
  const [back] = inverse;
  // A new state is compared with the old one directly: a copy of each entity would need as much memory as both.
  if (changes.length === 1 && change?.op === 'reset' && back?.op === 'reset') {
    yield* betweenStates(back.value, change.value);
    return;
  }
  const net = new NetChanges();
  yield* paused(net.add({ changes, inverse }));
  const found = yield* paused(net.finish());
  if (net.time !== undefined) yield timeChange(...(net.time as readonly [number, number]));
  const gone = new Set(found.flatMap(one => (one.op === 'removed' ? [`${one.in}/${one.id}`] : [])));
  const made = new Set(found.flatMap(one => (one.op === 'added' ? [`${one.in}/${one.id}`] : [])));
  const isGone: IsGone = (kind, id) => gone.has(`${kind}/${id}`);
  const isMade: IsGone = (kind, id) => made.has(`${kind}/${id}`);
  for (const [index, one] of found.entries()) {
    if (index % STEP_ENTITIES === 0) yield undefined;
    if (one.op === 'removed') yield removed(one.in, one.id, one.value, isGone);
    else if (one.op === 'added') yield { what: 'adds', kind: one.in, id: one.id, entity: one.value };
    else if (one.op === 'changed') yield* changedEntity(one, isGone, isMade);
  }
}

/** The same steps, each of which ends a step of the differences. */
function* paused<Result>(steps: Steps<Result>): Generator<undefined, Result> {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    yield undefined;
  }
}

/** How many things a write removes or overwrites. Counts to `max`, and ends there. */
export function lossesOf(applied: AppliedChanges, max: number): number {
  let losses = 0;
  for (const found of differences(applied))
    if ((found?.what === 'removes' || found?.what === 'overwrites') && ++losses >= max) break;
  return losses;
}

/** A number that `lossesOf` does not exceed: the things that the changes touch, without a comparison of their values. */
export function mayLose({ changes }: AppliedChanges): number {
  const things = new Set<string>();
  for (const change of changes) {
    if (change.op === 'reset') return Number.POSITIVE_INFINITY;
    if (change.op === 'patch' || change.op === 'remove') {
      things.add(`${change.in}/${change.id}`);
      // A body that is added again may have no ring.
      if (change.in === 'stars' && (change.op === 'remove' || touches(change, 'ring')))
        things.add(`rings/${change.id}`);
    } else if (change.op === 'unlink' && change.list === 'groupChildren') things.add(`groups/${change.of}`);
  }
  return things.size;
}

function touches({ value, unset = [] }: Extract<Change, { op: 'patch' }>, field: string): boolean {
  return Object.hasOwn(value, field) || unset.includes(field);
}

function* betweenStates(before: UniverseState, after: UniverseState): Generator<Difference | undefined> {
  const has = (state: UniverseState, kind: Kind, id: unknown) =>
    typeof id === 'string' && Object.hasOwn(state[kind], id);
  const isGone: IsGone = (kind, id) => has(before, kind, id) && !has(after, kind, id);
  const isMade: IsGone = (kind, id) => !has(before, kind, id) && has(after, kind, id);
  if (before.time !== after.time) yield timeChange(before.time, after.time);
  const [old = 'standard', now = 'standard'] = [before.units, after.units];
  if (old !== now) yield { what: 'overwrites', kind: 'units', id: 'units', fields: { units: [old, now] } };
  let count = 0;
  for (const kind of KINDS) {
    for (const id of Object.keys(before[kind])) {
      if (++count % STEP_ENTITIES === 0) yield undefined;
      const was = before[kind][id] as Entity;
      if (isGone(kind, id)) yield removed(kind, id, was, isGone);
      else yield* changedEntity(betweenEntities(kind, was, after[kind][id] as Entity), isGone, isMade);
    }
    for (const id of Object.keys(after[kind])) {
      if (++count % STEP_ENTITIES === 0) yield undefined;
      if (isMade(kind, id)) yield { what: 'adds', kind, id, entity: after[kind][id] as Entity };
    }
  }
}

function betweenEntities(kind: Kind, before: Entity, after: Entity): Changed {
  const fields: Record<string, BeforeAndAfter> = {};
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    // The children of a body follow from their parents, and those of a group are its members.
    if (name === 'children' && (kind === 'stars' || kind === 'groups')) continue;
    const [old, now] = [own(before, name), own(after, name)];
    if (!deepEqual(old, now)) fields[name] = [old, now];
  }
  const [were, are] =
    kind === 'groups'
      ? [membersOf(before), membersOf(after)]
      : [new Map<string, Member>(), new Map<string, Member>()];
  const joined = [...are.values()].filter(({ id, type }) => were.get(id)?.type !== type);
  const left = [...were.values()].filter(({ id, type }) => are.get(id)?.type !== type);
  return { in: kind, id: before.id, fields, joined, left };
}

function* changedEntity(
  { in: kind, id, fields: all, joined: in_, left: out }: Changed,
  isGone: IsGone,
  isMade: IsGone,
): Generator<Difference> {
  const { ring, ...rest } = all;
  const fields: Record<string, BeforeAndAfter> = rest;
  if (kind === 'stars' && ring !== undefined && (ring[0] === null || ring[1] === null))
    yield { what: ring[0] === null ? 'adds' : 'removes', kind: 'rings', id };
  else if (ring !== undefined) fields.ring = ring;
  // A member that is removed or added is named by itself.
  const left = out.filter(member => !isGone(kindOf(member), member.id)).map(({ id }) => id);
  const joined = in_.filter(member => !isMade(kindOf(member), member.id)).map(({ id }) => id);
  const names = Object.keys(fields);
  if (names.length + left.length + joined.length === 0) return;
  const overwrites = names.some(name => {
    const [old] = fields[name] as BeforeAndAfter;
    return (old ?? null) !== null || !ABSENT_IS_NOTHING.has(name);
  });
  yield {
    what: overwrites || left.length > 0 ? 'overwrites' : 'changes',
    kind,
    id,
    fields,
    ...(left.length > 0 && { left }),
    ...(joined.length > 0 && { joined }),
  };
}

function removed(kind: Kind, id: string, entity: Fields, isGone: IsGone): Difference {
  return {
    what: 'removes',
    kind,
    id,
    entity,
    ...(isBelow(kind, entity, isGone) && { below: true as const }),
  };
}

/** Whether an entity goes with another one that is removed. */
function isBelow(kind: Kind, entity: Fields, isGone: IsGone): boolean {
  if (kind === 'stars') return isGone('stars', entity.parentId);
  if (kind === 'groups') return isGone('groups', entity.parentGroupId);
  return (
    (kind === 'smallBodyFields' || kind === 'protoplanetaryDisks') &&
    isGone('stars', entity[HOST_FIELDS[kind]])
  );
}

function timeChange(before: number, after: number): Difference {
  return { what: 'changes', kind: 'time', id: 'time', fields: { time: [before, after] } };
}

function membersOf({ children }: Entity): ReadonlyMap<string, Member> {
  return new Map((Array.isArray(children) ? (children as Member[]) : []).map(member => [member.id, member]));
}

function kindOf({ type }: Member): Kind {
  return type === 'group' ? 'groups' : 'stars';
}

/** Fields may have names that every object inherits. */
function own(record: Fields, name: string): unknown {
  return Object.hasOwn(record, name) ? (record[name] ?? null) : null;
}
