import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

const COLOR = { componentType: 'UnityEngine.MeshRenderer', member: 'color' };
const HEALTH = { componentType: 'Worldwire.Health', member: 'maximum' };

describe('UndoWrite since a revision', () => {
  let engine: Engine;
  let stage: Stage;
  let turret: string;
  let crate: string;
  beforeAll(async () => {
    engine = await openEmbedded();
    stage = await Stage.open({ grants: OPEN, engine });
    turret = await stage.idOf('Turret');
    crate = await stage.idOf('Crate 1');
  });
  afterAll(() => engine.close());
  const read = async (objectId: string, { componentType, member: name }: typeof COLOR) =>
    (await stage.call('ReadComponentMember', { objectId, componentType, name })).valueJson;
  const revisionNow = async () => (await stage.whole('GetStatus')).revision;
  const paint = (jsonValue: string) => stage.whole('SetMember', { objectId: crate, ...COLOR, jsonValue });

  it('leaves out an undo together with the write that it reverted', async () => {
    const since = await revisionNow();
    const before = await read(crate, COLOR);
    const { journalId } = await paint('"red"');
    await stage.call('UndoWrite', { id: journalId });
    const failure = await stage.fail('UndoWrite', { since });
    expect(failure).toMatchObject({ kind: 'NotFound', message: 'There is nothing to undo.' });
    expect(await read(crate, COLOR)).toEqual(before);
  });

  it('can be undone by its own journalId, and undone again', async () => {
    const since = await revisionNow();
    const before = await read(crate, COLOR);
    await paint('"red"');
    await paint('"green"');
    await stage.call('SetActive', { objectId: turret, active: false });
    const after = await read(crate, COLOR);
    const plan = await stage.whole('UndoWrite', { since, dryRun: true });
    expect(plan.undo).toBe('UndoWrite with the journalId of the write');
    const { journalId: id, undo } = await stage.whole('UndoWrite', { since });
    expect(undo).toBe(`UndoWrite {"id":${id}}`);
    expect(await read(crate, COLOR)).toEqual(before);
    const redo = await stage.whole('UndoWrite', { id });
    expect(redo.undone).toEqual([id]);
    expect(await read(crate, COLOR)).toEqual(after);
    expect(await stage.call('GetObject', { id: turret })).toMatchObject({ Active: false });
    await stage.call('UndoWrite', { id: redo.journalId });
    expect(await read(crate, COLOR)).toEqual(before);
    expect(await stage.call('GetObject', { id: turret })).toMatchObject({ Active: true });
  });

  it('tells two objects with one path apart, and knows an object that was renamed', async () => {
    const create = async () => (await engine.call('object.create', { name: 'Twin' })).id;
    const [first, second] = [await create(), await create()];
    const since = await revisionNow();
    await stage.call('SetActive', { objectId: first, active: false });
    await engine.call('object.activate', { id: first, active: true });
    await stage.call('SetActive', { objectId: second, active: false });
    const left = (await stage.whole('UndoWrite', { since })).left as { why: string }[];
    expect(left).toHaveLength(1);
    expect(left[0]?.why).toContain('the scene itself did');
    expect(await stage.call('GetObject', { id: second })).toMatchObject({ Active: true });

    const { journalId: id } = await stage.whole('SetActive', { objectId: first, active: false });
    const name = { object: first, type: 'UnityEngine.GameObject', name: 'name' };
    await engine.call('member.write', { ...name, value: 'Other' });
    const { journalId: newer } = await stage.whole('SetActive', { objectId: first, active: true });
    expect((await stage.fail('UndoWrite', { id })).message).toContain(`SetActive (entry ${newer}) did that`);
    for (const each of [first, second]) await engine.call('object.destroy', { id: each });
  });

  it('gives the state at that revision, whatever was written and undone since', async () => {
    const health = (value: number) =>
      stage.call('SetMember', { objectId: turret, ...HEALTH, jsonValue: value });
    const state = async () => [
      await read(crate, COLOR),
      await read(turret, HEALTH),
      (await stage.call('GetObject', { id: turret })).Active,
    ];
    const action = fc.oneof(
      fc.record({ color: fc.constantFrom('"red"', '"green"', '"blue"') }),
      fc.record({ health: fc.integer({ min: 300, max: 302 }) }),
      fc.record({ active: fc.boolean() }),
      fc.record({ undo: fc.nat(5), force: fc.boolean() }),
      fc.record({ back: fc.nat(5) }),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.array(action, { maxLength: 12 }),
        fc.nat(12),
        fc.boolean(),
        async (actions, at, force) => {
          const states = new Map([[await revisionNow(), await state()]]);
          for (const each of actions) {
            const newest = await revisionNow();
            if ('color' in each) await paint(each.color);
            else if ('health' in each) await health(each.health);
            else if ('active' in each)
              await stage.call('SetActive', { objectId: turret, active: each.active });
            else if ('undo' in each)
              await stage.result('UndoWrite', { id: Math.max(1, newest - each.undo), force: each.force });
            else await stage.result('UndoWrite', { since: Math.max(0, newest - each.back) });
            states.set(await revisionNow(), await state());
          }
          const revisions = [...states.keys()];
          const since = revisions[at % revisions.length] as number;
          await stage.result('UndoWrite', { since, force });
          expect(await state()).toEqual(states.get(since));
        },
      ),
      { numRuns: 60 },
    );
  });
});
