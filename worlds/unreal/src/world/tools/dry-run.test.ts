import { describe, expect, it } from 'vitest';
import { openSample } from '../../sample/sample-source.js';
import { harbour } from '../../sample/testing/bench.js';
import { DOOR, hall, Stage } from '../stage.test.js';

const TAVERN_DOOR = harbour('BP_Door_C_1');
const WINDOW = harbour('PointLight_0');
const NOTE = harbour('Note_0');
const HARBOUR = '/Game/Maps/Harbour';
const ISLAND = '/Game/Maps/LighthouseIsland';

/** Every tool that writes, with calls that succeed on the sample. */
const CALLS: readonly (readonly [string, object])[] = [
  ['log_message', { message: 'One\nline', verbosity: 'warning' }],
  ['set_property', { object: TAVERN_DOOR, property: 'openangle', value: 12 }],
  [
    'set_property',
    { object: `${WINDOW}.LightComponent0`, property: 'LightColor', value: { r: 1, g: 2, b: 3 } },
  ],
  ['set_property', { object: '/Game/Materials/M_Wood', property: 'TwoSided', value: true }],
  ['set_actor_transform', { path: NOTE, location: [1, 2, 3], scale: 2 }],
  ['set_actor_transform', { path: NOTE, by: { location: { z: 50 }, rotation: { yaw: 450 }, scale: 2 } }],
  ['set_actor_transform', { path: NOTE, rotation: [0, 10, 0], by: { location: [1, 1, 1] } }],
  ['spawn_actor', { class: 'PointLight', name: 'Night light', location: [1, 2, 3] }],
  ['spawn_actor', { class: 'BP_Door' }],
  ['destroy_actor', { path: NOTE }],
  ['select_actors', { paths: [TAVERN_DOOR, WINDOW] }],
  ['open_level', { path: ISLAND }],
  ['call_function', { object: TAVERN_DOOR, function: 'Open' }],
  ['run_console_command', { command: 't.MaxFPS 30' }],
];

const UNKNOWN = ['call_function', 'run_console_command'];

function sample() {
  return openSample({ now: () => Date.UTC(2026, 0, 1) });
}

/** All that a write could have changed. */
async function everything(stage: Stage): Promise<unknown> {
  const actors = await stage.call<{ items: { path: string }[] }>('list_actors', { limit: 100 });
  const details = await Promise.all(actors.items.map(({ path }) => stage.call('get_actor', { path })));
  return [
    details,
    await stage.call('get_selection'),
    await stage.call('get_editor_state'),
    await stage.call('tail_log', { lines: 5 }),
    await stage.call('get_property', { object: '/Game/Materials/M_Wood' }),
    await stage.json('unreal://journal'),
  ];
}

describe.each(CALLS)('a dry run of %s %j', (name, args) => {
  it('changes nothing, and has the values that the write then has', async () => {
    const stage = await Stage.open({ sources: [sample()] });
    const before = await everything(stage);
    const plan = await stage.call(name, { ...args, dryRun: true });
    expect(plan).toMatchObject({
      dryRun: true,
      digest: expect.stringMatching(/^[\w-]{22}$/),
      revision: 0,
      provenance: 'sample',
      undo: expect.any(String),
    });
    expect(await everything(stage)).toEqual(before);
    const done = await stage.call(name, { ...args, expectDigest: plan.digest });
    if (UNKNOWN.includes(name)) {
      expect(plan).toMatchObject({ before: null, after: null, effect: 'unknown' });
      return;
    }
    expect(done.before).toEqual(plan.before);
    if (name === 'log_message') expect(done.after).toMatch(new RegExp(`${plan.after}$`));
    else expect(done.after).toEqual(plan.after);
    const isUndoable = /^undo_write /.test(done.undo as string);
    expect(/^Possible/.test(plan.undo as string)).toBe(isUndoable);
  });
});

describe('expectDigest', () => {
  it.each(CALLS.filter(([name]) => !['log_message', 'spawn_actor', ...UNKNOWN].includes(name)))(
    'is refused for %s %j after a change in between',
    async (name, args) => {
      const stage = await Stage.open({ sources: [sample()] });
      const { digest } = await stage.call(name, { ...args, dryRun: true });
      for (const [tool, other] of [
        ['set_property', { object: TAVERN_DOOR, property: 'OpenAngle', value: 77 }],
        [
          'set_property',
          { object: `${WINDOW}.LightComponent0`, property: 'LightColor', value: { R: 9, G: 9, B: 9 } },
        ],
        ['set_property', { object: '/Game/Materials/M_Wood', property: 'TwoSided', value: true }],
        ['set_actor_transform', { path: NOTE, location: [9, 9, 9] }],
        ['select_actors', { paths: [NOTE] }],
        ...(name === 'open_level' ? [['open_level', { path: ISLAND }] as const] : []),
      ] as const) {
        await stage.call(tool, other);
      }
      const { revision } = await stage.call('get_editor_state');
      expect(await stage.fail(name, { ...args, expectDigest: digest })).toMatch(
        /^Conflict: The plan of this write differs .*Nothing was changed\.\nHint: Call it with dryRun: true/,
      );
      expect(await stage.call('get_editor_state')).toMatchObject({ revision });
    },
  );

  it('is refused for other arguments', async () => {
    const stage = await Stage.open({ sources: [sample()] });
    const args = { object: TAVERN_DOOR, function: 'Open' };
    const { digest } = await stage.call('call_function', { ...args, dryRun: true });
    const other = { ...args, function: 'Close', expectDigest: digest };
    expect(await stage.fail('call_function', other)).toMatch(/^Conflict: The plan/);
    expect(await stage.fail('call_function', { ...args, dryRun: true, expectDigest: digest })).toMatch(
      /^InvalidArgument/,
    );
  });

  it('returns the recorded outcome for a retry, although the plan has changed', async () => {
    const stage = await Stage.open({ sources: [sample()] });
    const args = { path: NOTE, by: { location: { z: 5 } } };
    const { digest } = await stage.call('set_actor_transform', { ...args, dryRun: true });
    const whole = { ...args, expectDigest: digest, operationKey: 'k' };
    const first = await stage.call('set_actor_transform', whole);
    expect(await stage.call('set_actor_transform', whole)).toEqual({ ...first, replayed: true });
  });
});

describe('a dry run', () => {
  it.each([
    ['set_property', { object: TAVERN_DOOR, property: 'OpenAngel', value: 1 }, /Did you mean OpenAngle\?/],
    ['set_property', { object: TAVERN_DOOR, property: 'OpenAngle', value: 'wide' }, /does not accept "wide"/],
    ['set_actor_transform', { path: harbour('Note_O'), scale: 2 }, /Did you mean \S+Note_0\?/],
    ['destroy_actor', { path: harbour('TavernDoor') }, /Did you mean \S+BP_Door_C_1\?/],
    ['spawn_actor', { class: 'PointLigth' }, /Did you mean PointLight/],
    ['call_function', { object: TAVERN_DOOR, function: 'Opne' }, /Did you mean Open\?/],
    ['select_actors', { paths: [NOTE, `${NOTE}1`, `${NOTE}2`] }, /2 of 3 paths are not actors: \S+Note_01, /],
    ['open_level', { path: '/Game/Maps/Harbor' }, /The levels are/],
    ['execute_python', { code: '1' }, /The sample has no Python/],
  ])('of %s %j fails like the write', async (name, args, reason) => {
    const stage = await Stage.open({ sources: [sample()] });
    const planned = await stage.fail(name, { ...args, dryRun: true });
    expect(planned).toMatch(reason);
    expect(planned).toMatch(/\nHint: ./);
    expect(await stage.json('unreal://journal')).toMatchObject({ revision: 0 });
    expect(await stage.fail(name, args)).toBe(planned);
  });

  it('checks ifRevision and names what changed since', async () => {
    const stage = await Stage.open({ sources: [sample()] });
    await stage.call('log_message', { message: 'x' });
    const args = { paths: [], dryRun: true, ifRevision: 0 };
    expect(await stage.fail('select_actors', args)).toMatch(
      /^Conflict: The journal is at revision 2 instead of 0\. Since then: .*2 log_message by ann, done/,
    );
    expect(await stage.call('select_actors', { ...args, ifRevision: 2 })).toMatchObject({ revision: 2 });
  });

  it('of the settings shows no credential', async () => {
    const stage = await Stage.open();
    const object = '/Script/OnlineSubsystemEOS.Default__EOSSettings';
    const args = { object, property: 'ClientSecret', value: 'hush' };
    const plan = await stage.call('set_property', { ...args, dryRun: true });
    expect(JSON.stringify(plan)).not.toContain('hush');
    expect(plan.undo).toMatch(/credential/);
  });
});

describe('a relative move', () => {
  it('starts from the transform that the source has at that moment', async () => {
    const stage = await Stage.open();
    await stage.call('set_actor_transform', { path: DOOR, location: [10, 20, 30], scale: [1, 2, 3] });
    const by = { location: { Z: 50 }, rotation: { yaw: -90 }, scale: { y: 2 } };
    expect(await stage.call('set_actor_transform', { path: DOOR, by })).toMatchObject({
      before: { location: { x: 10, y: 20, z: 30 }, scale: { x: 1, y: 2, z: 3 } },
      after: {
        location: { x: 10, y: 20, z: 80 },
        rotation: { pitch: 0, yaw: -90, roll: 0 },
        scale: { x: 1, y: 4, z: 3 },
      },
    });
    await stage.call('set_actor_transform', { path: DOOR, by: { location: [1, 1, 1], scale: 2 } });
    expect(await stage.call('get_actor', { path: DOOR })).toMatchObject({
      location: { x: 11, y: 21, z: 81 },
      scale: { x: 2, y: 8, z: 6 },
    });
  });

  it.each([
    [{ by: {} }, 'Give at least one of them'],
    [{ location: [1, 2, 3], by: { location: [1, 2, 3] } }, 'location is given twice'],
    [{ by: { location: { up: 3 } } }, 'up'],
    [{ by: { place: [1, 2, 3] } }, 'place'],
    [{ relative: true, location: [1, 2, 3] }, 'relative'],
  ])('is refused for %j, and nothing is recorded', async (args, reason) => {
    const stage = await Stage.open();
    expect(await stage.fail('set_actor_transform', { path: DOOR, ...args })).toContain(reason);
    expect(await stage.json('unreal://journal')).toMatchObject({ revision: 0 });
  });
});

describe('a question to a person', () => {
  const asking = (attached: readonly string[]) => {
    const before = { path: DOOR, name: 'Door_1', label: 'Front door', class: 'BP_Door_C' };
    const classPath = '/Game/Doors/BP_Door.BP_Door_C';
    return hall().on('write.plan', () => ({ before, after: null, attached, classPath }));
  };

  it('names the actor, its class, its level and how many are attached to it', async () => {
    const stage = await Stage.open({ sources: [asking(['Handle', 'Lock'])] });
    await stage.call('destroy_actor', { path: DOOR }, { person: 'accept' });
    expect(stage.questions).toEqual([
      expect.stringMatching(
        /^Delete Front door \(BP_Door_C, level Hall, 2 attached\)\? undo_write cannot restore/,
      ),
    ]);
    expect(stage.source.called('actor.destroy')).toHaveLength(1);
  });

  it('is not asked for an actor without attached actors', async () => {
    const stage = await Stage.open({ sources: [asking([])] });
    await stage.call('destroy_actor', { path: DOOR }, { person: 'decline' });
    expect(stage.questions).toEqual([]);
  });

  it('that is declined changes nothing and records nothing', async () => {
    const stage = await Stage.open({ sources: [asking(['Lock'])] });
    const text = await stage.fail('destroy_actor', { path: DOOR }, { person: 'decline' });
    expect(text).toMatch(/^PermissionDenied: The person at the client declined: Delete Front door/);
    expect(stage.source.called('actor.destroy')).toEqual([]);
    expect(await stage.json('unreal://journal')).toMatchObject({ revision: 0 });
  });

  it('is replaced by the digest of a dry run where no person can be asked', async () => {
    const stage = await Stage.open({ sources: [asking(['Lock'])] });
    const text = await stage.fail('destroy_actor', { path: DOOR });
    expect(text).toMatch(/^Conflict: Delete Front door .*needs the digest of a dry run/);
    expect(text).toMatch(/Hint: Call it with dryRun: true/);
    const plan = await stage.call('destroy_actor', { path: DOOR, dryRun: true });
    expect(plan).toMatchObject({
      question: expect.stringMatching(/^Delete Front door/),
      attached: ['Lock'],
      undo: expect.stringMatching(/^Not exactly/),
    });
    await stage.call('destroy_actor', { path: DOOR, expectDigest: plan.digest });
    expect(stage.source.called('actor.destroy')).toHaveLength(1);
  });

  it('names the levels whose changes an opened level may lose, and is asked also where they are unknown', async () => {
    for (const [unsaved, lost] of [
      [['/Game/Maps/Hall'], 'Hall'],
      [undefined, 'the open level Hall'],
    ] as const) {
      const plan = { before: '/Game/Maps/Hall', after: HARBOUR, ...(unsaved && { unsaved }) };
      const stage = await Stage.open({
        sources: [
          hall()
            .on('write.plan', () => plan)
            .on('level.open', ({ path }) => ({ before: '/Game/Maps/Hall', after: path })),
        ],
      });
      expect(await stage.fail('open_level', { path: HARBOUR })).toMatch(/^Conflict: Open the level Harbour/);
      await stage.call('open_level', { path: HARBOUR }, { person: 'accept' });
      expect(stage.questions).toHaveLength(1);
      const [title, ...lines] = stage.questions[0]?.split('\n') ?? [];
      expect(title).toBe(`Open the level Harbour (${HARBOUR})? Unsaved changes of ${lost} may be lost.`);
      expect(lines).toContain('removes unsaved changes of the open level');
    }
  });

  it('is asked again where the plan changes meanwhile', async () => {
    let attached = ['Lock'];
    const before = { path: DOOR, name: 'Door_1', class: 'BP_Door_C' };
    const source = hall().on('write.plan', () => ({
      before,
      after: null,
      attached,
    }));
    const stage = await Stage.open({ sources: [source] });
    const asked = await stage.ask(
      'tools/call',
      { name: 'destroy_actor', arguments: { path: DOOR } },
      { person: 'accept' },
    );
    const [key] = Object.keys(asked.inputRequests as object);
    attached = ['Lock', 'Handle'];
    const again = await stage.ask(
      'tools/call',
      {
        name: 'destroy_actor',
        arguments: { path: DOOR },
        inputResponses: { [key as string]: { action: 'accept', content: {} } },
        requestState: asked.requestState as string,
      },
      { person: 'accept' },
    );
    expect(again.resultType).toBe('input_required');
    expect(JSON.stringify(again.inputRequests)).toContain('2 attached');
    expect(stage.source.called('actor.destroy')).toEqual([]);
  });
});
