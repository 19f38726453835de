import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { type Journal, MemoryJournal } from '@worldwire/journal';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

/** A journal that outlives the worlds over it. */
class LastingJournal extends MemoryJournal {
  override async close(): Promise<void> {}
}

describe('the journal over a restart of the server', () => {
  let engine: Engine;
  let journal: Journal;
  let stage: Stage;
  beforeAll(async () => {
    engine = await openEmbedded();
    journal = new LastingJournal();
    stage = await Stage.open({ grants: OPEN, engine, journal });
  });
  afterAll(() => engine.close());
  const restart = async () => {
    await stage.unity.close();
    await stage.start();
  };
  const hide = async () => stage.whole('SetActive', { objectId: await stage.idOf('Turret'), active: false });

  it('has the same entries and the same revision, and undo goes on where the scene is the same', async () => {
    const { journalId } = await hide();
    const [entries, { revision }] = [await stage.entries(), await stage.whole('GetStatus')];
    await restart();
    expect(await stage.entries()).toEqual(entries);
    expect(await stage.whole('GetStatus')).toMatchObject({ revision });
    expect(await stage.call('UndoWrite', { id: journalId })).toMatchObject({ before: false, after: true });
  });

  it('gives a retry the first answer', async () => {
    const args = { value: 2, operationKey: 'over-a-restart' };
    const first = await stage.whole('SetTimeScale', args);
    await restart();
    await stage.call('SetTimeScale', { value: 1 });
    expect(await stage.whole('SetTimeScale', args)).toEqual(first);
    expect(await stage.call('GetTimeScale')).toMatchObject({ value: 1 });
  });

  it('refuses to undo what was written to an earlier scene, and restores scripts', async () => {
    const { journalId } = await hide();
    const script = { path: 'kept.cs', content: '1' };
    await stage.call('WriteConsoleScript', script);
    const { revision, journalId: replaced } = await stage.whole('WriteConsoleScript', {
      ...script,
      content: '2',
    });
    const { grants, folder } = stage;
    await stage.unity.close();
    const own = await openEmbedded();
    const next = await Stage.open({ grants, engine: own, journal, folder });
    expect((await next.entries()).find(({ Id }) => Id === journalId)).not.toHaveProperty('Undo');
    expect(await next.fail('UndoWrite', { id: journalId })).toMatchObject({
      kind: 'Conflict',
      message: `The scene was started again after SetActive (entry ${journalId}): what it changed is gone.`,
    });
    const { left } = await next.whole('UndoWrite', { since: Number(journalId) - 1, dryRun: true });
    expect(left).toMatchObject([{ id: journalId, why: expect.stringContaining('was started again') }]);
    await next.call('UndoWrite', { id: replaced });
    expect(await next.call('ReadConsoleScript', { path: script.path })).toMatchObject({ Content: '1' });
    expect((await next.whole('GetStatus')).revision).toBeGreaterThan(revision);
    await next.close();
    await own.close();
  });
});
