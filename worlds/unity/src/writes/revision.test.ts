import { beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

describe('the revision', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open({ grants: OPEN });
  });

  it('is in every read, and grows with each write', async () => {
    expect(await stage.whole('GetStatus')).toMatchObject({ revision: 0 });
    const { revision, journalId } = await stage.whole('SetClipboardText', { text: 'a' });
    expect([revision, journalId]).toEqual([2, 2]);
    for (const name of ['GetStatus', 'ListScenes', 'TailLogs', 'GetConfig', 'ListJournal', 'MousePick']) {
      expect(await stage.whole(name), name).toMatchObject({ revision: 2 });
    }
  });

  it('does not grow with a refused call', async () => {
    const { revision } = await stage.whole('GetStatus');
    await stage.fail('SetActive', { objectId: 'obj:999999', active: true });
    expect(await stage.whole('GetStatus')).toMatchObject({ revision });
  });

  it('does not grow with a call that the engine refuses', async () => {
    const { revision } = await stage.whole('GetStatus');
    const turret = await stage.idOf('Turret');
    const failure = await stage.fail('Reparent', { objectId: turret, newParentId: turret });
    expect(failure.kind).toBe('InvalidArgument');
    expect(await stage.whole('GetStatus')).toMatchObject({ revision });
    expect((await stage.entries())[0]).toMatchObject({ Tool: 'Reparent', Outcome: 'failed' });
  });

  it('grows with a call that fails in the engine after it began', async () => {
    const { revision } = await stage.whole('GetStatus');
    await stage.fail('ConsoleEval', { code: 'throw new Error("late")' });
    expect((await stage.whole('GetStatus')).revision).toBeGreaterThan(revision);
  });

  it('guards a write: a newer one is a Conflict that lists what changed', async () => {
    const { revision } = await stage.whole('GetStatus');
    await stage.whole('SetClipboardText', { text: 'b', ifRevision: revision });
    const turret = await stage.idOf('Turret');
    await stage.call('SelectObject', { objectId: turret }, { principal: 'ada' });
    const failure = await stage.fail('SetClipboardText', { text: 'c', ifRevision: revision });
    expect(failure).toMatchObject({
      kind: 'Conflict',
      message: expect.stringMatching(/SelectObject the selection; \d+ SetClipboardText the clipboard/),
      hint: expect.stringContaining(`ListJournal {"since":${revision}}`),
      detail: {
        total: 2,
        changes: [{ tool: 'SelectObject', principal: 'ada (stage)' }, { principal: 'local (stage)' }],
      },
    });
    expect(await stage.call('GetClipboard')).toMatchObject({ Preview: '"b" (System.String)' });
  });

  it('that is not there yet says that revisions begin with the server', async () => {
    const failure = await stage.fail('SetClipboardText', { text: 'c', ifRevision: 99_999 });
    expect(failure).toMatchObject({ kind: 'Conflict', message: expect.stringContaining('begin at 0') });
  });

  it('lets one of two writes pass that expect the same', async () => {
    const { revision } = await stage.whole('GetStatus');
    const texts = ['one', 'two', 'three'];
    const results = await Promise.all(
      texts.map(text => stage.result('SetClipboardText', { text, ifRevision: revision })),
    );
    expect(results.filter(({ isError }) => isError !== true)).toHaveLength(1);
  });

  it('gives a retry with its operation key the first answer, whatever came between', async () => {
    const { revision } = await stage.whole('GetStatus');
    const args = { text: 'keyed', ifRevision: revision, operationKey: 'k-1' };
    const first = await stage.whole('SetClipboardText', args);
    await stage.call('SetClipboardText', { text: 'other' });
    expect(await stage.whole('SetClipboardText', args)).toEqual(first);
    expect(await stage.call('GetClipboard')).toMatchObject({ Preview: '"other" (System.String)' });
  });
});
