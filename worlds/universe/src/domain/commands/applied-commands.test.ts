import { deepStrictEqual } from 'node:assert/strict';
import { describe, expect, it } from 'vitest';
import { smallUniverse } from '../../testing/small-universe.js';
import { problemsOf } from '../model/invariants.js';
import { Universe } from '../universe.js';

const RING = {
  innerRadiusMultiplier: 1.3,
  outerRadiusMultiplier: 2.2,
  thickness: 0.01,
  albedo: 0.5,
  density: 0.5,
};

describe('a command that applies', () => {
  it.each<
    [string, Record<string, unknown>, object, (state: ReturnType<Universe['snapshot']>) => unknown, unknown]
  >([
    ['tick advances one second', { type: 'tick' }, { type: 'ticked', dt: 1, time: 6 }, s => s.time, 6],
    [
      'tick advances by dt',
      { type: 'tick', dt: 0.5 },
      { type: 'ticked', dt: 0.5, time: 5.5 },
      s => s.time,
      5.5,
    ],
    [
      'addStar adds a root with sensible values',
      { type: 'addStar', id: 'new', payload: {} },
      { type: 'starAdded', id: 'new', parentId: null },
      s => [s.stars.new, s.rootIds],
      [
        {
          id: 'new',
          name: 'new',
          mass: 1,
          radius: 1,
          color: '#ffffff',
          orbitalDistance: 0,
          orbitalSpeed: 0,
          orbitalPhase: 0,
          parentId: null,
          children: [],
        },
        ['sun', 'lone', 'new'],
      ],
    ],
    [
      'addStar adds a child, completes its ring and keeps data of renderers',
      {
        type: 'addStar',
        id: 'constructor',
        payload: {
          parentId: 'sun',
          ring: { outerRadiusMultiplier: 4 },
          comet: { tail: 3 },
          eccentricity: null,
        },
      },
      { type: 'starAdded', id: 'constructor', parentId: 'sun' },
      s => [s.stars.constructor, s.stars.sun?.children],
      [
        expect.objectContaining({
          ring: { ...RING, outerRadiusMultiplier: 4, opacity: 0.7, color: '#d8c8a0' },
          comet: { tail: 3 },
        }),
        ['earth', 'mars', 'constructor'],
      ],
    ],
    [
      'updateStar changes, adds and takes away fields',
      {
        type: 'updateStar',
        id: 'earth',
        payload: { mass: 6, eccentricity: null, asteroidSubType: null, isRoguePlanet: true },
      },
      {
        type: 'starUpdated',
        id: 'earth',
        fields: ['mass', 'isRoguePlanet', 'asteroidSubType', 'eccentricity'],
      },
      s => [
        s.stars.earth?.mass,
        s.stars.earth?.isRoguePlanet,
        Object.keys(s.stars.earth ?? {}).filter(name => /SubType|ecc/.test(name)),
      ],
      [6, true, []],
    ],
    [
      'updateStar accepts links as they are',
      {
        type: 'updateStar',
        id: 'sun',
        payload: { id: 'sun', parentId: null, children: ['earth', 'mars'], name: 'Sol' },
      },
      { type: 'starUpdated', id: 'sun', fields: ['name'] },
      s => s.stars.sun?.name,
      'Sol',
    ],
    [
      'updateStar merges a ring into the one that is there',
      { type: 'updateStar', id: 'mars', payload: { ring: { albedo: 0.1 } } },
      { type: 'starUpdated', id: 'mars', fields: ['ring'] },
      s => s.stars.mars?.ring,
      { ...RING, opacity: 0.5, albedo: 0.1, color: '#d8c8a0' },
    ],
    [
      'removeStar takes all descendants and what lies around them',
      { type: 'removeStar', id: 'sun' },
      { type: 'starRemoved', id: 'sun', removedIds: ['sun', 'earth', 'mars', 'moon'] },
      s => [
        Object.keys(s.stars),
        s.rootIds,
        s.groups.inner?.children,
        Object.keys(s.smallBodyFields),
        Object.keys(s.protoplanetaryDisks),
      ],
      [['lone'], ['lone'], [], ['other'], []],
    ],
    [
      'attachStar moves a body with what goes round it',
      { type: 'attachStar', childId: 'earth', parentId: 'lone' },
      { type: 'starAttached', childId: 'earth', parentId: 'lone', formerParentId: 'sun' },
      s => [s.stars.earth?.parentId, s.stars.lone?.children, s.stars.sun?.children, s.stars.earth?.children],
      ['lone', ['earth'], ['mars'], ['moon']],
    ],
    [
      'attachStar takes a root out of its group',
      { type: 'attachStar', childId: 'sun', parentId: 'lone' },
      { type: 'childRemovedFromGroup', groupId: 'inner', childId: 'sun', childType: 'system' },
      s => [s.rootIds, s.groups.inner?.children],
      [['lone'], []],
    ],
    [
      'detachStar makes a root',
      { type: 'detachStar', childId: 'earth' },
      { type: 'starDetached', childId: 'earth', formerParentId: 'sun' },
      s => [s.stars.earth?.parentId, s.rootIds, s.stars.sun?.children],
      [null, ['sun', 'lone', 'earth'], ['mars']],
    ],
    [
      'addGroup adds a group inside another',
      { type: 'addGroup', id: 'new', payload: { parentGroupId: 'top', position: [1, 2, 3] } },
      { type: 'groupAdded', id: 'new', parentGroupId: 'top' },
      s => [s.groups.new, s.groups.top?.children],
      [
        { id: 'new', name: 'new', parentGroupId: 'top', position: [1, 2, 3], children: [] },
        [{ id: 'new', type: 'group' }],
      ],
    ],
    [
      'updateGroup changes and takes away fields',
      { type: 'updateGroup', id: 'inner', payload: { name: 'In', color: null, parentGroupId: 'outer' } },
      { type: 'groupUpdated', id: 'inner', fields: ['name', 'color'] },
      s => [s.groups.inner?.name, s.groups.inner?.color],
      ['In', undefined],
    ],
    [
      'removeGroup moves its children up into the group around it',
      { type: 'removeGroup', id: 'inner' },
      {
        type: 'groupRemoved',
        id: 'inner',
        parentGroupId: 'outer',
        movedChildren: [{ id: 'sun', type: 'system' }],
      },
      s => [Object.keys(s.groups), s.groups.outer?.children],
      [['outer', 'top'], [{ id: 'sun', type: 'system' }]],
    ],
    [
      'removeGroup moves the groups of a group at the top to the top',
      { type: 'removeGroup', id: 'outer' },
      { type: 'groupRemoved', id: 'outer', parentGroupId: null },
      s => [s.rootGroupIds, s.groups.inner?.parentGroupId],
      [['top', 'inner'], null],
    ],
    [
      'addToGroup takes a group from the top',
      { type: 'addToGroup', groupId: 'inner', child: { id: 'top', type: 'group' } },
      { type: 'childAddedToGroup', groupId: 'inner', childId: 'top', childType: 'group' },
      s => [s.rootGroupIds, s.groups.top?.parentGroupId, s.groups.inner?.children.at(-1)],
      [['outer'], 'inner', { id: 'top', type: 'group' }],
    ],
    [
      'addToGroup takes a system that is in no group',
      { type: 'addToGroup', groupId: 'top', child: { id: 'lone', type: 'system' } },
      { type: 'childAddedToGroup', groupId: 'top', childId: 'lone', childType: 'system' },
      s => s.groups.top?.children,
      [{ id: 'lone', type: 'system' }],
    ],
    [
      'removeFromGroup leaves a system in no group',
      { type: 'removeFromGroup', groupId: 'inner', childId: 'sun' },
      { type: 'childRemovedFromGroup', groupId: 'inner', childId: 'sun', childType: 'system' },
      s => [s.groups.inner?.children, s.rootIds],
      [[], ['sun', 'lone']],
    ],
    [
      'removeFromGroup puts a group at the top',
      { type: 'removeFromGroup', groupId: 'outer', childId: 'inner' },
      { type: 'childRemovedFromGroup', groupId: 'outer', childId: 'inner', childType: 'group' },
      s => [s.rootGroupIds, s.groups.outer?.children, s.groups.inner?.parentGroupId],
      [['outer', 'top', 'inner'], [], null],
    ],
    [
      'moveToGroup moves a system',
      { type: 'moveToGroup', childId: 'sun', childType: 'system', targetGroupId: 'top' },
      {
        type: 'movedToGroup',
        childId: 'sun',
        childType: 'system',
        formerGroupId: 'inner',
        targetGroupId: 'top',
      },
      s => [s.groups.inner?.children, s.groups.top?.children],
      [[], [{ id: 'sun', type: 'system' }]],
    ],
    [
      'moveToGroup with null puts a group at the top',
      { type: 'moveToGroup', childId: 'inner', childType: 'group', targetGroupId: null },
      { type: 'movedToGroup', formerGroupId: 'outer', targetGroupId: null },
      s => s.rootGroupIds,
      ['outer', 'top', 'inner'],
    ],
    [
      'setSmallBodyFields replaces all of them',
      { type: 'setSmallBodyFields', fields: [{ id: 'belt', opacity: 1 }, { id: 'new' }] },
      { type: 'smallBodyFieldsSet', ids: ['belt', 'new'] },
      s => s.smallBodyFields,
      { belt: { id: 'belt', opacity: 1 }, new: { id: 'new' } },
    ],
    [
      'updateSmallBodyField changes what it names',
      { type: 'updateSmallBodyField', id: 'belt', patch: { opacity: 0.9, regionLabel: null } },
      { type: 'smallBodyFieldUpdated', id: 'belt', fields: ['opacity', 'regionLabel'] },
      s => s.smallBodyFields.belt,
      { id: 'belt', hostStarId: 'sun', opacity: 0.9 },
    ],
    [
      'removeSmallBodyField removes it',
      { type: 'removeSmallBodyField', id: 'belt' },
      { type: 'smallBodyFieldRemoved', id: 'belt' },
      s => Object.keys(s.smallBodyFields),
      ['other'],
    ],
    [
      'setProtoplanetaryDisks takes a record by id',
      { type: 'setProtoplanetaryDisks', disks: { a: { innerRadius: 1 }, disk: { centralStarId: 'earth' } } },
      { type: 'protoplanetaryDisksSet', ids: ['a', 'disk'] },
      s => s.protoplanetaryDisks,
      { a: { id: 'a', innerRadius: 1 }, disk: { id: 'disk', centralStarId: 'earth' } },
    ],
    [
      'addProtoplanetaryDisk adds one',
      { type: 'addProtoplanetaryDisk', disk: { id: 'new', brightness: 2 } },
      { type: 'protoplanetaryDiskAdded', id: 'new' },
      s => s.protoplanetaryDisks.new,
      { id: 'new', brightness: 2 },
    ],
    [
      'updateProtoplanetaryDisk changes what it names',
      { type: 'updateProtoplanetaryDisk', id: 'disk', patch: { seed: 3 } },
      { type: 'protoplanetaryDiskUpdated', id: 'disk', fields: ['seed'] },
      s => s.protoplanetaryDisks.disk,
      { id: 'disk', centralStarId: 'earth', seed: 3 },
    ],
    [
      'removeProtoplanetaryDisk removes it',
      { type: 'removeProtoplanetaryDisk', id: 'disk' },
      { type: 'protoplanetaryDiskRemoved', id: 'disk' },
      s => s.protoplanetaryDisks,
      {},
    ],
    [
      'setNebulae can leave none',
      { type: 'setNebulae', nebulae: [] },
      { type: 'nebulaeSet', ids: [] },
      s => s.nebulae,
      {},
    ],
    [
      'updateNebula changes what it names',
      { type: 'updateNebula', id: 'crab', patch: { position: { x: 1, y: 2, z: 3 } } },
      { type: 'nebulaUpdated', id: 'crab', fields: ['position'] },
      s => s.nebulae.crab,
      { id: 'crab', radius: 3, position: { x: 1, y: 2, z: 3 } },
    ],
    [
      'removeNebula removes it',
      { type: 'removeNebula', id: 'crab' },
      { type: 'nebulaRemoved', id: 'crab' },
      s => s.nebulae,
      {},
    ],
    [
      'updateRing makes a ring with sensible values',
      { type: 'updateRing', planetId: 'earth', patch: { innerRadiusMultiplier: 3 } },
      { type: 'ringUpdated', planetId: 'earth', created: true },
      s => s.stars.earth?.ring,
      { ...RING, innerRadiusMultiplier: 3, outerRadiusMultiplier: 4.5, opacity: 0.7, color: '#d8c8a0' },
    ],
    [
      'updateRing changes a ring',
      { type: 'updateRing', planetId: 'mars', patch: { density: 0.9 } },
      { type: 'ringUpdated', planetId: 'mars', created: false, fields: ['density'] },
      s => s.stars.mars?.ring,
      { ...RING, opacity: 0.5, density: 0.9, color: '#d8c8a0' },
    ],
    [
      'removeRing takes it away',
      { type: 'removeRing', planetId: 'mars' },
      { type: 'ringRemoved', planetId: 'mars' },
      s => Object.hasOwn(s.stars.mars ?? {}, 'ring'),
      false,
    ],
    [
      'replaceSnapshot keeps the time',
      { type: 'replaceSnapshot', snapshot: { stars: { a: {}, b: { parentId: 'a' } }, time: 99 } },
      { type: 'snapshotReplaced', stars: 2, groups: 0 },
      s => [Object.keys(s.stars), s.rootIds, s.stars.a?.children, s.groups, s.time],
      [['a', 'b'], ['a'], ['b'], {}, 5],
    ],
    [
      'replaceSnapshot sets the time it is given',
      { type: 'replaceSnapshot', snapshot: {}, time: 7 },
      { type: 'snapshotReplaced', stars: 0, groups: 0 },
      s => s.time,
      7,
    ],
  ])('%s', (_, command, event, look, expected) => {
    const universe = smallUniverse();
    const before = universe.snapshot();
    const { events, changes, inverse } = universe.apply(command);
    expect(events).toContainEqual(expect.objectContaining(event));
    expect(look(universe.snapshot())).toEqual(expected);
    expect(problemsOf(universe.snapshot())).toEqual([]);
    const copy = Universe.from(before);
    copy.replay(changes);
    deepStrictEqual(copy.snapshot(), universe.snapshot());
    universe.replay(inverse);
    deepStrictEqual(universe.snapshot(), before);
  });

  it.each([
    { type: 'tick', dt: 0 },
    { type: 'updateStar', id: 'earth', payload: { asteroidSubType: 'home', comet: null } },
    { type: 'updateGroup', id: 'inner', payload: {} },
    { type: 'updateRing', planetId: 'mars', patch: { opacity: 0.5 } },
    { type: 'setNebulae', nebulae: [{ id: 'crab', radius: 3 }] },
    { type: 'replaceSnapshot', snapshot: smallUniverse().snapshot() },
  ])('has no changes when it asks for what is: $type', command => {
    const { events, changes, inverse } = smallUniverse().apply(command);
    expect(events).toHaveLength(1);
    expect([changes, inverse]).toEqual([[], []]);
  });

  it('names the scenery that goes with a star', () => {
    expect(
      smallUniverse()
        .apply({ type: 'removeStar', id: 'sun' })
        .events.map(event => event.type),
    ).toEqual(['starRemoved', 'childRemovedFromGroup', 'protoplanetaryDiskRemoved', 'smallBodyFieldRemoved']);
  });

  it('removes a body with more around it than a call takes arguments', () => {
    const fields = Array.from({ length: 130_000 }, (_, index) => [`${index}`, { hostStarId: 'sun' }]);
    const universe = Universe.from({ stars: { sun: {} }, smallBodyFields: Object.fromEntries(fields) });
    expect(universe.apply({ type: 'removeStar', id: 'sun' }).events).toHaveLength(130_001);
    expect(universe.size).toBe(0);
  });

  it('removes a chain of bodies that is longer than the stack', () => {
    const universe = Universe.empty();
    universe.apply({ type: 'addStar', id: '0', payload: {} });
    for (let index = 1; index < 20_000; index++)
      universe.apply({ type: 'addStar', id: `${index}`, payload: { parentId: `${index - 1}` } });
    universe.apply({ type: 'removeStar', id: '0' });
    expect(universe.size).toBe(0);
  });
});
