import { describe, expect, it } from 'vitest';
import { Universe } from '../universe.js';
import { CommandRefused } from './command-refused.js';
import { problemsOf } from './invariants.js';

function start(): Universe {
  return Universe.from({
    stars: { a: {}, b: { parentId: 'a' }, c: { parentId: 'a' }, d: {} },
    groups: { g: { children: [{ id: 'a', type: 'system' }] }, h: {}, i: { parentGroupId: 'h' } },
    nebulae: { n: { radius: 1 } },
  });
}

const add = (id: string, payload = {}) => ({ type: 'addStar', id, payload });
const attach = (childId: string, parentId: string) => ({ type: 'attachStar', childId, parentId });
const detach = (childId: string) => ({ type: 'detachStar', childId });
const update = (id: string, payload: object) => ({ type: 'updateStar', id, payload });
const move = (childId: string, childType: string, targetGroupId: string | null) => ({
  type: 'moveToGroup',
  childId,
  childType,
  targetGroupId,
});

describe('undo', () => {
  it('undoes unchanged results, and can be undone itself', () => {
    const universe = start();
    const first = universe.apply(update('b', { name: 'Bee', asteroidSubType: 'x' }));
    universe.apply(update('b', { mass: 7 }));
    universe.apply(add('e', { parentId: 'b' }));
    const before = universe.snapshot();
    const undone = universe.revert(first.changes, first.inverse);
    expect(universe.entity('stars', 'b')).toMatchObject({ name: 'b', mass: 7, children: ['e'] });
    expect(universe.entity('stars', 'b')).not.toHaveProperty('asteroidSubType');
    universe.revert(undone.changes, undone.inverse);
    expect(universe.snapshot()).toStrictEqual(before);
  });

  it('appends a removed body to the list if its predecessor was removed', () => {
    const universe = start();
    const removed = universe.apply({ type: 'removeStar', id: 'c' });
    universe.apply({ type: 'removeStar', id: 'b' });
    universe.apply(add('e', { parentId: 'a' }));
    universe.revert(removed.changes, removed.inverse);
    expect(universe.entity('stars', 'a')?.children).toEqual(['e', 'c']);
  });

  it('gives a removed group its children back from where they went', () => {
    const universe = start();
    const before = universe.snapshot();
    const removed = universe.apply({ type: 'removeGroup', id: 'h' });
    universe.revert(removed.changes, removed.inverse);
    expect(universe.snapshot()).toStrictEqual(before);
  });

  it.each<[string, object, object[], string]>([
    [
      'an added body that was changed',
      add('e'),
      [update('e', { mass: 2 })],
      '"e" in stars was changed later',
    ],
    [
      'an added body that was removed',
      add('e'),
      [{ type: 'removeStar', id: 'e' }],
      '"e" is no longer in rootIds',
    ],
    ['an added body with a child', add('e'), [add('f', { parentId: 'e' })], 'other bodies orbit "e" now'],
    ['an added body that was grouped', add('e'), [move('e', 'system', 'h')], '"e" is in the group "h" now'],
    [
      'an added group with a child',
      { type: 'addGroup', id: 'j', payload: {} },
      [move('a', 'system', 'j')],
      'the group "j" has children now',
    ],
    [
      'a field that was set again',
      update('b', { mass: 2 }),
      [update('b', { mass: 3 })],
      'mass of "b" was changed',
    ],
    [
      'a field that came back',
      update('b', { asteroidSubType: 'x' }),
      [update('b', { asteroidSubType: null })],
      'asteroidSubType of "b" was changed',
    ],
    [
      'a field of a body that is gone',
      update('b', { asteroidSubType: 'x' }),
      [{ type: 'removeStar', id: 'b' }],
      'no longer in stars',
    ],
    ['a removal whose id is taken', { type: 'removeStar', id: 'b' }, [add('b')], 'stars has another "b" now'],
    [
      'a removal whose parent is gone',
      { type: 'removeStar', id: 'b' },
      [{ type: 'removeStar', id: 'a' }],
      '"a" is no longer in stars',
    ],
    [
      'a move that was moved on',
      attach('b', 'd'),
      [attach('b', 'c')],
      '"b" is no longer in the children of "d"',
    ],
    ['a move back into a cycle', attach('b', 'd'), [attach('a', 'b')], '"a" is inside "b" now'],
    [
      'a detachment of what is a system now',
      detach('b'),
      [move('b', 'system', 'h')],
      '"b" is in the group "h" now',
    ],
    [
      'a way out of a group, into another since',
      { type: 'removeFromGroup', groupId: 'g', childId: 'a' },
      [move('a', 'system', 'h')],
      '"a" is in the group "h" now',
    ],
    [
      'a way out of a group, no root since',
      { type: 'removeFromGroup', groupId: 'g', childId: 'a' },
      [attach('a', 'd')],
      '"a" is no longer a root: it orbits "d"',
    ],
    [
      'a way out of a group that is gone',
      { type: 'removeFromGroup', groupId: 'g', childId: 'a' },
      [{ type: 'removeGroup', id: 'g' }],
      '"g" is no longer in groups',
    ],
    [
      'a group moved back into a cycle',
      move('i', 'group', null),
      [move('h', 'group', 'i')],
      '"h" is inside "i" now',
    ],
    ['a tick before another', { type: 'tick' }, [{ type: 'tick' }], 'the time is now 2'],
    ['a snapshot', { type: 'replaceSnapshot', snapshot: {} }, [{ type: 'tick' }], 'the universe was changed'],
    [
      'a removed nebula that is back',
      { type: 'removeNebula', id: 'n' },
      [{ type: 'setNebulae', nebulae: [{ id: 'n' }] }],
      'another "n"',
    ],
  ])('is refused for %s', (_, command, since, message) => {
    const universe = start();
    const { changes, inverse } = universe.apply(command);
    universe.applyAll(since);
    const before = universe.snapshot();
    expect(() => universe.revert(changes, inverse)).toThrow(message);
    expect(() => universe.revert(changes, inverse)).toThrow(CommandRefused);
    expect(universe.snapshot()).toStrictEqual(before);
    expect(problemsOf(before)).toEqual([]);
  });

  it('does not accept changes without their inverse', () => {
    const { changes } = start().apply({ type: 'tick' });
    expect(() => start().revert(changes, [])).toThrow('Each change needs one inverse');
  });
});
