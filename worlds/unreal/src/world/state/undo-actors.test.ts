import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { UnrealSource } from '../../port/unreal-source.js';
import { openSample } from '../../sample/sample-source.js';
import { DOOR, hall, Stage } from '../stage.test.js';

const PRINCIPALS = ['ann', 'bob'] as const;
const MAX_STEPS = 14;

interface Actor {
  readonly path: string;
  readonly name: string;
  readonly label?: string;
  readonly class: string;
  readonly location?: object;
}

/** An index into the actors or the revisions that there are at that time. */
const any = fc.nat(40);
const write = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('spawn' as const) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('move' as const), actor: any, x: fc.nat(3) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('set' as const), actor: any, value: fc.nat(3) }) },
  { weight: 3, arbitrary: fc.record({ do: fc.constant('destroy' as const), actor: any }) },
);
const step = fc.record({
  principal: fc.constantFrom(...PRINCIPALS),
  of: fc.oneof(
    { weight: 9, arbitrary: write },
    {
      weight: 4,
      arbitrary: fc.record({
        do: fc.constant('batch' as const),
        parts: fc.array(write, { minLength: 1, maxLength: 4 }),
      }),
    },
    {
      weight: 4,
      arbitrary: fc.record({ do: fc.constant('undo' as const), revision: any, force: fc.boolean() }),
    },
    {
      weight: 2,
      arbitrary: fc.record({ do: fc.constant('since' as const), revision: any, mine: fc.boolean() }),
    },
  ),
});
type Step = typeof step extends fc.Arbitrary<infer Of> ? Of : never;

const SOURCES: readonly (readonly [string, () => UnrealSource, string])[] = [
  ['the sample', () => openSample({ now: () => Date.UTC(2026, 0, 1) }), 'Note'],
  ['an editor', () => hall(), 'BP_Lamp'],
];

async function actorsOf(stage: Stage): Promise<readonly Actor[]> {
  const [source] = stage.sources as [UnrealSource];
  const options = { signal: new AbortController().signal, deadline: 5_000 };
  return (await source.call('actor.list', { limit: 1_000 }, options)).items;
}

/** A new actor may have another name than the one that was destroyed. */
function kinds(actors: readonly Actor[]): readonly string[] {
  return actors
    .map(({ class: kind, name, label = name, location }) => JSON.stringify([kind, label, location]))
    .toSorted();
}

type Called = readonly [tool: string, args: object];

async function callOf(
  each: Step['of'],
  stage: Stage,
  revisions: readonly number[],
  kind: string,
): Promise<Called> {
  const revision = 'revision' in each ? (revisions[each.revision % revisions.length] as number) : 0;
  const actors = await actorsOf(stage);
  const path = 'actor' in each ? actors[each.actor % Math.max(1, actors.length)]?.path : undefined;
  switch (each.do) {
    case 'spawn':
      return ['spawn_actor', { class: kind, name: 'New' }];
    case 'move':
      return ['set_actor_transform', { path, location: [each.x, 0, 0] }];
    case 'set':
      return ['set_property', { object: path, property: 'Tags', value: [String(each.value)] }];
    case 'destroy':
      return ['destroy_actor', { path }];
    case 'batch': {
      const parts = await Promise.all(each.parts.map(part => callOf(part, stage, revisions, kind)));
      return ['batch', { writes: parts.map(([tool, args]) => ({ tool, arguments: args })) }];
    }
    case 'undo':
      return ['undo_write', { revision, force: each.force }];
    case 'since':
      return ['undo_write', { since: revision, mine: each.mine, force: true }];
  }
}

/** Does the steps, then undoes all of them. */
async function expectStart(source: UnrealSource, kind: string, sequence: readonly Step[]): Promise<void> {
  const stage = await Stage.open({ sources: [source] });
  const start = kinds(await actorsOf(stage));
  const revisions = [0];
  for (const each of sequence) {
    const [name, args] = await callOf(each.of, stage, revisions, kind);
    const more = { principal: each.principal, person: 'accept' as const };
    const { isError, structuredContent } = await stage.result(name, args, more);
    if (isError !== true) revisions.push((structuredContent as { revision: number }).revision);
  }
  const undone = await stage.result('undo_write', { since: 0, force: true }, { person: 'accept' });
  const now = kinds(await actorsOf(stage));
  expect(now, JSON.stringify(undone.structuredContent ?? undone.content)).toEqual(start);
}

const LAMP = '/Game/Maps/Hall.Hall:PersistentLevel.Lamp_1';
const LAMP_2 = '/Game/Maps/Hall.Hall:PersistentLevel.BP_Lamp_2';
const FORCED = { person: 'accept' } as const;

async function spawnLamp(stage: Stage): Promise<void> {
  const { after } = await stage.call('spawn_actor', { class: 'BP_Lamp', name: 'New' });
  expect(after).toMatchObject({ path: LAMP_2 });
}

function undo(stage: Stage, args: object): Promise<object> {
  return stage.call('undo_write', { ...args, force: true }, FORCED);
}

/** As a person does it in the editor. */
async function destroyInEditor(stage: Stage, path: string): Promise<void> {
  await stage.source.call('actor.destroy', { path }, { signal: new AbortController().signal });
}

it.each(SOURCES)(
  'undoing everything leaves the initial actors of %s, after any chain of spawns, destructions and undos',
  async (_, open, kind) => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: MAX_STEPS }), sequence =>
        expectStart(open(), kind, sequence),
      ),
      { numRuns: 40 },
    );
  },
);

// The editor of the tests replaces the first actor by the second, which gets the same path.
it.each(SOURCES)(
  'undoing everything leaves the initial actors of %s after a spawn was undone alone',
  async (_, open, kind) => {
    const steps: readonly Step['of'][] = [
      { do: 'spawn' },
      { do: 'destroy', actor: 0 },
      { do: 'move', actor: 3, x: 0 },
      { do: 'spawn' },
      { do: 'move', actor: 0, x: 0 },
      { do: 'undo', revision: 4, force: false },
      { do: 'since', revision: 0, mine: false },
    ];
    await expectStart(
      open(),
      kind,
      steps.map(of => ({ principal: 'ann', of })),
    );
  },
);

it('undoing everything ignores a spawned actor whose name another one got, and whose spawn was undone alone', async () => {
  const stage = await Stage.open();
  const start = kinds(await actorsOf(stage));
  await spawnLamp(stage);
  await stage.call('set_actor_transform', { path: LAMP_2, location: [1, 2, 3] });
  await destroyInEditor(stage, LAMP_2);
  await spawnLamp(stage);
  await stage.call('undo_write', { revision: 6 });
  await stage.call('set_actor_transform', { path: DOOR, location: [1, 2, 3] });
  expect(await stage.call('undo_write', { since: 0 })).toMatchObject({ undone: [{ revision: 10 }] });
  expect(kinds(await actorsOf(stage))).toEqual(start);
});

it('undoing everything ignores the moves of a spawned actor that was destroyed in the editor', async () => {
  const stage = await Stage.open();
  const start = kinds(await actorsOf(stage));
  await spawnLamp(stage);
  for (const x of [1, 2]) await stage.call('set_actor_transform', { path: LAMP_2, location: [x, 0, 0] });
  await stage.call('set_actor_transform', { path: DOOR, location: [1, 2, 3] });
  await destroyInEditor(stage, LAMP_2);
  expect(await stage.call('undo_write', { since: 0 })).toMatchObject({
    undone: [{ revision: 8 }],
    skipped: [6, 4, 2].map(revision => ({ revision, reason: 'The actor no longer exists.' })),
  });
  expect(kinds(await actorsOf(stage))).toEqual(start);
});

it('an undo of everything is refused where an older actor was destroyed in the editor and its name is in use', async () => {
  const stage = await Stage.open();
  await stage.source.call('actor.spawn', { class: 'BP_Lamp' }, { signal: new AbortController().signal });
  await stage.call('set_actor_transform', { path: LAMP_2, location: [1, 2, 3] });
  await destroyInEditor(stage, LAMP_2);
  await spawnLamp(stage);
  expect(await stage.fail('undo_write', { since: 0, force: true })).toBe(
    [
      'Conflict: Revision 2 (set_actor_transform) cannot be undone: its actor does not exist since revision 4 (spawn_actor). Nothing was changed.',
      'Hint: list_actors lists the actors that exist.',
    ].join('\n'),
  );
});

it('a write to a destroyed actor is not undone on another one that got its name', async () => {
  const stage = await Stage.open();
  await spawnLamp(stage);
  await stage.call('set_actor_transform', { path: LAMP_2, location: [1, 2, 3] });
  await stage.call('destroy_actor', { path: LAMP_2 });
  await spawnLamp(stage);
  const before = kinds(await actorsOf(stage));
  expect(await stage.fail('undo_write', { revision: 4, force: true })).toBe(
    [
      'Conflict: Revision 4 (set_actor_transform) cannot be undone: its actor does not exist since revision 6 (destroy_actor). Nothing was changed.',
      'Hint: undo_write {"revision":6,"force":true} spawns a similar one.',
    ].join('\n'),
  );
  expect(await stage.fail('undo_write', { revision: 2, force: true })).toMatch(
    /^Conflict: Revision 2 \(spawn_actor\) has no effect that is left to undo: .* since revision 6 \(destroy_actor\)\.\nHint: ./,
  );
  expect(kinds(await actorsOf(stage))).toEqual(before);
});

it('an actor that was spawned again is not spawned by the undo of another destruction', async () => {
  const stage = await Stage.open();
  const start = kinds(await actorsOf(stage));
  await stage.call('destroy_actor', { path: DOOR });
  await undo(stage, { revision: 2 });
  await undo(stage, { revision: 4 });
  await undo(stage, { revision: 2 });
  expect(await stage.fail('undo_write', { revision: 6, force: true })).toMatch(
    /^Conflict: Revision 6 \(undo_write\) was undone: its actor is .*\.BP_Door_C_1 now\./,
  );
  expect(kinds(await actorsOf(stage))).toEqual(start);
});

it('an undo since a revision does not spawn an actor whose destruction before that revision was undone again', async () => {
  const stage = await Stage.open();
  const start = kinds(await actorsOf(stage));
  await stage.call('destroy_actor', { path: DOOR });
  await undo(stage, { revision: 2 });
  await undo(stage, { revision: 4 });
  await undo(stage, { revision: 2 });
  await stage.call('set_actor_transform', { path: LAMP, location: [1, 2, 3] });
  expect(await undo(stage, { since: 4 })).toMatchObject({ undone: [{ revision: 10 }] });
  expect(kinds(await actorsOf(stage))).toEqual(start);
});

it('undoing everything moves an actor back that was spawned where an older destruction found it', async () => {
  const stage = await Stage.open();
  const start = kinds(await actorsOf(stage));
  await stage.call('set_actor_transform', { path: DOOR, location: [1, 2, 3] });
  const moved = kinds(await actorsOf(stage));
  await stage.call('destroy_actor', { path: DOOR });
  for (const revision of [4, 2, 6, 4]) await undo(stage, { revision });
  expect(kinds(await actorsOf(stage))).toEqual(moved);
  await undo(stage, { since: 0 });
  expect(kinds(await actorsOf(stage))).toEqual(start);
});

it('undoing a selection leaves out actors that were spawned and destroyed', async () => {
  const stage = await Stage.open();
  await stage.call('select_actors', { paths: [DOOR] });
  await spawnLamp(stage);
  await stage.call('select_actors', { paths: [DOOR, LAMP_2] });
  await stage.call('select_actors', { paths: [] });
  await stage.call('destroy_actor', { path: LAMP_2 });
  expect(await undo(stage, { since: 2 })).not.toHaveProperty('stopped');
  const [source] = stage.sources as [UnrealSource];
  const selected = await source.call('selection.get', {}, { signal: new AbortController().signal });
  expect(selected.map(({ path }) => path)).toEqual([DOOR]);
});
