import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Entity, finish, KINDS, type Kind, Universe, type UniverseState } from '../domain/index.js';
import { deepEqual } from '../domain/model/deep-equal.js';
import { sequence, start } from '../testing/random-commands.js';
import { type Member, type NetChange, NetChanges } from './net-changes.js';

/** Applies the commands that apply. */
function run(universe: Universe, commands: readonly object[]): NetChanges {
  const net = new NetChanges();
  for (const command of commands) {
    try {
      finish(net.add(universe.apply(command)));
    } catch {
      // A refused command changes nothing.
    }
  }
  return net;
}

/** The differences of two states, written as plainly as possible. */
function expected(before: UniverseState, after: UniverseState): object[] {
  return KINDS.flatMap(kind => {
    const [old, now]: Readonly<Record<string, Entity>>[] = [before[kind], after[kind]];
    return [...new Set([...Object.keys(old ?? {}), ...Object.keys(now ?? {})])].flatMap(id =>
      difference(kind, id, of(old, id), of(now, id)),
    );
  });
}

function difference(kind: Kind, id: string, old: Entity | undefined, now: Entity | undefined): object[] {
  if (old === undefined && now !== undefined) return [{ in: kind, id, op: 'added', value: bare(now) }];
  if (old !== undefined && now === undefined) return [{ in: kind, id, op: 'removed', value: bare(old) }];
  if (old === undefined || now === undefined) return [];
  const fields = [...new Set([...Object.keys(old), ...Object.keys(now)])]
    .filter(name => name !== 'children' && !deepEqual(of(old, name), of(now, name)))
    .map(name => [name, [of(old, name) ?? null, of(now, name) ?? null]]);
  const joined = members(kind, now).filter(member => !members(kind, old).includes(member));
  const left = members(kind, old).filter(member => !members(kind, now).includes(member));
  if (fields.length + joined.length + left.length === 0) return [];
  return [{ in: kind, id, op: 'changed', fields: Object.fromEntries(fields), joined, left }];
}

function bare({ children, ...fields }: Entity): object {
  return fields;
}

function members(kind: Kind, { children }: Entity): string[] {
  return kind === 'groups' ? (children as Member[]).map(memberName).sort() : [];
}

/** A body and a group may have one id. */
function memberName({ id, type }: Member): string {
  return `${type}/${id}`;
}

function of<Value>(record: Readonly<Record<string, Value>> | undefined, name: string): Value | undefined {
  return record !== undefined && Object.hasOwn(record, name) ? record[name] : undefined;
}

function comparable(change: NetChange): object {
  if (change.op !== 'changed') return { ...change, value: bare(change.value as Entity) };
  const { name, joined, left, ...rest } = change;
  const names = (members: typeof joined) => members.map(memberName).toSorted();
  return { ...rest, joined: names(joined), left: names(left) };
}

const order = (one: object, other: object) => (JSON.stringify(one) < JSON.stringify(other) ? -1 : 1);

describe('the net effect of commands', () => {
  it('is the difference of the states before and after them', () => {
    fc.assert(
      fc.property(sequence, commands => {
        const universe = start();
        const before = universe.snapshot();
        const net = run(universe, commands);
        const after = universe.snapshot();
        const found = finish(net.finish()).map(comparable);
        const keyed = (all: readonly object[]) =>
          all.map(change => JSON.parse(JSON.stringify(change)) as object).sort(order);
        const sortedFields = (all: readonly object[]) => keyed(all.map(sortKeys));
        expect(sortedFields(found)).toEqual(sortedFields(expected(before, after)));
        expect(net.time).toEqual(before.time === after.time ? undefined : [before.time, after.time]);
      }),
      {
        numRuns: 150,
        examples: [
          [
            [
              { type: 'removeGroup', id: 'd' },
              { type: 'addToGroup', groupId: 'c', child: { id: 'd', type: 'system' } },
            ],
          ],
        ],
      },
    );
  });

  it('is nothing if a command undoes another', () => {
    const universe = start();
    const net = run(universe, [
      { type: 'addStar', id: 'new', payload: { parentId: 'a' } },
      { type: 'updateStar', id: 'd', payload: { mass: 7 } },
      { type: 'updateStar', id: 'd', payload: { mass: 1 } },
      { type: 'removeStar', id: 'new' },
    ]);
    expect(finish(net.finish())).toEqual([]);
  });

  it('has the first value before and the last value after', () => {
    const net = run(Universe.from({ stars: { a: { mass: 1 } } }), [
      { type: 'updateStar', id: 'a', payload: { mass: 2, asteroidSubType: 'x' } },
      { type: 'updateStar', id: 'a', payload: { mass: 3 } },
    ]);
    expect(finish(net.finish())).toEqual([
      {
        in: 'stars',
        id: 'a',
        op: 'changed',
        name: undefined,
        fields: { mass: [1, 3], asteroidSubType: [null, 'x'] },
        joined: [],
        left: [],
      },
    ]);
  });
});

function sortKeys(value: object): object {
  return Object.fromEntries(
    Object.entries(value)
      .map(
        ([name, field]) =>
          [
            name,
            field !== null && typeof field === 'object' && !Array.isArray(field)
              ? sortKeys(field as object)
              : field,
          ] as const,
      )
      .sort(([one], [other]) => (one < other ? -1 : 1)),
  );
}
