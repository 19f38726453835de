import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { smallUniverse } from '../../testing/small-universe.js';
import { CommandRefused } from '../model/command-refused.js';
import { problemsOf } from '../model/invariants.js';

describe('a command that cannot apply', () => {
  it.each<[object, string, string, string]>([
    [{ type: 'tick', dt: -1 }, 'invalid', 'dt', '"dt":3600'],
    [{ type: 'addStar', id: 'sun', payload: {} }, 'duplicate', 'There is a star "sun" already', 'updateStar'],
    [{ type: 'addStar', id: 'x', payload: { parentId: 'Sun' } }, 'unknown', 'no star "Sun"', '"sun"'],
    [{ type: 'addStar', id: 'x', payload: { parentId: 'x' } }, 'cycle', 'its own parent', 'parentId'],
    [{ type: 'addStar', id: 'x', payload: { id: 'y' } }, 'invalid', '"y"', 'leave it out'],
    [
      { type: 'addStar', id: 'x', payload: { children: ['earth'] } },
      'invalid',
      'attachStar',
      'addStar takes',
    ],
    [
      { type: 'addStar', id: 'x', payload: { eccentricity: 1 } },
      'invalid',
      'payload.eccentricity',
      'addStar takes',
    ],
    [
      { type: 'addStar', id: 'x', payload: { odd: Number.POSITIVE_INFINITY } },
      'invalid',
      'payload.odd',
      'addStar',
    ],
    [{ type: 'addStar', id: 'a\nb', payload: {} }, 'invalid', 'control characters', 'addStar takes'],
    [{ type: 'addStar', id: '__proto__', payload: {} }, 'invalid', '__proto__', 'addStar takes'],
    [{ type: 'addStar', id: '', payload: {} }, 'invalid', 'id', 'addStar takes'],
    [{ type: 'addStar', id: 'x'.repeat(129), payload: {} }, 'invalid', 'id', 'addStar takes'],
    [
      { type: 'addStar', id: 'x', payload: { ring: { innerRadiusMultiplier: 3, outerRadiusMultiplier: 2 } } },
      'invalid',
      'greater than',
      'inner',
    ],
    [{ type: 'updateStar', id: 'earht', payload: {} }, 'unknown', 'no star "earht"', '"earth"'],
    [{ type: 'updateStar', id: 'toString', payload: {} }, 'unknown', 'no star "toString"', 'such as "sun"'],
    [{ type: 'updateStar', id: 'earth', payload: { parentId: null } }, 'invalid', 'parentId', 'detachStar'],
    [{ type: 'updateStar', id: 'earth', payload: { children: [] } }, 'invalid', 'children', 'attachStar'],
    [{ type: 'updateStar', id: 'earth', payload: { id: 'mars' } }, 'invalid', '"mars"', 'leave it out'],
    [
      { type: 'updateStar', id: 'earth', payload: { name: null } },
      'invalid',
      'payload.name',
      'updateStar takes',
    ],
    [{ type: 'removeStar', id: 'x' }, 'unknown', 'no star "x"', '"sun"'],
    [{ type: 'attachStar', childId: 'x', parentId: 'sun' }, 'unknown', 'no star "x"', '"sun"'],
    [{ type: 'attachStar', childId: 'sun', parentId: 'x' }, 'unknown', 'no star "x"', '"sun"'],
    [{ type: 'attachStar', childId: 'sun', parentId: 'sun' }, 'cycle', 'round itself', 'parent'],
    [{ type: 'attachStar', childId: 'sun', parentId: 'moon' }, 'cycle', 'cycle', 'detachStar "moon"'],
    [
      { type: 'attachStar', childId: 'earth', parentId: 'sun' },
      'duplicate',
      'already',
      'Nothing needs to be changed',
    ],
    [{ type: 'detachStar', childId: 'sun' }, 'invalid', 'root already', 'attachStar'],
    [{ type: 'addGroup', id: 'top', payload: {} }, 'duplicate', 'group "top"', 'updateGroup'],
    [{ type: 'addGroup', id: 'x', payload: { parentGroupId: 'y' } }, 'unknown', 'group "y"', '"outer"'],
    [{ type: 'addGroup', id: 'x', payload: { parentGroupId: 'x' } }, 'cycle', 'own parent', 'parentGroupId'],
    [
      { type: 'addGroup', id: 'sun', payload: { parentGroupId: 'inner' } },
      'duplicate',
      'has a system of the id "sun"',
      'different ids',
    ],
    [
      { type: 'updateGroup', id: 'inner', payload: { parentGroupId: null } },
      'invalid',
      'parent',
      'moveToGroup',
    ],
    [{ type: 'updateGroup', id: 'inner', payload: { children: [] } }, 'invalid', 'children', 'moveToGroup'],
    [{ type: 'updateGroup', id: 'x', payload: {} }, 'unknown', 'group "x"', '"outer"'],
    [{ type: 'removeGroup', id: 'x' }, 'unknown', 'group "x"', '"outer"'],
    [
      { type: 'addToGroup', groupId: 'top', child: { id: 'sun', type: 'system' } },
      'duplicate',
      'in the group "inner" already',
      'moveToGroup',
    ],
    [
      { type: 'addToGroup', groupId: 'top', child: { id: 'moon', type: 'system' } },
      'invalid',
      'no system',
      '"sun"',
    ],
    [
      { type: 'addToGroup', groupId: 'inner', child: { id: 'outer', type: 'group' } },
      'cycle',
      'inside "outer"',
      'not inside it',
    ],
    [{ type: 'addToGroup', groupId: 'top', child: { id: 'top', type: 'group' } }, 'cycle', 'itself', 'Take'],
    [
      { type: 'addToGroup', groupId: 'x', child: { id: 'lone', type: 'system' } },
      'unknown',
      '"x"',
      '"outer"',
    ],
    [{ type: 'addToGroup', groupId: 'top', child: { id: 'x', type: 'group' } }, 'unknown', '"x"', '"outer"'],
    [{ type: 'removeFromGroup', groupId: 'inner', childId: 'lone' }, 'unknown', '"lone"', '"sun"'],
    [{ type: 'removeFromGroup', groupId: 'top', childId: 'lone' }, 'unknown', '"lone"', 'no children'],
    [
      { type: 'moveToGroup', childId: 'outer', childType: 'group', targetGroupId: 'inner' },
      'cycle',
      'cycle',
      'Take',
    ],
    [
      { type: 'moveToGroup', childId: 'sun', childType: 'system', targetGroupId: 'inner' },
      'duplicate',
      'already',
      'Nothing needs to be changed',
    ],
    [
      { type: 'moveToGroup', childId: 'lone', childType: 'system', targetGroupId: null },
      'duplicate',
      'no group already',
      'Nothing needs to be changed',
    ],
    [{ type: 'moveToGroup', childId: 'sun', childType: 'system' }, 'invalid', 'targetGroupId', 'takes'],
    [
      { type: 'setSmallBodyFields', fields: [{ id: 'a' }, { id: 'a' }] },
      'duplicate',
      '"a" is given twice',
      'own',
    ],
    [{ type: 'setSmallBodyFields', fields: { a: { id: 'b' } } }, 'invalid', '"b"', 'leave it out'],
    [{ type: 'updateSmallBodyField', id: 'x', patch: {} }, 'unknown', 'small body field "x"', '"belt"'],
    [
      { type: 'updateSmallBodyField', id: 'belt', patch: { opacity: 2 } },
      'invalid',
      'patch.opacity',
      'takes',
    ],
    [{ type: 'removeSmallBodyField', id: 'x' }, 'unknown', 'small body field "x"', '"belt"'],
    [
      { type: 'addProtoplanetaryDisk', disk: { id: 'disk' } },
      'duplicate',
      '"disk"',
      'updateProtoplanetaryDisk',
    ],
    [{ type: 'addProtoplanetaryDisk', disk: {} }, 'invalid', 'disk.id', 'takes'],
    [{ type: 'updateProtoplanetaryDisk', id: 'x', patch: {} }, 'unknown', '"x"', '"disk"'],
    [{ type: 'removeProtoplanetaryDisk', id: 'x' }, 'unknown', '"x"', '"disk"'],
    [{ type: 'updateNebula', id: 'crap', patch: {} }, 'unknown', 'nebula "crap"', 'Did you mean "crab"'],
    [{ type: 'updateNebula', id: 'crab', patch: { position: [1, 2] } }, 'invalid', 'patch.position', 'takes'],
    [{ type: 'removeNebula', id: 'x' }, 'unknown', 'nebula "x"', '"crab"'],
    [{ type: 'updateRing', planetId: 'x', patch: {} }, 'unknown', 'star "x"', '"sun"'],
    [{ type: 'updateRing', planetId: 'mars', patch: { opacity: null } }, 'invalid', 'patch.opacity', 'takes'],
    [{ type: 'removeRing', planetId: 'earth' }, 'unknown', 'no ring', 'updateRing'],
    [
      { type: 'replaceSnapshot', snapshot: { stars: { a: { parentId: 'b' } } } },
      'invalid',
      'star "a" has the parent "b", which does not exist',
      'parentId',
    ],
    [{ type: 'replaceSnapshot', snapshot: { nebulas: {} } }, 'invalid', 'snapshot.nebulas', 'takes'],
  ])('%j changes nothing and says why', (command, reason, message, hint) => {
    const universe = smallUniverse();
    const before = universe.snapshot();
    let refused: unknown;
    try {
      universe.apply(command);
    } catch (error) {
      refused = error;
    }
    expect(refused).toBeInstanceOf(CommandRefused);
    expect(refused).toMatchObject({
      reason,
      message: expect.stringContaining(message),
      hint: expect.stringContaining(hint),
    });
    deepStrictEqual(universe.snapshot(), before);
  });

  it('leaves a group in place when its child has the id of a neighbour above', () => {
    const universe = smallUniverse();
    universe.apply({ type: 'addGroup', id: 'sun', payload: { parentGroupId: 'outer' } });
    const before = universe.snapshot();
    expect(() => universe.apply({ type: 'removeGroup', id: 'inner' })).toThrow('has a group of the id "sun"');
    deepStrictEqual(universe.snapshot(), before);
  });

  it('lets a system of the same id take the place of its group', () => {
    const universe = smallUniverse();
    universe.apply({ type: 'addGroup', id: 'lone', payload: { parentGroupId: 'outer' } });
    universe.apply({ type: 'addToGroup', groupId: 'lone', child: { id: 'lone', type: 'system' } });
    universe.apply({ type: 'removeGroup', id: 'lone' });
    expect(universe.membersOf('outer')).toContainEqual({ id: 'lone', type: 'system' });
    expect(problemsOf(universe.snapshot())).toEqual([]);
  });
});
