import { type Engine, EngineError } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

const HEALTH = 'Worldwire.Health';
const RENDERER = 'UnityEngine.MeshRenderer';
const config = { componentAllowlist: [HEALTH, RENDERER, 'UnityEngine.Light'] };

describe('UndoWrite of RemoveComponent', () => {
  let engine: Engine;
  let stage: Stage;
  let objectId: string;
  beforeAll(async () => {
    engine = await openEmbedded();
    await engine.call('time.set', { scale: 0, lock: true });
    stage = await Stage.open({ grants: OPEN, engine, config });
    objectId = await stage.idOf('Turret');
  });
  afterAll(() => engine.close());

  const types = async () =>
    (await engine.call('component.list', { object: objectId })).items.map(({ type }) => type);
  const health = async () =>
    (await engine.call('member.read', { object: objectId, type: HEALTH, name: 'current' })).json;
  const remove = (typeOrIndex: string) => stage.whole('RemoveComponent', { objectId, typeOrIndex });
  const undo = (id: unknown) => stage.whole('UndoWrite', { id });

  it('restores the component with its values at its place, and so does the undo of the undo of the undo', async () => {
    await engine.call('member.write', { object: objectId, type: HEALTH, name: 'current', value: 17 });
    const before = await types();
    const removed = await remove('Health');
    expect(removed.undo).toBe(`UndoWrite {"id":${removed.journalId}}`);
    expect(await types()).not.toContain(HEALTH);
    const undone = await undo(removed.journalId);
    expect([await types(), await health()]).toEqual([before, 17]);
    const redone = await undo(undone.journalId);
    expect(await types()).not.toContain(HEALTH);
    await undo(redone.journalId);
    expect([await types(), await health()]).toEqual([before, 17]);
  });

  it('of several types works in any order, and all at once', async () => {
    const before = await types();
    const first = await remove(HEALTH);
    const second = await remove(RENDERER);
    await undo(first.journalId);
    await undo(second.journalId);
    expect((await types()).toSorted()).toEqual(before.toSorted());
    const { revision } = await remove(HEALTH);
    await remove(RENDERER);
    await stage.whole('AddComponent', { objectId, type: 'UnityEngine.Light' });
    await remove('Light');
    const all = await stage.whole('UndoWrite', { since: Number(revision) - 1 });
    expect(all).not.toHaveProperty('left');
    expect((await types()).toSorted()).toEqual(before.toSorted());
  });

  it('fails where a new component of the type has its place', async () => {
    const { journalId } = await remove(HEALTH);
    const added = await stage.whole('AddComponent', { objectId, type: HEALTH });
    expect(await stage.fail('UndoWrite', { id: journalId })).toMatchObject({
      kind: 'Conflict',
      hint: expect.stringContaining(`UndoWrite {"id":${added.journalId}}`),
    });
    await undo(added.journalId);
    await undo(journalId);
    expect(await health()).toBe(17);
  });

  it('is not promised for an engine that does not keep removed components, and the dry run says why', async () => {
    const old: Engine = {
      process: engine.process,
      get state() {
        return engine.state;
      },
      call: async (name, params, options) => {
        if (name === 'component.restore') throw new EngineError('unsupported', 'there is no operation');
        const result = await engine.call(name, params, options);
        if (name === 'engine.describe') {
          const { operations } = result as { operations: readonly string[] };
          return { ...result, operations: operations.filter(each => each !== 'component.restore') };
        }
        const { kept: _, ...rest } = result as { kept?: string };
        return name === 'component.remove' ? (rest as typeof result) : result;
      },
      listen: listener => engine.listen(listener),
      close: async () => {},
    };
    const other = await Stage.open({ grants: OPEN, engine: old, config });
    const args = { objectId, typeOrIndex: RENDERER };
    const { undo: planned, digest } = await other.whole('RemoveComponent', { ...args, dryRun: true });
    expect(planned).toMatch(/^none: the engine does not keep removed components/);
    expect((await other.whole('RemoveComponent', { ...args, expectDigest: digest })).undo).toBe(planned);
  });
});
