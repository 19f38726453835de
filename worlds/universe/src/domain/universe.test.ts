import { describe, expect, it } from 'vitest';
import { CommandRefused } from './model/command-refused.js';
import { Universe } from './universe.js';

const PAIR = {
  stars: { a: {}, b: { parentId: 'a' }, c: { parentId: 'a' } },
  groups: { g: { children: [{ id: 'a', type: 'system' }] } },
  nebulae: { a: { radius: 1 } },
  time: 3,
};

describe('a universe from a state', () => {
  it('is empty when nothing is given', () => {
    expect(Universe.from({}).snapshot()).toStrictEqual(Universe.empty().snapshot());
    expect(Universe.empty().size).toBe(0);
  });

  it('derives the lists that are left out', () => {
    const { stars, rootIds, rootGroupIds } = Universe.from(PAIR).snapshot();
    expect([rootIds, stars.a?.children, stars.b?.children, rootGroupIds]).toEqual([
      ['a'],
      ['b', 'c'],
      [],
      ['g'],
    ]);
  });

  it('is the same when it is made from its own snapshot', () => {
    const universe = Universe.from(PAIR);
    expect(Universe.from(universe.snapshot()).snapshot()).toStrictEqual(universe.snapshot());
  });

  it('shares no list with the state it came from', () => {
    const universe = Universe.from(PAIR);
    (universe.snapshot().rootIds as string[]).push('x');
    expect(universe.snapshot().rootIds).toEqual(['a']);
  });

  it.each<[object, string]>([
    [{ stars: { a: { parentId: 'x' } } }, 'star "a" has the parent "x", which does not exist'],
    [{ stars: { a: { id: 'b' } } }, 'the entity at "a" has the id "b"'],
    [{ stars: { a: { parentId: 'b' }, b: { parentId: 'a' } } }, 'is its own ancestor'],
    [
      { stars: { a: {}, b: { parentId: 'a' } }, rootIds: ['a', 'b'] },
      'rootIds names "b", whose parent is "a"',
    ],
    [{ stars: { a: {} }, rootIds: [] }, 'star "a" has no parent but is not in rootIds'],
    [{ stars: { a: {} }, rootIds: ['a', 'a'] }, 'rootIds names a star twice'],
    [{ stars: { a: { children: ['b'] }, b: {} } }, 'lists the child "b", whose parent is null'],
    [{ stars: { a: { children: [] }, b: { parentId: 'a' } } }, 'which does not list it'],
    [{ rootIds: ['x'] }, 'rootIds names "x", which does not exist'],
    [{ groups: { g: { children: [{ id: 'x', type: 'system' }] } } }, 'system "x", which does not exist'],
    [
      { stars: PAIR.stars, groups: { g: { children: [{ id: 'b', type: 'system' }] } } },
      'which is not a root: its parent is "a"',
    ],
    [
      {
        stars: { a: {} },
        groups: {
          g: { children: [{ id: 'a', type: 'system' }] },
          h: { children: [{ id: 'a', type: 'system' }] },
        },
      },
      'system "a" is in two groups',
    ],
    [{ groups: { g: { parentGroupId: 'g' } } }, 'is its own ancestor'],
    [{ groups: { g: { parentGroupId: 'toString' } } }, 'does not exist'],
    [{ time: -1 }, 'time: Too small'],
    [{ stars: { a: { mass: 'heavy' } } }, 'stars.a.mass: expected number, received string'],
    [{ stars: [] }, 'stars: expected record'],
    [{ star: {} }, 'star is an unknown field'],
  ])('is refused when it is %j', (state, message) => {
    expect(() => Universe.from(state)).toThrow(message);
    expect(() => Universe.from(state)).toThrow(CommandRefused);
  });

  it('names ten problems and counts the rest', () => {
    const stars = Object.fromEntries(
      Array.from({ length: 15 }, (_, index) => [`s${index}`, { parentId: 'x' }]),
    );
    expect(() => Universe.from({ stars })).toThrow(/"s9" .*; and 5 more\.$/);
  });
});

describe('reading a universe', () => {
  const universe = Universe.from(PAIR);

  it('shows the parts that are asked for', () => {
    expect(universe.view()).toStrictEqual(universe.snapshot());
    expect(universe.view({ include: ['time', 'rootIds'] })).toStrictEqual({ rootIds: ['a'], time: 3 });
  });

  it('shows the entities that are asked for, in whatever records they are', () => {
    const { stars, nebulae } = universe.snapshot();
    expect(universe.view({ ids: ['a', 'x', 'toString'] })).toStrictEqual({
      stars: { a: stars.a },
      groups: {},
      belts: {},
      smallBodyFields: {},
      protoplanetaryDisks: {},
      nebulae,
      time: 3,
    });
    expect(universe.view({ ids: ['b'], include: ['stars', 'rootIds'] })).toStrictEqual({
      stars: { b: stars.b },
      rootIds: ['a'],
    });
  });

  it('answers small questions without a snapshot', () => {
    expect(universe.entity('stars', 'b')).toMatchObject({ children: [] });
    expect(universe.membersOf('g')).toEqual([{ id: 'a', type: 'system' }]);
    expect([universe.has('stars', 'a'), universe.has('stars', 'toString')]).toEqual([true, false]);
    expect(universe.size).toBe(5);
    expect(universe.entity('stars', 'a')).toMatchObject({ id: 'a', children: ['b', 'c'] });
    expect(universe.bare('stars', 'a')).not.toHaveProperty('children');
    expect(universe.entity('stars', 'x')).toBeUndefined();
  });
});

describe('commands together', () => {
  it('returns the command with its defaults', () => {
    expect(Universe.empty().apply({ type: 'tick' }).command).toEqual({ type: 'tick', dt: 1 });
  });

  it('applies all of them', () => {
    const universe = Universe.from(PAIR);
    const outcomes = universe.applyAll([
      { type: 'addStar', id: 'd', payload: {} },
      { type: 'attachStar', childId: 'd', parentId: 'c' },
    ]);
    expect(outcomes.map(outcome => outcome.events[0]?.type)).toEqual(['starAdded', 'starAttached']);
    expect(universe.entity('stars', 'c')?.children).toEqual(['d']);
  });

  it('applies none of them if one is refused, and names it', () => {
    const universe = Universe.from(PAIR);
    const before = universe.snapshot();
    const commands = [
      { type: 'removeStar', id: 'a' },
      { type: 'tick', dt: 60 },
      { type: 'replaceSnapshot', snapshot: {} },
      { type: 'addStar', id: 'd', payload: { parentId: 'a' } },
    ];
    expect(() => universe.applyAll(commands)).toThrow(
      'Command 4 of 4 (addStar): The star "a" does not exist.',
    );
    expect(universe.snapshot()).toStrictEqual(before);
    expect(() => universe.applyAll([null])).toThrow('Command 1 of 1: A command must be an object');
  });
});
