import { beforeAll, describe, expect, it } from 'vitest';
import { alteredEngine, CLOSED, OPEN, Stage } from '../stage.test.js';

const HEALTH = 'Worldwire.Health';
const LISTS = {
  reflectionAllowlistMembers: [
    `${HEALTH}.maximum`,
    `${HEALTH}.Heal`,
    `${HEALTH}.current`,
    'UnityEngine.Transform.parent',
  ],
};

describe('the journal', () => {
  let stage: Stage;
  let turret: string;
  beforeAll(async () => {
    stage = await Stage.open({ grants: OPEN, config: LISTS });
    turret = await stage.idOf('Turret');
  });
  const newest = async () => (await stage.entries())[0] as { Id: number; Undone?: boolean };
  const undo = async () => stage.call('UndoWrite', { id: (await newest()).Id });
  const undoFails = async () => stage.fail('UndoWrite', { id: (await newest()).Id });
  const read = async (componentType: string, name: string) =>
    (await stage.call('ReadComponentMember', { objectId: turret, componentType, name })).valueJson;

  it('lists principal, tool, before, after and outcome, newest first', async () => {
    await stage.call('SetActive', { objectId: turret, active: false }, { principal: 'ada' });
    expect(await newest()).toEqual({
      Id: expect.any(Number),
      At: '2026-01-01T00:00:00.000Z',
      Principal: 'ada (stage)',
      Tool: 'SetActive',
      Arguments: { objectId: turret, active: false },
      Before: true,
      After: false,
      Outcome: 'done',
      Undo: expect.stringMatching(/^UndoWrite \{"id":\d+\}$/),
    });
    await undo();
  });

  it('has at most 1,000 refusals of a principal without the right to write', async () => {
    const shared = await Stage.open({ grants: OPEN });
    const refused = (principal: string) => shared.fail('ClearClipboard', {}, { principal, rights: ['read'] });
    for (let nth = 0; nth < 1_005; nth++) await refused('eve');
    const of = async () => (await shared.call<{ Total: number }>('ListJournal', { limit: 1 })).Total;
    expect(await of()).toBe(1_000);
    await refused('ada');
    expect(await of()).toBe(1_001);
  });

  it('has one entry for each refusal and each failure too', async () => {
    const count = async () => (await stage.entries()).length;
    const before = await count();
    await stage.fail('SetActive', { objectId: 'obj:999999999', active: true });
    await stage.fail('SetActive', { objectId: turret });
    await stage.fail('AddComponent', { objectId: turret, type: 'UnityEngine.Light' });
    await stage.call('SetConfig', { requireConfirm: false });
    await stage.fail('SetConfig', { hookAllowlistSignatures: ['X'] });
    expect(await count()).toBe(before + 5);
    const outcomes = (await stage.entries()).slice(0, 5).map(({ Outcome }) => Outcome);
    expect(outcomes).toEqual(['denied', 'done', 'denied', 'failed', 'failed']);
  });

  it('lists a thousand writes with short texts', async () => {
    const own = await Stage.open({ grants: OPEN });
    for (let count = 0; count < 1_010; count++)
      await own.call('SetClipboardText', { text: 'x'.repeat(5_000) });
    const page = await own.call<{ Total: number; Items: { Id: number; Arguments: { text: string } }[] }>(
      'ListJournal',
      { limit: 1 },
    );
    expect(page.Total).toBe(1_000);
    expect(page.Items[0]?.Id).toBe(2_020);
    expect(page.Items[0]?.Arguments.text).toHaveLength(500);
    expect(await own.call('ListJournal', { limit: 1, offset: 999 })).toMatchObject({ Items: [{ Id: 22 }] });
  });

  it('in memory drops its oldest writes, with what undoes them', async () => {
    const own = await Stage.open({ grants: OPEN });
    for (let count = 0; count < 600; count++)
      await own.call('SetClipboardText', { text: `${count} ${'x'.repeat(16_000)}` });
    expect((await own.fail('UndoWrite', { id: 2 })).kind).toBe('NotFound');
    const { Total } = await own.call<{ Total: number }>('ListJournal', { limit: 1 });
    expect(Total).toBeGreaterThan(400);
    expect(Total).toBeLessThan(600);
    await own.call('UndoWrite', { id: 1_200 });
    expect((await own.call<{ Preview: string }>('GetClipboard')).Preview).toMatch(/^"598 x/);
  });

  it('can be read while writes are off', async () => {
    const closed = await Stage.open({ grants: CLOSED });
    await closed.fail('ClearClipboard');
    expect(await closed.entries()).toMatchObject([{ Tool: 'ClearClipboard', Outcome: 'denied' }]);
  });

  it('UndoWrite puts back a switch, and is in the journal itself', async () => {
    await stage.call('SetActive', { objectId: turret, active: false });
    const { Id } = await newest();
    expect(await undo()).toEqual({ ok: true, before: false, after: true, undone: [Id] });
    expect(await stage.call('GetObject', { id: turret })).toMatchObject({ Active: true });
    const [own, undone] = await stage.entries();
    expect(own).toMatchObject({ Tool: 'UndoWrite', Arguments: { id: Id }, Before: false, After: true });
    expect(undone).toMatchObject({ Id, Undone: true });
  });

  it('UndoWrite puts back a member', async () => {
    const args = { objectId: turret, componentType: HEALTH, member: 'maximum', jsonValue: '777' };
    await stage.call('SetMember', args);
    await undo();
    expect(await read(HEALTH, 'maximum')).toBe(250);
  });

  it('UndoWrite puts back a member that the scene had changed in its own way', async () => {
    const args = { objectId: turret, componentType: HEALTH, member: 'current', jsonValue: '-5' };
    expect((await stage.fail('SetMember', args)).kind).toBe('Conflict');
    await undo();
    expect(await read(HEALTH, 'current')).toBe(250);
  });

  it('UndoWrite puts back a parent', async () => {
    const crate = await stage.idOf('Crate 1');
    await stage.call('Reparent', { objectId: crate, newParentId: null });
    await undo();
    expect(await stage.call('GetObject', { id: crate })).toMatchObject({ Path: '/Arena/Crates/Crate 1' });
  });

  it('UndoWrite puts an object back to its place among its siblings, and leaves a name that it got since', async () => {
    const crates = await stage.idOf('Crates');
    const order = async () =>
      (await stage.call<{ Items: { Id: string }[] }>('ListChildren', { objectId: crates })).Items.map(
        ({ Id }) => Id,
      );
    const before = await order();
    const crate = before[1] as string;
    const { Name } = await stage.call<{ Name: string }>('GetObject', { id: crate });
    await stage.call('Reparent', { objectId: crate, newParentId: turret });
    await undo();
    expect(await order()).toEqual(before);
    expect(await stage.call('GetObject', { id: crate })).toMatchObject({ Name });
    await stage.call('Reparent', { objectId: crate, newParentId: null });
    const renaming = { object: crate, type: 'UnityEngine.GameObject', name: 'name' };
    await stage.engine.call('member.write', { ...renaming, value: 'Renamed' });
    await undo();
    expect(await order()).toEqual(before);
    expect(await stage.call('GetObject', { id: crate })).toMatchObject({ Name: 'Renamed' });
    await stage.engine.call('member.write', { ...renaming, value: Name });
  });

  it('UndoWrite fails if the scene does not restore the name of an object', async () => {
    const engine = await alteredEngine((operation, params, call) => {
      const renamed = operation === 'object.reparent' && { name: 'Body2' };
      return call(operation, { ...params, ...renamed });
    });
    const own = await Stage.open({ grants: OPEN, engine });
    const { id } = await engine.call('object.create', { name: 'Body' });
    await own.call('Reparent', { objectId: id, newParentId: await own.idOf('Turret') });
    const failure = await own.fail('UndoWrite', { id: (await own.entries())[0]?.Id });
    expect(failure).toMatchObject({ kind: 'Conflict', message: expect.stringContaining('"Body2"') });
    await engine.call('object.destroy', { id });
    await own.close();
  });

  it('UndoWrite puts back the selection and the clipboard', async () => {
    await stage.call('SelectObject', { objectId: turret });
    await stage.call('SelectObject', { objectId: await stage.idOf('Player') });
    await undo();
    expect(await stage.call('GetSelection')).toEqual({ ActiveId: turret, Items: [turret] });
    await stage.call('SetClipboardText', { text: 'first' });
    await stage.call('SetClipboardObject', { objectId: turret });
    await undo();
    expect(await stage.call('GetClipboard')).toMatchObject({ Preview: '"first" (System.String)' });
    await stage.call('ClearClipboard');
    await undo();
    expect(await stage.call('GetClipboard')).toMatchObject({ HasValue: true });
  });

  it('UndoWrite puts back time and freecam', async () => {
    await stage.call('SetTimeScale', { value: 2, lock: true });
    await undo();
    expect(await stage.call('GetTimeScale')).toEqual({ ok: true, value: 1, locked: false });
    const before = await stage.call('GetFreecam');
    await stage.call('SetFreecamSpeed', { speed: 3 });
    await undo();
    await stage.call('SetFreecamPose', { pos: { X: 1, Y: 2, Z: 3 }, rot: { X: 4, Y: 5, Z: 6 } });
    await undo();
    await stage.call('SetFreecamEnabled', { enabled: true });
    await undo();
    const { UsingGameCamera: _, ...rest } = before;
    expect(await stage.call('GetFreecam')).toMatchObject(rest);
  });

  it('UndoWrite names the reason: no entry, undone already, changed again, destroyed, or nothing to undo', async () => {
    expect((await stage.fail('UndoWrite', { id: 99_999 })).kind).toBe('NotFound');

    await stage.call('SetClipboardText', { text: 'a' });
    const { Id } = await newest();
    await undo();
    expect(await stage.fail('UndoWrite', { id: Id })).toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining('was undone by'),
    });

    await stage.call('SetActive', { objectId: turret, active: false });
    const { Id: first } = await newest();
    await stage.call('SetActive', { objectId: turret, active: true });
    expect(await stage.fail('UndoWrite', { id: first })).toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining('has changed again'),
    });

    const enemy = await stage.idOf('Enemy 1');
    await stage.call('SetActive', { objectId: enemy, active: false });
    const { Id: onEnemy } = await newest();
    await stage.planned('DestroyObject', { objectId: enemy });
    expect(await stage.fail('UndoWrite', { id: onEnemy })).toMatchObject({ kind: 'Conflict' });
    expect(await stage.fail('UndoWrite', { id: onEnemy + 2 })).toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining('DestroyObject'),
    });

    await stage.fail('SetActive', { objectId: enemy, active: true });
    expect(await undoFails()).toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining('changed nothing'),
    });
  });

  it('UndoWrite of a member needs the member to be allowed still', async () => {
    const own = await Stage.open({ grants: OPEN, config: LISTS });
    const args = { objectId: turret, componentType: HEALTH, member: 'maximum', jsonValue: '800' };
    await own.call('SetMember', args);
    await own.call('SetConfig', { reflectionAllowlistMembers: [] });
    const [, written] = await own.entries();
    await own.denied('UndoWrite', { id: written?.Id });
    const again = await Stage.open({ grants: OPEN, config: LISTS });
    await again.call('SetMember', { ...args, jsonValue: '250' });
  });
});

describe('an operation key', () => {
  it('gives a retry the same answer and changes nothing', async () => {
    const stage = await Stage.open({ grants: OPEN, config: LISTS });
    const turret = await stage.idOf('Turret');
    const args = { objectId: turret, componentType: HEALTH, member: 'current', jsonValue: '100' };
    await stage.call('SetMember', args);
    const heal = { objectId: turret, componentType: HEALTH, method: 'Heal', argsJson: '[10]' };
    const first = await stage.call('CallMethod', heal, { key: 'k-1' });
    const again = await stage.call('CallMethod', heal, { key: 'k-1' });
    expect(first).toMatchObject({ result: 110 });
    expect(again).toEqual(first);
    expect(await stage.call('CallMethod', heal, { key: 'k-2' })).toMatchObject({ result: 120 });
    expect(await stage.call('CallMethod', heal, { key: 'k-1', principal: 'eve' })).toMatchObject({
      result: 130,
    });
    expect((await stage.entries()).filter(({ Tool }) => Tool === 'CallMethod')).toHaveLength(3);
  });

  it('does it once for calls that arrive together', async () => {
    const stage = await Stage.open({ grants: OPEN });
    const results = await Promise.all([
      stage.call('SetClipboardText', { text: 'a' }, { key: 'same' }),
      stage.call('SetClipboardText', { text: 'a' }, { key: 'same' }),
    ]);
    expect(results[0]).toEqual(results[1]);
    expect(await stage.entries()).toHaveLength(1);
  });

  it('stands for one call only', async () => {
    const stage = await Stage.open({ grants: OPEN });
    await stage.call('SetClipboardText', { text: 'a' }, { key: 'k' });
    expect((await stage.fail('SetClipboardText', { text: 'b' }, { key: 'k' })).kind).toBe('Conflict');
    expect((await stage.fail('SetClipboardText', { text: 'a' }, { key: 'a\n' })).kind).toBe(
      'InvalidArgument',
    );
  });

  it('does not keep a failure: a retry runs again', async () => {
    const stage = await Stage.open({ grants: OPEN, config: { requireConfirm: true } });
    await stage.denied('SetClipboardText', { text: 'a' }, { key: 'k' });
    await stage.call('SetClipboardText', { text: 'a', confirm: true }, { key: 'k' });
    await stage.call('SetClipboardText', { text: 'c' }, { key: 'asked', person: 'accept' });
    expect(await stage.call('GetClipboard')).toMatchObject({ Preview: '"c" (System.String)' });
  });
});
