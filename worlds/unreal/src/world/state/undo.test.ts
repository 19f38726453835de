import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MemoryJournal } from '@worldwire/journal';
import { openSqlite } from '@worldwire/journal/sqlite';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import type { UnrealSource } from '../../port/unreal-source.js';
import { openSample } from '../../sample/sample-source.js';
import { harbour } from '../../sample/testing/bench.js';
import { DOOR, hall, Stage } from '../stage.test.js';

const TAVERN_DOOR = harbour('BP_Door_C_1');
const WINDOW = harbour('PointLight_0');
const FLAME = `${WINDOW}.LightComponent0`;
const NOTE = harbour('Note_0');
const HARBOUR = '/Game/Maps/Harbour';
const ISLAND = '/Game/Maps/LighthouseIsland';

const swing = (value: unknown) => ({ object: TAVERN_DOOR, property: 'OpenAngle', value });

function openStage(): Promise<Stage> {
  return Stage.open({ sources: [openSample({ now: () => Date.UTC(2026, 0, 1) })] });
}

/** Everything that the tools below change, as the source has it. */
async function state(stage: Stage): Promise<unknown> {
  const [source] = stage.sources as [UnrealSource];
  const { items } = await source.call('actor.list', { limit: 100 }, options());
  return [
    await Promise.all(items.map(({ path }) => source.call('actor.get', { path }, options()))),
    await source.call('property.read', { object: FLAME }, options()),
    await source.call('selection.get', {}, options()),
    await source.call('level.list', {}, options()),
  ];
}

async function write(stage: Stage, name: string, args: object, principal = 'ann'): Promise<number> {
  return (await stage.call(name, args, { principal })).revision as number;
}

const WRITES: readonly (readonly [string, object])[] = [
  ['set_property', swing(12)],
  ['set_property', { object: FLAME, property: 'LightColor', value: { R: 1, G: 2, B: 3 } }],
  ['set_property', { object: TAVERN_DOOR, property: 'Tags', value: ['a', 'b'] }],
  ['set_actor_transform', { path: NOTE, location: [1, 2, 3] }],
  ['set_actor_transform', { path: NOTE, by: { rotation: { yaw: 30 }, scale: 3 } }],
  ['spawn_actor', { class: 'PointLight', name: 'Lamp' }],
  ['select_actors', { paths: [TAVERN_DOOR, WINDOW] }],
  ['open_level', { path: ISLAND }],
];

describe('undo_write', () => {
  it.each(WRITES)('takes back %s %j, and its own undo does it again', async (name, args) => {
    const stage = await openStage();
    const start = await state(stage);
    const done = await stage.call(name, args);
    const changed = await state(stage);
    expect(changed).not.toEqual(start);
    expect(done.undo).toBe(`undo_write {"revision":${done.revision}}`);
    const plan = await stage.call('undo_write', { revision: done.revision, dryRun: true });
    expect(await state(stage)).toEqual(changed);
    const undone = await stage.call('undo_write', { revision: done.revision, expectDigest: plan.digest });
    expect(undone).toMatchObject({
      before: plan.before,
      after: plan.after,
      undone: plan.undone,
      revision: 4,
    });
    expect(await state(stage)).toEqual(start);
    if (name === 'spawn_actor') return;
    await stage.call('undo_write', { revision: undone.revision });
    expect(await state(stage)).toEqual(changed);
  });

  it('takes back all writes since a revision, newest first', async () => {
    const stage = await openStage();
    const start = await state(stage);
    const own = WRITES.filter(([name]) => name !== 'open_level');
    for (const [name, args] of own) await stage.call(name, args);
    await stage.call('set_property', swing(13));
    const plan = await stage.call('undo_write', { since: 0, dryRun: true });
    const undone = await stage.call<{ undone: { revision: number }[] }>('undo_write', { since: 0 });
    expect(undone.undone).toEqual(plan.undone);
    expect(undone.undone.map(({ revision }) => revision)).toEqual([16, 14, 12, 10, 8, 6, 4, 2]);
    expect(await state(stage)).toEqual(start);
    expect(await stage.fail('undo_write', { since: 0 })).toMatch(/^Conflict: No write after revision 0/);
  });

  it('reaches the values at a revision after an undo out of order', async () => {
    const stage = await openStage();
    const first = await write(stage, 'set_property', swing(20));
    await write(stage, 'set_property', swing(30));
    await stage.call('undo_write', { revision: first, force: true });
    expect(await stage.call('undo_write', { since: 0 })).toMatchObject({
      undone: [],
      skipped: expect.arrayContaining([
        { revision: first, tool: 'set_property', reason: 'It has the value before these writes.' },
      ]),
      undo: 'Not needed: nothing was changed.',
    });
    await write(stage, 'set_property', swing(40));
    await stage.call('undo_write', { since: 0 });
    expect(await angles(stage)).toMatchObject([95, expect.anything()]);
  });

  it('reaches the values at any revision after any sequence of writes and undos', async () => {
    const step = fc.oneof(
      fc.record({ value: fc.integer({ min: 0, max: 3 }), what: fc.constantFrom('angle', 'place', 'scale') }),
      fc.record({ undo: fc.nat(30) }),
      fc.record({ since: fc.nat(30) }),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 10 }), fc.nat(30), async (sequence, chosen) => {
        const stage = await openStage();
        const known: (readonly [number, unknown])[] = [[0, await angles(stage)]];
        const at = (index: number) => (known[index % known.length] as [number, unknown])[0];
        for (const each of sequence) {
          const [name, args] =
            'undo' in each
              ? ['undo_write', { revision: at(each.undo), force: true }]
              : 'since' in each
                ? ['undo_write', { since: at(each.since), force: true }]
                : change(each.what, each.value);
          const { isError, structuredContent } = await stage.result(name as string, args as object);
          if (isError === true) continue;
          known.push([(structuredContent as { revision: number }).revision, await angles(stage)]);
        }
        const [since, values] = known[chosen % known.length] as [number, unknown];
        await stage.result('undo_write', { since, force: true });
        expect(await angles(stage)).toEqual(values);
      }),
      { numRuns: 60 },
    );
  });

  it('ignores writes to an actor whose spawn was undone', async () => {
    const stage = await openStage();
    const { revision, after } = await stage.call<{ revision: number; after: { path: string } }>(
      'spawn_actor',
      { class: 'Note' },
    );
    await stage.call('set_property', { object: after.path, property: 'Text', value: 'x' });
    await stage.call('undo_write', { revision, force: true });
    await stage.call('set_property', swing(1));
    expect(await stage.call('undo_write', { since: 0 })).toMatchObject({ undone: [{ revision: 8 }] });
  });

  it('stops at a level that was opened, and names the call that undoes the rest', async () => {
    const stage = await openStage();
    const start = await state(stage);
    await stage.call('set_property', swing(12));
    await stage.call('open_level', { path: ISLAND });
    await stage.call('spawn_actor', { class: 'Note', name: 'There' });
    const first = await stage.call('undo_write', { since: 0 });
    expect(first).toMatchObject({
      undone: [{ tool: 'spawn_actor' }, { tool: 'open_level', before: ISLAND, after: HARBOUR }],
      next: 'undo_write {"since":0}',
    });
    expect(await stage.call('undo_write', { since: 0 })).toMatchObject({ undone: [{ revision: 2 }] });
    expect(await state(stage)).toEqual(start);
  });

  it('leaves the writes of others where only ones own are wanted', async () => {
    const stage = await openStage();
    await write(stage, 'set_property', swing(12));
    await write(stage, 'set_actor_transform', { path: NOTE, location: [1, 2, 3] }, 'bob');
    const undone = await stage.call('undo_write', { since: 0, mine: true });
    expect(undone).toMatchObject({ undone: [{ revision: 2, tool: 'set_property' }] });
    expect(await stage.call('get_actor', { path: NOTE })).toMatchObject({ location: { x: 1, y: 2, z: 3 } });
  });

  it('names what stands in the way, and sets the old value with force', async () => {
    const stage = await openStage();
    const first = await write(stage, 'set_property', swing(12));
    await write(stage, 'set_property', swing(13), 'bob');
    const text = await stage.fail('undo_write', { revision: first });
    expect(text).toBe(
      [
        'Conflict: Revision 2 (set_property) left OpenAngle of BP_Door_C_1 at 12, and now it is 13; the value before was 95. Nothing was changed.',
        'Hint: undo_write {"revision":2,"force":true} restores the old values all the same.',
      ].join('\n'),
    );
    expect(await stage.fail('undo_write', { since: 0, mine: true })).toContain('now it is 13');
    expect(await stage.call('undo_write', { revision: first, force: true })).toMatchObject({
      before: 13,
      after: 95,
    });
  });

  it('names only the parts of a transform that the write changed', async () => {
    const stage = await openStage();
    await stage.call('set_actor_transform', { path: NOTE, location: [1, 2, 3] });
    await write(stage, 'set_actor_transform', { path: NOTE, scale: 2 }, 'bob');
    expect(await stage.call('undo_write', { revision: 2 })).toMatchObject({ after: { scale: { x: 2 } } });
    await stage.call('set_actor_transform', { path: NOTE, location: [1, 2, 3] });
    await write(stage, 'set_actor_transform', { path: NOTE, location: [4, 5, 6] }, 'bob');
    const text = await stage.fail('undo_write', { since: 6, mine: true });
    expect(text).toContain('now it is {"location":{"x":4,"y":5,"z":6}};');
  });

  it('destroys a spawned actor only if it is unchanged', async () => {
    const stage = await openStage();
    const spawn = async () => {
      const done = await stage.call('spawn_actor', { class: 'PointLight' });
      return { revision: done.revision as number, path: (done.after as { path: string }).path };
    };
    const moved = await spawn();
    await stage.sources[0]?.call(
      'actor.transform',
      { path: moved.path, location: { x: 1, y: 2, z: 3 } },
      options(),
    );
    expect(await stage.fail('undo_write', { revision: moved.revision })).toMatch(
      /which has changed since: location/,
    );
    const lit = await spawn();
    await write(
      stage,
      'set_property',
      { object: `${lit.path}.LightComponent0`, property: 'Intensity', value: 5 },
      'bob',
    );
    expect(await stage.fail('undo_write', { revision: lit.revision })).toMatch(
      /which has changed since: by revision 6 \(set_property by bob\)/,
    );
    await stage.call('undo_write', { revision: lit.revision, force: true });
    expect(await stage.fail('get_actor', { path: lit.path })).toMatch(/^NotFound/);
    expect(await stage.fail('undo_write', { revision: 6 })).toMatch(
      /^Conflict: Revision 6 .*cannot be undone/,
    );
  });

  it('compares a spawned actor after the writes to it are undone', async () => {
    const stage = await openStage();
    const { after } = await stage.call<{ after: { path: string } }>('spawn_actor', { class: 'Note' });
    const { path } = after;
    await stage.call('set_actor_transform', { path, by: { location: { z: 5 } } });
    await stage.call('set_property', { object: path, property: 'Text', value: 'mine' });
    await stage.sources[0]?.call(
      'actor.transform',
      { path, rotation: { pitch: 0, yaw: 9, roll: 0 } },
      options(),
    );
    expect(await stage.call('undo_write', { since: 0 })).toMatchObject({
      undone: [{ tool: 'set_property' }, { tool: 'set_actor_transform' }],
      stopped: expect.stringMatching(/^Revision 2 .*which has changed since: rotation/),
    });
    expect(await stage.call('get_actor', { path })).toMatchObject({ rotation: { yaw: 9 } });
    await stage.call('undo_write', { since: 0, force: true });
    expect(await stage.fail('get_actor', { path })).toMatch(/^NotFound/);
  });

  it('says that a destroyed actor is not restored exactly, and spawns a similar one with force', async () => {
    const stage = await openStage();
    const done = await stage.call('destroy_actor', { path: TAVERN_DOOR });
    expect(done.undo).toMatch(
      /^Not exactly: undo_write \{"revision":2,"force":true\} spawns .* Lost: its properties/,
    );
    expect(await stage.fail('undo_write', { revision: 2 })).toMatch(/cannot be undone exactly: .*Lost: /);
    const { after } = await stage.call('undo_write', { revision: 2, force: true });
    const { label, class: kind, location } = done.before as Record<string, unknown>;
    expect(after).toMatchObject({ class: kind, location });
    expect([(after as { label?: string; name: string }).label ?? (after as { name: string }).name]).toEqual([
      label,
    ]);
  });

  it('skips actors that were spawned and destroyed, and writes without an undo', async () => {
    const stage = await openStage();
    const start = await state(stage);
    const { after } = await stage.call<{ after: { path: string } }>('spawn_actor', { class: 'Note' });
    await stage.call('set_property', { object: after.path, property: 'Text', value: 'x' });
    await stage.call('destroy_actor', { path: after.path });
    await stage.call('log_message', { message: 'x' });
    await stage.call('set_property', swing(1));
    const undone = await stage.call('undo_write', { since: 0 });
    expect(undone).toMatchObject({
      undone: [{ revision: 10 }],
      skipped: [
        { revision: 8, reason: 'Not possible: a line of the log stays.' },
        { revision: 6, reason: expect.stringContaining('spawned and destroyed') },
        { revision: 4 },
        { revision: 2 },
      ],
    });
    expect(await state(stage)).toEqual(start);
  });

  it('refuses revisions that cannot be undone, with the next step', async () => {
    const stage = await openStage();
    await stage.call('log_message', { message: 'x' });
    await stage.fail('set_property', swing('wide'));
    await stage.call('set_property', swing(5));
    await stage.call('undo_write', { revision: 5 });
    for (const [args, reason] of [
      [{}, /both missing/],
      [{ revision: 1, since: 1 }, /exclude each other/],
      [{ revision: 99 }, /^NotFound: The journal has no revision 99; the newest is 8\./],
      [{ revision: 2 }, /^InvalidArgument: Revision 2 \(log_message\) cannot be undone/],
      [{ revision: 4 }, /Revision 4 \(set_property\) changed nothing: it failed/],
      [
        { revision: 6 },
        /^Conflict: Revision 6 .* was undone by revision 8\.\nHint: undo_write \{"revision":8\}/,
      ],
    ] as const) {
      const text = await stage.fail('undo_write', args);
      expect(text).toMatch(reason);
      expect(text).toMatch(/\nHint: ./);
    }
  });

  it('has the values of large writes, but not those over its limit', async () => {
    const stage = await Stage.open();
    const object = DOOR;
    const long = 'x'.repeat(30_000);
    await stage.call('set_property', { object, property: 'Text', value: long });
    await stage.call('set_property', { object, property: 'Text', value: 'short' });
    await stage.call('undo_write', { revision: 4 });
    expect((await stage.source.call('property.read', { object, property: 'Text' }, options())).value).toBe(
      long,
    );
    const { undo } = await stage.call('set_property', {
      object,
      property: 'Text',
      value: 'y'.repeat(90_000),
    });
    expect(undo).toMatch(/^Not possible: the values are longer than/);
  });

  it('does not keep credentials, and says so', async () => {
    const stage = await Stage.open();
    const object = '/Script/OnlineSubsystemEOS.Default__EOSSettings';
    const { undo } = await stage.call('set_property', { object, property: 'ClientSecret', value: 'hush' });
    expect(undo).toMatch(/^Not possible: the value has a credential/);
    expect(JSON.stringify(await stage.journal.read('unreal', 0, 10))).not.toContain('hush');
    expect(await stage.fail('undo_write', { revision: 2 })).toMatch(/credential/);
  });

  it('works after a restart of the server', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'worldwire-unreal-'));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    const file = join(folder, 'unreal.db');
    const source = hall();
    const first = await Stage.open({ sources: [source], journal: await openSqlite(file) });
    await first.call('set_property', { object: DOOR, property: 'bOpen', value: true });
    await first.call('set_actor_transform', { path: DOOR, by: { location: { z: 5 } } });
    await first.kernel.close();
    const second = await Stage.open({ sources: [source], journal: await openSqlite(file) });
    expect(await second.call('undo_write', { since: 0 })).toMatchObject({
      undone: [{ revision: 4 }, { revision: 2, before: true, after: false }],
    });
    await second.kernel.close();
  });

  it('refuses writes to another source', async () => {
    const journal = new MemoryJournal();
    const sample = await Stage.open({ sources: [hall('sample')], journal });
    await sample.call('set_property', { object: DOOR, property: 'bOpen', value: true });
    const live = await Stage.open({ sources: [hall('live')], journal });
    expect(await live.fail('undo_write', { revision: 2 })).toMatch(/changed the source "sample"/);
    expect(await live.fail('undo_write', { since: 0 })).toMatch(/changed the source "sample"/);
  });

  it('ends at the first step that fails, and keeps what was undone', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', { object: DOOR, property: 'bOpen', value: true });
    await stage.call('set_actor_transform', { path: DOOR, location: [1, 2, 3] });
    stage.source.on('property.write', () => ({ before: true, after: true }));
    const undone = await stage.call('undo_write', { since: 0 });
    expect(undone).toMatchObject({
      undone: [{ revision: 4 }],
      stopped: expect.stringMatching(/^Revision 2 \(set_property\) was not undone: The editor kept true/),
    });
    expect(await stage.fail('undo_write', { revision: 4 })).toMatch(/was undone by revision 6/);
  });

  it('does not say of a step that timed out that it was not undone', async () => {
    const stage = await Stage.open();
    await stage.call('set_property', { object: DOOR, property: 'bOpen', value: true });
    await stage.call('set_actor_transform', { path: DOOR, location: [1, 2, 3] });
    stage.source.on('property.write', () => {
      throw new UnrealError('timeout', 'No answer in 10 s.');
    });
    expect(await stage.call('undo_write', { since: 0 })).toMatchObject({
      undone: [{ revision: 4 }],
      stopped: expect.stringMatching(
        /^Revision 2 \(set_property\) may or may not have been undone: No answer/,
      ),
    });
  });

  it('asks before it destroys more than five actors', async () => {
    const stage = await openStage();
    for (let nth = 0; nth < 6; nth++) await stage.call('spawn_actor', { class: 'Note', name: `N${nth}` });
    expect(await stage.fail('undo_write', { since: 0 })).toMatch(
      /^Conflict: Delete 6 actors: the actor N5, /,
    );
    await stage.call('undo_write', { since: 0 }, { person: 'accept' });
    expect(stage.questions).toEqual([
      expect.stringMatching(/^Delete 6 actors: the actor N5, .* and others\?\nDeletes 6\.\n/),
    ]);
    for (let nth = 0; nth < 6; nth++) expect(stage.questions[0]).toContain(`\nremoves the actor N${nth}`);
    expect(await stage.call('list_actors', { query: 'N5' })).toMatchObject({ total: 0 });
  });
});

/** The values that the random writes change. */
async function angles(stage: Stage): Promise<readonly unknown[]> {
  const { value } = await stage.call('get_property', { object: TAVERN_DOOR, property: 'OpenAngle' });
  const { location, scale } = await stage.call('get_actor', { path: NOTE });
  return [value, { location, scale }];
}

function change(what: string, value: number): readonly [string, object] {
  if (what === 'angle') return ['set_property', swing(value)];
  const part = what === 'place' ? { location: [value, 0, 0] } : { scale: value + 1 };
  return ['set_actor_transform', { path: NOTE, ...part }];
}

function options() {
  return { signal: new AbortController().signal };
}
