import { MemoryJournal } from '@worldwire/journal';
import {
  type ApprovalRule,
  Approvals,
  DEFAULT_LIMITS,
  type WaitingApproval,
} from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { DOOR, hall, Stage } from '../stage.test.js';

const SYSTEM = '/Script/Engine.Default__KismetSystemLibrary';
const GRANTS = { writes: true, eval: true };
const SETTING = {
  object: '/Script/RemoteControlCommon.Default__RemoteControlSettings',
  property: 'bAny',
  value: true,
};
const COMMAND = { object: SYSTEM, function: 'ExecuteConsoleCommand', arguments: { Command: 'quit' } };
const LONG = 'x'.repeat(5_000);

/** Calls with the rules of approval under which they wait, beside `writes`, under which all of them do. */
const CALLS: readonly (readonly [name: string, args: object, waits: readonly ApprovalRule[]])[] = [
  ['call_function', COMMAND, ['destructive', 'eval']],
  ['set_property', SETTING, ['destructive', 'eval']],
  ['spawn_actor', { class: '/Engine/PythonTypes.Robot' }, ['destructive', 'eval']],
  ['run_console_command', { command: 'quit' }, ['destructive', 'eval']],
  ['execute_python', { code: '1' }, ['destructive', 'eval']],
  // These remove or overwrite, or their effect is not known.
  ['set_property', { object: DOOR, property: 'bOpen', value: false }, ['destructive']],
  ['set_property', { object: DOOR, property: 'Text', value: `${LONG}b` }, ['destructive']],
  ['call_function', { object: DOOR, function: 'Open' }, ['destructive']],
  ['set_actor_transform', { path: DOOR, location: [0, 0, 1] }, ['destructive']],
  ['destroy_actor', { path: DOOR }, ['destructive']],
  ['undo_write', { revision: 2 }, ['destructive']],
  [
    'batch',
    batch(['spawn_actor', { class: 'PointLight' }], ['destroy_actor', { path: DOOR }]),
    ['destructive'],
  ],
  ['batch', batch(['call_function', COMMAND]), ['destructive', 'eval']],
  // These add, or lose nothing.
  ['spawn_actor', { class: 'PointLight' }, []],
  ['set_property', { object: DOOR, property: 'bOpen', value: true }, []],
  ['open_level', { path: '/Game/Maps/Hall' }, []],
  ['select_actors', { paths: [DOOR] }, []],
  ['log_message', { message: 'hello' }, []],
  ['batch', batch(['spawn_actor', { class: 'PointLight' }], ['select_actors', { paths: [DOOR] }]), []],
];

function batch(...writes: readonly (readonly [tool: string, args: object])[]): object {
  return { writes: writes.map(([tool, args]) => ({ tool, arguments: args })) };
}

/** A stage with writes that were done before, whose calls wait by the rule. */
async function opened(rule: ApprovalRule, written: readonly object[]) {
  const [journal, source] = [new MemoryJournal(), hall()];
  const earlier = await Stage.open({ journal, sources: [source], grants: GRANTS });
  for (const args of written) await earlier.call('set_property', args);
  const [date, mintId, record] = [() => 0, () => 'a1', () => {}];
  const queue = new Approvals({ limits: DEFAULT_LIMITS, date, mintId, record });
  const approval = { rule, by: 'operator', queue } as const;
  const limits = { drainMs: 0 };
  const stage = await Stage.open({ journal, sources: [source], grants: GRANTS, approval, limits });
  source.calls.length = 0;
  return { stage, queue };
}

/** The approval that the call waits for, or undefined where it was done without one. */
async function waitingFor(
  { stage, queue }: Awaited<ReturnType<typeof opened>>,
  name: string,
  args: object,
): Promise<WaitingApproval | undefined> {
  const answer = stage.result(name, args);
  const first = await Promise.race([
    answer,
    new Promise<undefined>(resolve => queue.subscribe(() => resolve(undefined))),
  ]);
  if (first !== undefined) {
    expect(first, first.content[0]?.text).not.toMatchObject({ isError: true });
    return undefined;
  }
  const [waiting] = queue.waiting;
  // Ends the call without an answer.
  await stage.kernel.close();
  return waiting;
}

describe.each(CALLS)('%s %o', (name, args, waits) => {
  it.each(['writes', 'destructive', 'eval'] as const)('waits for a person by its effect: %s', async rule => {
    const open = { object: DOOR, property: 'bOpen', value: true };
    const at = await opened(rule, [open, { object: DOOR, property: 'Text', value: `${LONG}a` }]);
    const waiting = await waitingFor(at, name, args);
    const isWaiting = rule === 'writes' || waits.includes(rule);
    expect(waiting !== undefined).toBe(isWaiting);
    if (waiting === undefined) return;
    const access = waits.includes('eval') ? 'danger' : 'write';
    expect(waiting.plan).toMatchObject({ tool: name, access, destructive: waits.length > 0 });
    const done = at.stage.source.calls.filter(
      call => call.name !== 'write.plan' && call.name !== 'actor.get',
    );
    expect(done).toEqual([]);
  });
});

describe('an approval', () => {
  it('of an undo that takes code back is one of code', async () => {
    const waiting = await waitingFor(await opened('eval', [SETTING]), 'undo_write', { since: 0 });
    expect(waiting?.plan).toMatchObject({ tool: 'undo_write', access: 'danger' });
  });

  it('says that an effect is not known, and never that nothing changes', async () => {
    const called = { object: DOOR, function: 'K2_DestroyActor' };
    const waiting = await waitingFor(await opened('writes', []), 'call_function', called);
    expect(waiting?.plan.effect?.sentence).toBe(
      `Changes what K2_DestroyActor of ${DOOR} changes, which is not known.`,
    );
  });

  it('of an undo that closes a level with unsaved changes is one that removes them', async () => {
    const at = await opened('destructive', []);
    const [hall, harbour] = ['/Game/Maps/Hall', '/Game/Maps/Harbour'];
    at.stage.source
      .on('write.plan', () => ({ before: harbour, after: hall, unsaved: [] }))
      .on('level.open', () => ({ before: harbour, after: hall }));
    const { revision } = await at.stage.call('open_level', { path: hall });
    at.stage.source.on('write.plan', () => ({ before: hall, after: harbour, unsaved: [hall] }));
    const waiting = await waitingFor(at, 'undo_write', { revision });
    expect(waiting?.plan).toMatchObject({ tool: 'undo_write', destructive: true });
    expect(waiting?.plan.effect?.items).toContainEqual({
      what: 'removes',
      subject: 'unsaved changes of the open level',
    });
  });

  it('says that a write can be undone', async () => {
    const moved = { path: DOOR, location: [0, 0, 1] };
    const waiting = await waitingFor(await opened('writes', []), 'set_actor_transform', moved);
    expect(waiting?.plan.effect?.undo).toBe('Possible: the answer of the write has the call.');
  });

  it('shows no credential of a setting, and that it changes', async () => {
    const secret = { object: '/Script/Online.Default__Settings', property: 'ClientSecret' };
    const at = await opened('writes', [{ ...secret, value: 'old hush' }]);
    const waiting = await waitingFor(at, 'set_property', { ...secret, value: 'new hush' });
    expect(waiting?.plan.effect?.totals).toMatchObject({ overwrites: 1 });
    expect(JSON.stringify(waiting?.plan.effect)).not.toContain('hush');
  });
});
