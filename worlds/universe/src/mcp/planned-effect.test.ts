import { losesSomething, type PlannedEffect } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { finish } from '../domain/index.js';
import { lossesOf, mayLose } from '../queries/differences.js';
import { SERVER } from '../service/caller.js';
import type { Universes } from '../service/universes.js';
import { solarSystem } from '../sol/solar-system.js';
import { planByTool } from '../testing/plan-by-tool.js';
import { ANN, lab } from '../testing/service-lab.js';
import { effectSummary } from './effect-summary.js';

async function sol(): Promise<Universes> {
  const { universes } = await lab();
  await universes.create({ id: 'sol', name: 'Sol', state: solarSystem() }, ANN);
  return universes;
}

async function planOf(universes: Universes, command: object): Promise<PlannedEffect> {
  const sent = await universes.send('sol', command, { ...ANN, dryRun: true });
  const { effect, digest, values } = await planByTool(universes, 'sol', command);
  expect(digest).toBe(sent.digest);
  const { before, after } = effectSummary(sent);
  expect(values).toEqual({ before, after });
  // The same decision for REST, which asks before the write.
  if (sent.beside === undefined) {
    expect(lossesOf(sent, 1) > 0).toBe(losesSomething(effect));
    // The number that decides whether a person is asked.
    const { removes, overwrites } = effect.totals;
    expect(lossesOf(sent, Number.POSITIVE_INFINITY)).toBe(removes + overwrites);
    expect(mayLose(sent)).toBeGreaterThanOrEqual(removes + overwrites);
  }
  return effect;
}

async function groupsOf(universes: Universes): Promise<Readonly<Record<string, string>>> {
  const loaded = await universes.open('sol');
  const { capture } = await universes.stateAt(loaded, loaded.revision, SERVER);
  const { groups } = JSON.parse(finish(capture.text())) as { groups: Record<string, object> };
  return Object.fromEntries(Object.entries(groups).map(([id, group]) => [id, JSON.stringify(group)]));
}

const subjects = ({ items }: PlannedEffect, wanted: string) =>
  items.filter(({ what }) => what === wanted).map(({ subject }) => subject);

const STAR = { bodyType: 'star', mass: 3e29, radius: 2e5 };

describe('the effect of a planned command', () => {
  it('names a removed body first, then all that goes with it', async () => {
    const effect = await planOf(await sol(), { type: 'removeStar', id: 'saturn' });
    expect(effect.sentence).toBe('Removes Saturn and 7 moons.');
    expect(effect.totals).toEqual({ removes: 8, overwrites: 0, changes: 0, adds: 0 });
    expect(subjects(effect, 'removes')[0]).toBe('Saturn (saturn, planet)');
    expect(subjects(effect, 'removes')).toContain('Titan (titan, moon)');
    expect(effect.items.every(({ before, after }) => before === undefined && after === undefined)).toBe(true);
  });

  it('names fields and disks of a removed star, and the groups', async () => {
    const effect = await planOf(await sol(), { type: 'removeStar', id: 'sun' });
    expect(effect.sentence).toBe(
      'Removes Sun, 21 moons, 1 comet, 9 planets, 1 asteroid, 2 small body fields and 1 protoplanetary disk.',
    );
    expect(effect.totals.removes).toBe(effect.items.length);
    expect(subjects(effect, 'removes')[0]).toBe('Sun (sun, star)');
  });

  it('has removals of a batch, wherever they stand in it', async () => {
    const recolour = (id: string) => ({ type: 'updateStar', id, payload: { color: '#ff0000' } });
    const effect = await planOf(await sol(), {
      type: 'batch',
      commands: [
        ...['earth', 'mars', 'venus'].map(recolour),
        { type: 'removeStar', id: 'phobos' },
        ...['jupiter', 'uranus', 'neptune'].map(recolour),
        { type: 'removeStar', id: 'deimos' },
      ],
    });
    expect(effect.sentence).toBe('Removes Phobos and Deimos, overwrites 6 planets.');
    expect(effect.totals).toEqual({ removes: 2, overwrites: 6, changes: 0, adds: 0 });
    const [item] = effect.items.filter(({ what }) => what === 'overwrites');
    expect(item).toMatchObject({ subject: 'Earth (earth, planet)', after: { color: '#ff0000' } });
  });

  it.each([
    [
      'a group that leaves it',
      { type: 'removeStar', id: 'x' },
      { type: 'removeFromGroup', groupId: 'g', childId: 'x' },
    ],
    [
      'a group that joins it',
      { type: 'removeStar', id: 'x' },
      { type: 'moveToGroup', childId: 'x', childType: 'group', targetGroupId: 'h' },
    ],
  ])('names a group for %s, although a body of the same id is removed', async (_, ...commands) => {
    const { universes } = await lab();
    const groups = { g: {}, h: {}, x: { parentGroupId: 'g' } };
    await universes.create({ id: 'sol', name: 'Sol', state: { stars: { x: {} }, groups } as never }, ANN);
    const before = await groupsOf(universes);
    const effect = await planOf(universes, { type: 'batch', commands });
    await universes.send('sol', { type: 'batch', commands }, ANN);
    const after = await groupsOf(universes);
    const changed = ['g', 'h', 'x'].filter(id => before[id] !== after[id]);
    const expected = [...changed.map(id => `${id} (${id}, group)`), 'x (x, body)'];
    expect(effect.items.map(({ subject }) => subject).sort()).toEqual(expected.sort());
  });

  it('says which values of one body are overwritten', async () => {
    const effect = await planOf(await sol(), { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } });
    expect(effect.sentence).toBe('Overwrites name of Earth.');
    expect(effect.items).toEqual([
      {
        what: 'overwrites',
        subject: 'Earth (earth, planet)',
        before: { name: 'Earth' },
        after: { name: 'Terra' },
      },
    ]);
  });

  it.each([
    ['addStar of a new body', { type: 'addStar', id: 'dwarf', payload: STAR }, false],
    ['tick', { type: 'tick', dt: 60 }, false],
    ['addGroup', { type: 'addGroup', id: 'g', payload: { name: 'G' } }, false],
    ['generate', { type: 'generate', kind: 'cluster', count: 5, seed: 1 }, false],
    [
      'a batch that adds alone',
      { type: 'batch', commands: [{ type: 'addStar', id: 'a', payload: STAR }] },
      false,
    ],
    ['updateStar', { type: 'updateStar', id: 'earth', payload: { mass: 1 } }, true],
    [
      'updateStar of a field with a default',
      { type: 'updateStar', id: 'sun', payload: { eccentricity: 0.5 } },
      true,
    ],
    ['setNebulae to none', { type: 'setNebulae', nebulae: [] }, true],
    ['setSmallBodyFields to none', { type: 'setSmallBodyFields', fields: [] }, true],
    ['setProtoplanetaryDisks to none', { type: 'setProtoplanetaryDisks', disks: [] }, true],
    ['attachStar to another parent', { type: 'attachStar', childId: 'moon', parentId: 'mars' }, true],
    ['detachStar', { type: 'detachStar', childId: 'mercury' }, true],
    ['removeRing', { type: 'removeRing', planetId: 'saturn' }, true],
    ['updateRing of a ring', { type: 'updateRing', planetId: 'saturn', patch: { opacity: 0.1 } }, true],
    [
      'updateRing that makes a ring',
      { type: 'updateRing', planetId: 'mars', patch: { opacity: 0.1 } },
      false,
    ],
    ['removeGroup', { type: 'removeGroup', id: 'milky-way' }, true],
    [
      'removeFromGroup of a system',
      { type: 'removeFromGroup', groupId: 'local-neighbourhood', childId: 'sun' },
      true,
    ],
    [
      'moveToGroup of a system that is in another',
      { type: 'moveToGroup', childId: 'sun', childType: 'system', targetGroupId: 'magellanic-clouds' },
      true,
    ],
    [
      'addToGroup of a root group',
      {
        type: 'addToGroup',
        groupId: 'milky-way',
        child: { id: 'magellanic-clouds', type: 'group' },
      },
      false,
    ],
    ['restore of an empty state', { type: 'replaceSnapshot', snapshot: { stars: {}, rootIds: [] } }, true],
  ])('tells whether something is lost by %s: %j', async (_, command, loses) => {
    expect(losesSomething(await planOf(await sol(), command))).toBe(loses);
  });

  it('does not count a body that moves from the root of the universe below another', async () => {
    const universes = await sol();
    await universes.send('sol', { type: 'addStar', id: 'dwarf', payload: STAR }, ANN);
    const effect = await planOf(universes, { type: 'attachStar', childId: 'dwarf', parentId: 'sun' });
    expect([effect.sentence, losesSomething(effect)]).toEqual(['Changes parentId of dwarf.', false]);
  });

  it('decides on an undo by what it takes back', async () => {
    const universes = await sol();
    await universes.send('sol', { type: 'removeStar', id: 'phobos' }, ANN);
    await universes.send('sol', { type: 'addStar', id: 'dwarf', payload: STAR }, ANN);
    await universes.send('sol', { type: 'updateStar', id: 'earth', payload: { name: 'Terra' } }, ANN);
    const undo = async (more: object) => planOf(universes, { type: 'undo', ...more });
    const plans = [
      await undo({ revision: 1 }),
      await undo({ revision: 2 }),
      await undo({}),
      await undo({ since: 0 }),
    ];
    expect(plans.map(({ sentence }) => sentence)).toEqual([
      'Adds Phobos.',
      'Removes dwarf.',
      'Overwrites name of Terra.',
      'Removes dwarf, overwrites name of Terra, adds Phobos.',
    ]);
    expect(plans.map(losesSomething)).toEqual([false, true, true, true]);
    const restored = await planOf(universes, { type: 'restore', revision: 0 });
    expect(restored.sentence).toBe(
      'Replaces the whole state: removes dwarf, overwrites name of Terra, adds Phobos.',
    );
  });

  it('names bookmarks and new universes', async () => {
    const universes = await sol();
    const bookmark = (more: object = {}) => planOf(universes, { type: 'bookmark', name: 'start', ...more });
    const said = [await bookmark()];
    await universes.send('sol', { type: 'bookmark', name: 'start' }, ANN);
    await universes.send('sol', { type: 'tick', dt: 1 }, ANN);
    said.push(await bookmark(), await bookmark({ remove: true }));
    expect(said.map(({ sentence }) => sentence)).toEqual([
      'Adds the bookmark "start" of universe "sol" at revision 0.',
      'Moves the bookmark "start" of universe "sol" from revision 0 to 1.',
      'Removes the bookmark "start" of universe "sol" at revision 0.',
    ]);
    expect(said.map(losesSomething)).toEqual([false, true, true]);
    const same = await bookmark({ revision: 0 });
    expect(same.sentence).toBe(
      'Changes nothing: the bookmark "start" of universe "sol" is at revision 0 already.',
    );
    expect([same.items, Object.values(same.totals)]).toEqual([[], [0, 0, 0, 0]]);
    const made = await planOf(universes, { type: 'createUniverse', id: 'copy', from: 'sol' });
    expect([made.sentence, losesSomething(made)]).toEqual(['Adds the universe "copy".', false]);
  });

  it('names all of a large state', async () => {
    const universes = await sol();
    const stars = Object.fromEntries(
      Array.from({ length: 20_000 }, (_, index) => [
        `s${index}`,
        {
          ...STAR,
          id: `s${index}`,
          name: `S ${index}`,
          color: '#fff',
          children: [],
          parentId: null,
          orbitalDistance: 0,
          orbitalSpeed: 0,
          orbitalPhase: 0,
        },
      ]),
    );
    await universes.create(
      {
        id: 'large',
        name: 'L',
        state: {
          ...solarSystem(),
          stars,
          rootIds: Object.keys(stars),
          groups: {},
          rootGroupIds: [],
          smallBodyFields: {},
          protoplanetaryDisks: {},
        },
      },
      ANN,
    );
    const snapshot = { ...solarSystem(), nebulae: {} };
    const { effect } = await planByTool(universes, 'large', { type: 'replaceSnapshot', snapshot });
    const nebulae = Object.keys(solarSystem().nebulae).length;
    expect(effect.totals.removes).toBe(20_000 + nebulae);
    expect(effect.sentence).toContain('Replaces the whole state: removes 20000 stars');
    const removed = effect.items.filter(({ what }) => what === 'removes');
    expect(new Set(removed.map(({ subject }) => subject)).size).toBe(20_000 + nebulae);
    expect(effect.note ?? '').not.toContain('not named');
  });
});
