import fc from 'fast-check';
import { Universe } from '../domain/universe.js';

// Few ids, so that they meet; some are the names of what every object has, some are keys that objects reorder.
const id = fc.constantFrom('a', 'b', 'c', 'd', '10', '2', 'constructor');
const maybeId = fc.option(id, { nil: null, freq: 2 });
const amount = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom(0, 0.25, 0.5, 0.75) },
  { weight: 1, arbitrary: fc.constantFrom(1, 2, -1, 'x') },
);
const field = fc.constantFrom(0, 1, 'x', null, true);
const label = fc.constantFrom('x', 'y', null);
const childType = fc.constantFrom('system', 'group');

const payload = fc.record(
  {
    mass: amount,
    name: fc.constantFrom('A', 'B', 'C', null),
    asteroidSubType: label,
    isRoguePlanet: field,
    toString: field,
    eccentricity: amount,
    ring: ring(),
  },
  { requiredKeys: [] },
);
const group = fc.record(
  { name: fc.constantFrom('A', 'B', 'C', null), color: label, toString: field },
  { requiredKeys: [] },
);
const linked = (link: string) =>
  fc
    .tuple(link === 'parentId' ? payload : group, maybeId, fc.boolean())
    .map(([fields, to, given]) => (given ? { ...fields, [link]: to } : fields));
const sceneryOf = (fields: Record<string, fc.Arbitrary<unknown>>) =>
  fc.record({ ...fields, style: label, seed: fc.nat(3) }, { requiredKeys: [] });
const scenery = sceneryOf({ hostStarId: id, opacity: amount });
const disk = sceneryOf({ centralStarId: id, opacity: amount });
const nebula = sceneryOf({ radius: amount });
const collectionOf = (entities: fc.Arbitrary<object>) =>
  fc.oneof(
    fc.array(
      fc.tuple(id, entities).map(([key, entity]) => ({ id: key, ...entity })),
      { maxLength: 3 },
    ),
    fc.dictionary(id, entities, { maxKeys: 3 }),
  );
const snapshot = fc.record(
  {
    stars: fc.dictionary(id, fc.record({ parentId: maybeId, asteroidSubType: label }, { requiredKeys: [] }), {
      maxKeys: 4,
    }),
    groups: fc.dictionary(id, fc.record({ parentGroupId: maybeId }, { requiredKeys: [] }), { maxKeys: 3 }),
    belts: fc.dictionary(
      id,
      sceneryOf({ thickness: amount }).map(({ style: _, ...belt }) => belt),
      { maxKeys: 2 },
    ),
    smallBodyFields: fc.dictionary(id, scenery, { maxKeys: 2 }),
  },
  { requiredKeys: [] },
);

function of(type: string, fields: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<object> {
  return fc.record({ type: fc.constant(type), ...fields });
}

export const replacement = of('replaceSnapshot', { snapshot });
const command = fc.oneof(
  { weight: 1, arbitrary: fc.oneof(of('tick', {}), of('tick', { dt: amount })) },
  { weight: 6, arbitrary: of('addStar', { id, payload: linked('parentId') }) },
  { weight: 3, arbitrary: of('updateStar', { id, payload: linked('parentId') }) },
  { weight: 2, arbitrary: of('removeStar', { id }) },
  { weight: 4, arbitrary: of('attachStar', { childId: id, parentId: id }) },
  { weight: 3, arbitrary: of('detachStar', { childId: id }) },
  { weight: 5, arbitrary: of('addGroup', { id, payload: linked('parentGroupId') }) },
  { weight: 3, arbitrary: of('updateGroup', { id, payload: linked('parentGroupId') }) },
  { weight: 2, arbitrary: of('removeGroup', { id }) },
  { weight: 6, arbitrary: of('addToGroup', { groupId: id, child: fc.record({ id, type: childType }) }) },
  { weight: 4, arbitrary: of('removeFromGroup', { groupId: id, childId: id }) },
  { weight: 5, arbitrary: of('moveToGroup', { childId: id, childType, targetGroupId: maybeId }) },
  { weight: 2, arbitrary: of('setSmallBodyFields', { fields: collectionOf(scenery) }) },
  { weight: 2, arbitrary: of('updateSmallBodyField', { id, patch: scenery }) },
  { weight: 1, arbitrary: of('removeSmallBodyField', { id }) },
  { weight: 1, arbitrary: of('setProtoplanetaryDisks', { disks: collectionOf(disk) }) },
  { weight: 2, arbitrary: of('addProtoplanetaryDisk', { disk: fc.record({ id, centralStarId: id }) }) },
  { weight: 1, arbitrary: of('updateProtoplanetaryDisk', { id, patch: disk }) },
  { weight: 1, arbitrary: of('removeProtoplanetaryDisk', { id }) },
  { weight: 1, arbitrary: of('setNebulae', { nebulae: collectionOf(nebula) }) },
  { weight: 1, arbitrary: of('updateNebula', { id, patch: nebula }) },
  { weight: 1, arbitrary: of('removeNebula', { id }) },
  { weight: 2, arbitrary: of('updateRing', { planetId: id, patch: ring() }) },
  { weight: 1, arbitrary: of('removeRing', { planetId: id }) },
  { weight: 1, arbitrary: replacement },
  { weight: 1, arbitrary: of('addStarr', { id }) },
);
/** Commands of every kind, many of which cannot apply. */
export const sequence = fc
  .array(command, { maxLength: 60, size: 'max' })
  // As they arrive: fast-check's objects have no prototype.
  .map(commands => JSON.parse(JSON.stringify(commands)) as object[]);

/** A universe with something of every kind. */
export function start(): Universe {
  return Universe.from({
    stars: { a: {}, b: { parentId: 'a' }, constructor: { parentId: 'a' }, d: {}, '10': { parentId: 'b' } },
    groups: { a: { children: [{ id: 'a', type: 'system' }] }, c: {}, d: { parentGroupId: 'c' } },
    belts: { a: {} },
    smallBodyFields: { a: { hostStarId: 'a' }, b: { hostStarId: 'b' } },
    protoplanetaryDisks: { c: { centralStarId: '10' } },
    nebulae: { a: {}, d: {} },
  });
}

function ring(): fc.Arbitrary<unknown> {
  return fc.record(
    { innerRadiusMultiplier: amount, outerRadiusMultiplier: amount, opacity: amount, seed: label },
    { requiredKeys: [] },
  );
}
