import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

const HEALTH = 'Worldwire.Health';
const HEAL = `System.Single ${HEALTH}::Heal(System.Single)`;

describe('UndoWrite', () => {
  let engine: Engine;
  let stage: Stage;
  let turret: string;
  beforeAll(async () => {
    engine = await openEmbedded();
    const config = { componentAllowlist: ['UnityEngine.Light'], hookAllowlistSignatures: [HEALTH] };
    stage = await Stage.open({ grants: OPEN, engine, config });
    turret = await stage.idOf('Turret');
  });
  afterAll(() => engine.close());
  const components = async () => {
    const { Items } = await stage.call<{ Items: object[] }>('GetComponents', { objectId: turret });
    return Items.map(item => (item as { Type: string }).Type);
  };
  const undoOf = async (tool: string, args: object) => {
    const { journalId } = await stage.whole(tool, args);
    return () => stage.whole('UndoWrite', { id: journalId });
  };
  const position = { componentType: 'UnityEngine.Transform', member: 'position' };

  it('removes a component that was added, and its own undo adds it again', async () => {
    const before = await components();
    const undo = await undoOf('AddComponent', { objectId: turret, type: 'UnityEngine.Light' });
    const { journalId } = await undo();
    expect(await components()).toEqual(before);
    await stage.call('UndoWrite', { id: journalId });
    expect(await components()).toEqual([...before, 'UnityEngine.Light']);
  });

  it('answers with null for the root of a scene and for a script that is not there', async () => {
    const { parent } = await engine.call('object.get', { id: turret });
    const moved = await undoOf('Reparent', { objectId: turret, newParentId: null });
    expect(await moved()).toMatchObject({ before: null, after: parent });
    const written = await undoOf('WriteConsoleScript', { path: 'new.cs', content: 'return 1;' });
    expect((await written()).after).toBeNull();
  });

  it('restores a script that was replaced or deleted, and removes one that was new', async () => {
    const read = async () => (await stage.call('ReadConsoleScript', { path: 'a.cs' })).Content;
    const removeNew = await undoOf('WriteConsoleScript', { path: 'a.cs', content: '1' });
    const restoreOld = await undoOf('WriteConsoleScript', { path: 'a.cs', content: '2' });
    await restoreOld();
    expect(await read()).toBe('1');
    const restoreDeleted = await undoOf('DeleteConsoleScript', { path: 'a.cs' });
    await restoreDeleted();
    expect(await read()).toBe('1');
    await removeNew();
    expect((await stage.fail('ReadConsoleScript', { path: 'a.cs' })).kind).toBe('NotFound');
  });

  it('restores the startup script with its state', async () => {
    await stage.call('WriteStartupScript', { content: '1' });
    await stage.call('SetStartupScriptEnabled', { enabled: false });
    const undo = await undoOf('WriteStartupScript', { content: '2' });
    await undo();
    expect(await stage.call('GetStartupScript')).toMatchObject({ enabled: false, content: '1' });
    const enable = await undoOf('SetStartupScriptEnabled', { enabled: true });
    await enable();
    expect(await stage.call('GetStartupScript')).toMatchObject({ enabled: false, content: '1' });
  });

  it('restores a hook with its source and state', async () => {
    const hooks = () => stage.resource('unity://hooks');
    const none = await hooks();
    const { journalId: id } = await stage.whole('HookAdd', { type: HEALTH, methodOrSignature: 'Heal' });
    await stage.call('HookSetSource', { signature: HEAL, source: 'return 5;' });
    await stage.call('HookSetEnabled', { signature: HEAL, enabled: false });
    const some = await hooks();
    const restore = await undoOf('HookRemove', { signature: HEAL });
    await restore();
    expect(await hooks()).toEqual(some);
    expect(await stage.call('HookGetSource', { signature: HEAL })).toMatchObject({ source: 'return 5;' });
    await stage.call('UndoWrite', { id, force: true });
    expect(await hooks()).toEqual(none);
  });

  it('removes the test interface that was spawned', async () => {
    const { journalId: id } = await stage.whole('SpawnTestUi');
    const { undo: planned } = await stage.whole('UndoWrite', { id, dryRun: true });
    const { journalId: own, undo } = await stage.whole('UndoWrite', { id });
    expect(undo).toMatch(/^none: .*SpawnTestUi/);
    expect(planned).toBe(undo);
    expect(await stage.fail('UndoWrite', { id: own })).toMatchObject({ kind: 'InvalidArgument' });
    expect((await stage.entries()).find(({ Id }) => Id === own)).not.toHaveProperty('Undo');
    expect(await stage.call('SearchObjects', { name: 'McpTest' })).toMatchObject({ Total: 0 });
  });

  it('says that nothing is left to undo where the value is as before, also with force', async () => {
    const { journalId: id } = await stage.whole('SetActive', { objectId: turret, active: false });
    await engine.call('object.activate', { id: turret, active: true });
    const failure = await stage.fail('UndoWrite', { id, force: true });
    expect(failure).toMatchObject({ kind: 'Conflict', hint: expect.stringContaining('ListJournal') });
    expect(failure.message).toMatch(/no effect that is left to undo: .* is already true/);
    await engine.call('object.activate', { id: turret, active: false });
    await stage.call('UndoWrite', { id });
    const again = await stage.fail('UndoWrite', { id, force: true });
    expect(again.message).toContain('was undone by');
    expect((await stage.fail('UndoWrite', { id: 0 })).hint).toContain('ListJournal');
  });

  it('says what the value is and was if the scene has moved it, and force restores it all the same', async () => {
    const crate = await stage.idOf('Crate 6');
    const at = { object: crate, type: position.componentType, name: position.member };
    // The crate may still fall.
    await engine.call('time.set', { scale: 0, lock: true });
    const before = (await engine.call('member.read', at)).json;
    const { journalId: id } = await stage.whole('SetMember', {
      objectId: crate,
      ...position,
      jsonValue: { x: 1, y: 30, z: 1 },
    });
    await engine.call('time.set', { scale: 1, lock: false });
    await expect
      .poll(async () => ((await engine.call('member.read', at)).json as { y: number }).y)
      .toBeLessThan(29);
    await engine.call('time.set', { scale: 0, lock: true });
    const failure = await stage.fail('UndoWrite', { id });
    expect(failure.kind).toBe('Conflict');
    expect(failure.message).toMatch(
      /Crate 6 \(.*\) is now .*, and was .*"y":30.* the scene itself did \(physics/,
    );
    expect(failure.hint).toContain(`UndoWrite {"id":${id},"force":true} sets`);
    await stage.call('UndoWrite', { id, force: true });
    expect((await engine.call('member.read', at)).json).toEqual(before);
    await engine.call('time.set', { scale: 1, lock: false });
  });

  it('names the newer write that has changed the value, which is undone first', async () => {
    const { journalId: first } = await stage.whole('SetActive', { objectId: turret, active: false });
    const { journalId: second } = await stage.whole('SetActive', { objectId: turret, active: true });
    const { message, hint } = await stage.fail('UndoWrite', { id: first });
    expect(message).toContain(`SetActive (entry ${second}) did that`);
    expect(hint).toContain(`UndoWrite {"id":${second}}`);
    await stage.call('UndoWrite', { id: second });
    await stage.call('UndoWrite', { id: first });
    expect(await stage.call('GetObject', { id: turret })).toMatchObject({ Active: true });
  });

  it('undoes all after a revision, the newest first, and names what it leaves', async () => {
    const { revision } = await stage.whole('GetStatus');
    const { valueJson } = await stage.call('ReadComponentMember', {
      objectId: turret,
      componentType: HEALTH,
      name: 'maximum',
    });
    const set = (jsonValue: number) =>
      stage.call('SetMember', { objectId: turret, componentType: HEALTH, member: 'maximum', jsonValue });
    await set(300);
    await stage.call('SetClipboardText', { text: 'theirs' }, { principal: 'ada' });
    await stage.call('ConsoleEval', { code: '1' });
    await set(400);
    const plan = await stage.whole('UndoWrite', { since: revision, mine: true, dryRun: true });
    expect(plan).toMatchObject({ undone: [revision + 8, revision + 2], left: [{ id: revision + 6 }] });
    const done = await stage.whole('UndoWrite', { since: revision, mine: true, expectDigest: plan.digest });
    expect(done).toMatchObject({
      undone: [revision + 8, revision + 2],
      left: [{ id: revision + 6, tool: 'ConsoleEval', why: expect.stringContaining('cannot be undone') }],
    });
    const { valueJson: after } = await stage.call('ReadComponentMember', {
      objectId: turret,
      componentType: HEALTH,
      name: 'maximum',
    });
    expect(after).toBe(valueJson);
    expect(await stage.call('GetClipboard')).toMatchObject({ Preview: '"theirs" (System.String)' });
    const rest = await stage.whole('UndoWrite', { since: revision });
    expect(rest.undone).toContain(revision + 4);
  });

  it('needs an id or a revision, and says so when there is nothing to undo', async () => {
    expect(await stage.fail('UndoWrite')).toMatchObject({ kind: 'InvalidArgument' });
    expect(await stage.fail('UndoWrite', { id: 1, since: 1 })).toMatchObject({ kind: 'InvalidArgument' });
    const { revision } = await stage.whole('GetStatus');
    expect(await stage.fail('UndoWrite', { since: revision })).toMatchObject({ kind: 'NotFound' });
  });
});
