import { MemoryJournal } from '@worldwire/journal';
import { describe, expect, it } from 'vitest';
import { UnrealError } from '../../port/unreal-error.js';
import { openSample } from '../../sample/sample-source.js';
import { harbour } from '../../sample/testing/bench.js';
import { DOOR, hall, Stage } from '../stage.test.js';

const LAMP = '/Game/Maps/Hall.Hall:PersistentLevel.Lamp_1';
const OPEN = part('set_property', { object: DOOR, property: 'bOpen', value: true });
const MOVE = part('set_actor_transform', { path: LAMP, location: [1, 2, 3] });
const SPAWN = part('spawn_actor', { class: 'BP_Lamp', name: 'New' });
const LINE = part('log_message', { message: 'Hello' });

function part(tool: string, args: object) {
  return { tool, arguments: args };
}

function batch(...writes: readonly object[]) {
  return { writes };
}

async function stateOf(stage: Stage): Promise<unknown> {
  const { value } = await stage.call('get_property', { object: DOOR, property: 'bOpen' });
  const { items } = await stage.call<{ items: { path: string; location: object }[] }>('list_actors', {});
  return [value, items.map(({ path, location }) => [path.split('.').at(-1), location])];
}

const ZERO = { x: 0, y: 0, z: 0 };
const START = [
  false,
  [
    ['Door_1', ZERO],
    ['Lamp_1', ZERO],
  ],
];

describe('batch', () => {
  it('does several writes as one revision, which one undo takes back, and a further undo does again', async () => {
    const stage = await Stage.open();
    const answer = await stage.call('batch', batch(OPEN, MOVE, SPAWN));
    expect(answer).toMatchObject({
      parts: [
        { tool: 'set_property', before: false, after: true },
        { tool: 'set_actor_transform', after: { location: { x: 1, y: 2, z: 3 } } },
        { tool: 'spawn_actor', before: null, after: { class: 'BP_Lamp' } },
      ],
      undo: 'undo_write {"revision":2}',
      provenance: 'live',
      revision: 2,
    });
    const done = [
      true,
      [
        ['Door_1', ZERO],
        ['Lamp_1', { x: 1, y: 2, z: 3 }],
        ['BP_Lamp_2', ZERO],
      ],
    ];
    expect(await stateOf(stage)).toEqual(done);
    expect(await stage.call('list_writes')).toMatchObject({
      items: [{ tool: 'batch', object: [DOOR, LAMP, 'BP_Lamp'] }],
    });
    await stage.call('undo_write', { revision: 2 });
    expect(await stateOf(stage)).toEqual(START);
    await stage.call('undo_write', { revision: 4, force: true });
    expect(await stateOf(stage)).toEqual(done);
  });

  it('is undone and done again by other servers on the same journal', async () => {
    const [source, journal] = [hall(), new MemoryJournal()];
    const open = () => Stage.open({ sources: [source], journal });
    let { revision } = await (await open()).call('batch', batch(OPEN, MOVE));
    for (const value of [false, true, false]) {
      const stage = await open();
      ({ revision } = await stage.call('undo_write', { revision }));
      expect(((await stateOf(stage)) as unknown[])[0]).toBe(value);
    }
  });

  it('finds in a later write what an earlier one leaves', async () => {
    const stage = await Stage.open();
    const writes = batch(
      part('set_actor_transform', { path: DOOR, location: [10, 0, 0] }),
      part('set_actor_transform', { path: DOOR, by: { location: { z: 5 } } }),
      part('select_actors', { paths: [DOOR] }),
      part('select_actors', { paths: [DOOR, LAMP] }),
    );
    const { digest, ...plan } = await stage.call('batch', { ...writes, dryRun: true });
    const after = { location: { x: 10, y: 0, z: 5 } };
    expect(plan).toMatchObject({
      parts: [
        { after: { location: { x: 10 } } },
        { before: { location: { x: 10 } }, after },
        { before: [], after: [DOOR] },
        { before: [DOOR], after: [DOOR, LAMP] },
      ],
    });
    expect(await stage.call('batch', { ...writes, expectDigest: digest })).toMatchObject({
      parts: [
        { after: { location: { x: 10, z: 0 } } },
        { after },
        { after: [DOOR] },
        { after: [DOOR, LAMP] },
      ],
    });
    await stage.call('undo_write', { revision: 2 });
    expect(await stateOf(stage)).toEqual(START);
  });

  it.each([
    ['a write to an actor that another one destroys', OPEN, part('destroy_actor', { path: DOOR })],
    ['a write to a destroyed actor', part('destroy_actor', { path: DOOR }), OPEN],
    [
      'a selection of a destroyed actor',
      part('destroy_actor', { path: LAMP }),
      part('select_actors', { paths: [LAMP] }),
    ],
    ['a write after a function', part('call_function', { object: DOOR, function: 'Knock' }), OPEN],
  ])('is refused with %s, and says which depends on which', async (_, one, other) => {
    const stage = await Stage.open();
    expect(await stage.fail('batch', batch(LINE, one, other))).toMatch(
      new RegExp(
        `^Conflict: Part 3 \\(${other.tool}\\) depends on part 2 \\(${one.tool}\\).*Nothing was changed.\\nHint: Send them separately`,
      ),
    );
    expect(await stateOf(stage)).toEqual(START);
    expect(stage.source.called('log.write')).toEqual([]);
  });

  it('has no parts that run code or open a level, and needs the right of its highest part', async () => {
    const stage = await Stage.open();
    for (const tool of ['execute_python', 'run_console_command', 'open_level', 'undo_write', 'batch'])
      expect(await stage.fail('batch', batch(part(tool, {})))).toMatch(
        /^InvalidArgument: .*writes\.0\.tool/s,
      );
    const code = part('set_property', { object: DOOR, property: 'StartupScript', value: 'quit' });
    const rights = { rights: ['read', 'write'] };
    for (const dryRun of [false, true])
      expect(await stage.fail('batch', { ...batch(OPEN, code), dryRun }, rights)).toMatch(
        /^PermissionDenied/,
      );
    expect(await stateOf(stage)).toEqual(START);
    const { revision } = await stage.call('batch', batch(OPEN, code));
    expect(await stage.fail('undo_write', { revision }, rights)).toMatch(/^PermissionDenied/);
    await stage.call(
      'batch',
      batch(part('set_property', { object: DOOR, property: 'bOpen', value: false })),
      rights,
    );
  });

  it('takes the writes before a failed one back, and a retry with its key fails the same way', async () => {
    const stage = await Stage.open();
    stage.source.on('actor.transform', () => {
      throw new UnrealError('failed', 'The level is locked.');
    });
    const call = () => stage.fail('batch', batch(SPAWN, OPEN, MOVE), { key: 'k' });
    const words =
      'Internal: Part 3 (set_actor_transform) failed: The level is locked. Parts 2, 1 were taken back. Nothing is changed.';
    expect(await call()).toContain(words);
    expect(await stateOf(stage)).toEqual(START);
    const calls = stage.source.calls.length;
    expect(await call()).toContain(words);
    expect(stage.source.called('actor.spawn')).toHaveLength(1);
    expect(stage.source.calls.length).toBeLessThan(calls + 4);
    expect(await stage.call('list_writes')).toMatchObject({ items: [{ tool: 'batch', outcome: 'failed' }] });
    expect(await stage.fail('undo_write', { revision: 2 })).toMatch(/changed nothing: it failed/);
  });

  it('says what a destroyed actor lost, and what it cannot take back', async () => {
    const stage = await Stage.open();
    stage.source.on('actor.transform', () => {
      throw new UnrealError('failed', 'The level is locked.');
    });
    const writes = batch(LINE, part('destroy_actor', { path: DOOR }), MOVE);
    const { digest, undo, question } = await stage.call('batch', { ...writes, dryRun: true });
    expect(undo).toBe('Part 1 (log_message) has no undo. Not possible: a line of the log stays.');
    expect(question).toMatch(/It cannot be undone\. Part 1 \(log_message\)/);
    expect(await stage.fail('batch', { ...writes, expectDigest: digest })).toMatch(
      /Part 3 \(set_actor_transform\) failed: .*Part 2 \(destroy_actor\) was taken back, but not exactly\. Lost: its properties.*Part 1 \(log_message\) was not taken back: Not possible: a line of the log stays\./,
    );
    expect(await stage.call('list_actors', { query: 'BP_Door_C' })).toMatchObject({ total: 1 });
    expect(await stage.fail('undo_write', { revision: 2 })).toMatch(/failed, and left another value/);
  });

  it('has an unknown outcome where a write timed out', async () => {
    const stage = await Stage.open();
    stage.source.on('actor.transform', () => {
      throw new UnrealError('timeout', 'No answer in 10 s.');
    });
    const error = await stage.fail('batch', batch(OPEN, MOVE), { key: 'k' });
    expect(error).toMatch(
      /Part 2 \(set_actor_transform\) may or may not have been done: .*Part 1 was taken back/,
    );
    expect(error).not.toContain('Nothing is changed');
    expect(await stateOf(stage)).toEqual(START);
    expect(await stage.fail('batch', batch(OPEN, MOVE), { key: 'k' })).toMatch(
      /^Conflict: It is unknown whether this batch was done/,
    );
    expect(await stage.fail('undo_write', { revision: 2 })).toMatch(/may not have been done/);
  });

  it('does not take back what was changed in the editor meanwhile', async () => {
    const stage = await Stage.open();
    stage.source.on('actor.transform', async () => {
      await stage.source.call(
        'property.write',
        { object: DOOR, property: 'bOpen', value: 'ajar' },
        { signal: new AbortController().signal },
      );
      throw new UnrealError('failed', 'The level is locked.');
    });
    expect(await stage.fail('batch', batch(OPEN, MOVE))).toMatch(
      /Part 1 \(set_property\) was not taken back: bOpen of Door_1 is "ajar" now instead of true\./,
    );
    expect(((await stateOf(stage)) as unknown[])[0]).toBe('ajar');
  });

  it('undoes what an undo in part left of it', async () => {
    const stage = await Stage.open();
    const { revision } = await stage.call('batch', batch(OPEN, MOVE));
    const write = stage.source.call.bind(stage.source);
    let fails = true;
    stage.source.call = async (name, params, options) => {
      if (name === 'property.write' && fails) throw new UnrealError('failed', 'Locked.');
      return write(name, params, options);
    };
    expect(await stage.call('undo_write', { revision })).toMatchObject({
      undone: [{ what: 'the transform of Lamp_1' }],
      stopped: expect.stringContaining('was not undone: Locked.'),
    });
    fails = false;
    expect(await stage.call('undo_write', { revision })).toMatchObject({
      undone: [{ what: 'bOpen of Door_1' }],
    });
    expect(await stateOf(stage)).toEqual(START);
    expect(await stage.fail('undo_write', { revision })).toMatch(/was undone by revision/);
  });

  it('keeps no credential in the journal', async () => {
    const stage = await Stage.open();
    const secret = part('set_property', {
      object: '/Script/Doors.Default__DoorSettings',
      property: 'ApiKey',
      value: 'hunter2hunter2',
    });
    await stage.call('batch', { ...batch(OPEN, secret), dryRun: true });
    await stage.result('batch', batch(OPEN, secret), { person: 'accept' });
    const entries = await stage.journal.readBack('unreal', undefined, 10);
    expect(entries).toHaveLength(2);
    expect(JSON.stringify(entries)).not.toContain('hunter2');
  });

  it('of a hundred writes is one revision, and one undo takes it back', async () => {
    const stage = await Stage.open({ sources: [openSample({ now: () => 0 })] });
    const writes = Array.from({ length: 100 }, (_, index) =>
      part('spawn_actor', { class: 'Note', name: `N${index}`, location: [index, 0, 0] }),
    );
    const before = await stage.call('list_actors', { limit: 1 });
    const { revision, parts } = await stage.call('batch', { writes });
    expect(parts).toHaveLength(100);
    const { undone } = await stage.call('undo_write', { revision });
    expect(undone).toHaveLength(100);
    expect(await stage.call('list_actors', { limit: 1 })).toMatchObject({ total: before.total });
    expect(await stage.fail('batch', { writes: [...writes, LINE] })).toMatch(/^InvalidArgument: .*100/s);
  });

  it('has the object of its first write and its tools in the audit', async () => {
    const stage = await Stage.open();
    await stage.call('batch', batch(OPEN, MOVE, OPEN));
    const about = { object: DOOR, tools: 'set_property, set_actor_transform', writes: 3 };
    expect(stage.audited.at(-1)).toMatchObject({ tool: 'batch', about, outcome: 'done' });
  });

  it('reports each part as progress that only grows', async () => {
    const stage = await Stage.open();
    await stage.call('batch', batch(OPEN, MOVE));
    const steps = stage.notified.filter(({ method }) => method === 'notifications/progress');
    expect(steps.map(({ params }) => [params.progress, params.message])).toEqual([
      [1, 'Plan of part 1 of 2'],
      [2, 'Plan of part 2 of 2'],
      [3, 'Part 1 of 2'],
      [4, 'Part 2 of 2'],
    ]);
  });

  it('counts a value once, however many of its writes change it', async () => {
    const stage = await Stage.open({ sources: [openSample({ now: () => 0 })] });
    const swing = { object: harbour('BP_Door_C_1'), property: 'OpenAngle' };
    const writes = Array.from({ length: 21 }, (_, value) => part('set_property', { ...swing, value }));
    await stage.call('batch', { writes });
    expect(await stage.call('get_property', swing)).toMatchObject({ value: 20 });
  });

  it('asks what one of its writes asks alone, and shows all that it changes', async () => {
    const stage = await Stage.open();
    const plan = stage.source.call.bind(stage.source);
    stage.source.call = async (name, params, options) => {
      const found = await plan(name, params, options);
      const isDestroy = name === 'write.plan' && (params as { write: string }).write === 'actor.destroy';
      return isDestroy ? { ...found, attached: ['Sign_1'] } : found;
    };
    const writes = batch(OPEN, part('destroy_actor', { path: LAMP }));
    expect(await stage.fail('batch', writes)).toMatch(/^Conflict: Delete Lamp_1 .*1 attached/);
    expect(await stage.fail('batch', writes, { person: 'decline' })).toMatch(/^PermissionDenied/);
    expect(await stateOf(stage)).toEqual(START);
    await stage.call('batch', writes, { person: 'accept' });
    expect(stage.questions[0]).toMatch(
      /^Delete Lamp_1 [^\n]*\nDeletes 1, overwrites 1\.\nUndo: [^\n]*\nremoves the actor Lamp_1: .*\noverwrites bOpen of Door_1: false -> true$/,
    );
  });
});
