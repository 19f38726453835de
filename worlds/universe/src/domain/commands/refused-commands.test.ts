import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { smallUniverse } from '../../testing/small-universe.js';
import { CommandRefused } from '../model/command-refused.js';
import { problemsOf } from '../model/invariants.js';

describe('a command that cannot apply', () => {
  it.each<[object, string, string, string]>([
    [{ type: 'tick', dt: -1 }, 'invalid', 'dt', '"dt":3600'],
    [{ type: 'addStar', id: 'sun', payload: {} }, 'duplicate', 'The star "sun" exists already', 'updateStar'],
    [
      { type: 'addStar', id: 'x', payload: { parentId: 'Sun' } },
      'unknown',
      'star "Sun" does not exist',
      '"sun"',
    ],
    [{ type: 'addStar', id: 'x', payload: { parentId: 'x' } }, 'cycle', 'its own parent', 'parentId'],
    [{ type: 'addStar', id: 'x', payload: { id: 'y' } }, 'invalid', '"y"', 'leave it out'],
    [
      { type: 'addStar', id: 'x', payload: { children: ['earth'] } },
      'invalid',
      'attachStar',
      'Fields of addStar',
    ],
    [
      { type: 'addStar', id: 'x', payload: { eccentricity: 1 } },
      'invalid',
      'payload.eccentricity',
      'Fields of addStar',
    ],
    [
      { type: 'addStar', id: 'x', payload: { comet: { odd: Number.POSITIVE_INFINITY } } },
      'invalid',
      'payload.comet.odd',
      'addStar',
    ],
    [{ type: 'addStar', id: 'a\nb', payload: {} }, 'invalid', 'control characters', 'Fields of addStar'],
    [{ type: 'addStar', id: '__proto__', payload: {} }, 'invalid', '__proto__', 'Fields of addStar'],
    [{ type: 'addStar', id: '', payload: {} }, 'invalid', 'id', 'Fields of addStar'],
    [{ type: 'addStar', id: 'x'.repeat(129), payload: {} }, 'invalid', 'id', 'Fields of addStar'],
    [
      { type: 'addStar', id: 'x', payload: { ring: { innerRadiusMultiplier: 3, outerRadiusMultiplier: 2 } } },
      'invalid',
      'greater than',
      'inner',
    ],
    [{ type: 'updateStar', id: 'earht', payload: {} }, 'unknown', 'star "earht" does not exist', '"earth"'],
    [
      { type: 'updateStar', id: 'toString', payload: {} },
      'unknown',
      'star "toString" does not exist',
      'Existing ids are "sun"',
    ],
    [{ type: 'updateStar', id: 'earth', payload: { parentId: null } }, 'invalid', 'parentId', 'detachStar'],
    [{ type: 'updateStar', id: 'earth', payload: { children: [] } }, 'invalid', 'children', 'attachStar'],
    [{ type: 'updateStar', id: 'earth', payload: { id: 'mars' } }, 'invalid', '"mars"', 'leave it out'],
    [
      { type: 'updateStar', id: 'earth', payload: { name: null } },
      'invalid',
      'payload.name',
      'Fields of updateStar',
    ],
    [{ type: 'removeStar', id: 'x' }, 'unknown', 'star "x" does not exist', '"sun"'],
    [{ type: 'attachStar', childId: 'x', parentId: 'sun' }, 'unknown', 'star "x" does not exist', '"sun"'],
    [{ type: 'attachStar', childId: 'sun', parentId: 'x' }, 'unknown', 'star "x" does not exist', '"sun"'],
    [{ type: 'attachStar', childId: 'sun', parentId: 'sun' }, 'cycle', 'orbit itself', 'parent'],
    [
      { type: 'attachStar', childId: 'sun', parentId: 'moon' },
      'cycle',
      'is a descendant of "sun"',
      'detachStar "moon"',
    ],
    [
      { type: 'attachStar', childId: 'earth', parentId: 'sun' },
      'duplicate',
      'already',
      'Nothing needs to be changed',
    ],
    [{ type: 'detachStar', childId: 'sun' }, 'invalid', 'already a root', 'attachStar'],
    [{ type: 'addGroup', id: 'top', payload: {} }, 'duplicate', 'group "top"', 'updateGroup'],
    [{ type: 'addGroup', id: 'x', payload: { parentGroupId: 'y' } }, 'unknown', 'group "y"', '"outer"'],
    [{ type: 'addGroup', id: 'x', payload: { parentGroupId: 'x' } }, 'cycle', 'own parent', 'parentGroupId'],
    [
      { type: 'addGroup', id: 'sun', payload: { parentGroupId: 'inner' } },
      'duplicate',
      'has a system with the id "sun"',
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
      'already in the group "inner"',
      'moveToGroup',
    ],
    [
      { type: 'addToGroup', groupId: 'top', child: { id: 'moon', type: 'system' } },
      'invalid',
      'not a system',
      '"sun"',
    ],
    [
      { type: 'addToGroup', groupId: 'inner', child: { id: 'outer', type: 'group' } },
      'cycle',
      'inside "outer"',
      'outside "outer"',
    ],
    [
      { type: 'addToGroup', groupId: 'top', child: { id: 'top', type: 'group' } },
      'cycle',
      'itself',
      'Choose',
    ],
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
      'is inside "outer"',
      'Choose',
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
      'already in no group',
      'Nothing needs to be changed',
    ],
    [{ type: 'moveToGroup', childId: 'sun', childType: 'system' }, 'invalid', 'targetGroupId', 'Fields of'],
    [
      { type: 'setSmallBodyFields', fields: [{ id: 'a' }, { id: 'a' }] },
      'duplicate',
      '"a" occurs twice',
      'different id',
    ],
    [{ type: 'setSmallBodyFields', fields: { a: { id: 'b' } } }, 'invalid', '"b"', 'leave it out'],
    [{ type: 'updateSmallBodyField', id: 'x', patch: {} }, 'unknown', 'small body field "x"', '"belt"'],
    [
      { type: 'updateSmallBodyField', id: 'belt', patch: { opacity: 2 } },
      'invalid',
      'patch.opacity',
      'Fields of',
    ],
    [{ type: 'removeSmallBodyField', id: 'x' }, 'unknown', 'small body field "x"', '"belt"'],
    [
      { type: 'addProtoplanetaryDisk', disk: { id: 'disk' } },
      'duplicate',
      '"disk"',
      'updateProtoplanetaryDisk',
    ],
    [{ type: 'addProtoplanetaryDisk', disk: {} }, 'invalid', 'disk.id', 'Fields of'],
    [{ type: 'updateProtoplanetaryDisk', id: 'x', patch: {} }, 'unknown', '"x"', '"disk"'],
    [{ type: 'removeProtoplanetaryDisk', id: 'x' }, 'unknown', '"x"', '"disk"'],
    [{ type: 'updateNebula', id: 'crap', patch: {} }, 'unknown', 'nebula "crap"', 'Did you mean "crab"'],
    [
      { type: 'updateNebula', id: 'crab', patch: { position: [1, 2] } },
      'invalid',
      'patch.position',
      'Fields of',
    ],
    [{ type: 'removeNebula', id: 'x' }, 'unknown', 'nebula "x"', '"crab"'],
    [{ type: 'updateRing', planetId: 'x', patch: {} }, 'unknown', 'star "x"', '"sun"'],
    [
      { type: 'updateRing', planetId: 'mars', patch: { opacity: null } },
      'invalid',
      'patch.opacity',
      'Fields of',
    ],
    [{ type: 'removeRing', planetId: 'earth' }, 'unknown', 'no ring', 'updateRing'],
    [
      { type: 'replaceSnapshot', snapshot: { stars: { a: { parentId: 'b' } } } },
      'invalid',
      'star "a" has the parent "b", which does not exist',
      'parentId',
    ],
    [{ type: 'replaceSnapshot', snapshot: { nebulas: {} } }, 'invalid', 'snapshot.nebulas', 'Fields of'],
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
    expect(() => universe.apply({ type: 'removeGroup', id: 'inner' })).toThrow(
      'has a group with the id "sun"',
    );
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
