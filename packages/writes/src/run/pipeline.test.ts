import { MemoryJournal } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';
import { describe, expect, it } from 'vitest';
import { FailingJournal } from '../testing/failing-journal.js';
import { WriteStage } from '../testing/write-stage.js';

describe('a write', () => {
  it('is not done where its intent cannot be recorded, and its key stays unused', async () => {
    const journal = new FailingJournal();
    const stage = await WriteStage.open({ journal });
    await stage.set('b', 1);
    journal.failures.push(true);
    const call = stage.set('a', 1, 'ann', { operationKey: 'k' });
    await expect(call).rejects.toThrow(/^NotReady: .*The disk is full/);
    expect(stage.values).toEqual([0, 1]);
    await stage.set('a', 1, 'ann', { operationKey: 'k' });
    expect(stage.values).toEqual([1, 1]);
  });

  it('says that its outcome is not recorded where the journal fails after it, and is not repeated', async () => {
    const journal = new FailingJournal();
    let runs = 0;
    const stage = await WriteStage.open({ journal, onRun: when => void (when === 'after' && runs++) });
    await stage.set('b', 1);
    journal.failures.push(false, true);
    const call = () => stage.set('a', 1, 'ann', { operationKey: 'k' });
    await expect(call()).rejects.toThrow(
      /^NotReady: set_level: the outcome \(done\) could not be recorded\..*new operationKey/s,
    );
    expect([stage.values, runs]).toEqual([[1, 1], 2]);
    await expect(call()).rejects.toThrow(/^Conflict: It is unknown whether this set_level was done/);
    expect(runs).toBe(2);
  });

  it('has an unknown outcome after a crash between intent and outcome: the list, a retry and its undo say so', async () => {
    const [journal, levels] = [
      new FailingJournal(),
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
    ];
    const killed = await WriteStage.open({ journal, levels });
    await killed.set('b', 1);
    journal.failures.push(false, true);
    await expect(killed.set('a', 1, 'ann', { operationKey: 'k' })).rejects.toThrow();
    const stage = await WriteStage.open({ journal, levels });
    const { items } = (await stage.call('list_writes', {})) as {
      items: { revision: number; outcome: string }[];
    };
    expect(items.map(({ outcome }) => outcome)).toEqual(['unsure', 'done']);
    await expect(stage.set('a', 1, 'ann', { operationKey: 'k' })).rejects.toThrow(/server stopped before/);
    const undo = stage.call('undo_write', { revision: items[0]?.revision });
    await expect(undo).rejects.toThrow(/^Conflict: It is unknown whether revision 3 \(set_level\) was done/);
    await stage.call('undo_write', { since: 0 });
    expect(stage.values).toEqual([1, 0]);
  });

  it('may have been done where its world throws something unexpected', async () => {
    const failing = { is: false };
    const stage = await WriteStage.open({
      onRun: when => {
        if (failing.is && when === 'after') throw new TypeError('a bug');
      },
    });
    failing.is = true;
    await expect(stage.set('a', 1, 'ann', { operationKey: 'k' })).rejects.toThrow(/failed unexpectedly/);
    const { items } = await stage.call('list_writes', {});
    expect(items).toMatchObject([{ outcome: 'unsure' }]);
    await expect(stage.set('a', 1, 'ann', { operationKey: 'k' })).rejects.toThrow(/^Conflict: It is unknown/);
    await expect(stage.call('undo_write', { revision: 2 })).rejects.toThrow(/may not have been done/);
  });

  it('has the revision of the newest change, although the journal kept only failures after it', async () => {
    const refusing = { is: false };
    const stage = await WriteStage.open({
      journal: new MemoryJournal({ maxCharacters: 2_000 }),
      onRun: () => {
        if (refusing.is) throw new WorldError('NotFound', 'It is gone.', 'Read the level.');
      },
    });
    const changed = await stage.set('a', 1);
    refusing.is = true;
    for (let tries = 0; tries < 20; tries++) await expect(stage.set('a', 2)).rejects.toThrow('It is gone.');
    expect(await stage.call('list_writes', {})).toMatchObject({ revision: changed });
    refusing.is = false;
    await stage.set('a', 2, 'ann', { ifRevision: changed });
    expect(stage.values).toEqual([2, 0]);
  });

  it('that the world limits is an error with both values, and is not undone as if nothing was changed', async () => {
    const stage = await WriteStage.open();
    await expect(stage.set('a', 500)).rejects.toThrow(/^Conflict: .*100 instead of 500/);
    expect(stage.values).toEqual([100, 0]);
    await expect(stage.call('undo_write', { revision: 2 })).rejects.toThrow(
      /failed, and left another value than it asked for/,
    );
  });

  it('is done once by two servers on one journal', async () => {
    const [journal, levels] = [
      new MemoryJournal(),
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
    ];
    const [one, two] = [
      await WriteStage.open({ journal, levels }),
      await WriteStage.open({ journal, levels }),
    ];
    const first = await one.set('a', 1, 'ann', { operationKey: 'k' });
    await one.set('a', 2);
    expect(await two.set('a', 1, 'ann', { operationKey: 'k' })).toBe(first);
    expect(one.values).toEqual([2, 0]);
    await expect(two.set('a', 3, 'ann', { ifRevision: first })).rejects.toThrow(/^Conflict/);
  });

  it('that is not permitted is neither planned nor done', async () => {
    const permitted = { is: true };
    const stage = await WriteStage.open({
      permit: () => {
        if (!permitted.is) throw new WorldError('PermissionDenied', 'The garden is closed.', 'Wait.');
      },
    });
    await stage.set('a', 1);
    permitted.is = false;
    for (const more of [{}, { dryRun: true }, { operationKey: 'k' }])
      await expect(stage.set('a', 2, 'ann', more)).rejects.toThrow('The garden is closed.');
    const writes = [{ tool: 'set_level', arguments: { name: 'a', value: 2 } }];
    await expect(stage.call('batch', { writes })).rejects.toThrow('The garden is closed.');
    await expect(stage.call('undo_write', { since: 0 })).rejects.toThrow('The garden is closed.');
    expect(stage.values).toEqual([1, 0]);
    permitted.is = true;
    await stage.set('a', 2, 'ann', { operationKey: 'k' });
  });

  it('has a key for one request, and a plan for one digest', async () => {
    const stage = await WriteStage.open();
    await stage.set('a', 1, 'ann', { operationKey: 'k' });
    await expect(stage.set('a', 2, 'ann', { operationKey: 'k' })).rejects.toThrow(/another request/);
    const call = { name: 'a', value: 3 };
    const { digest } = await stage.call('set_level', { ...call, dryRun: true });
    await stage.set('a', 2);
    await expect(stage.call('set_level', { ...call, expectDigest: digest })).rejects.toThrow(
      /plan of this write/,
    );
    const stale = { ...call, dryRun: true, ifRevision: 2 };
    await expect(stage.call('set_level', stale)).rejects.toThrow(/revision 4 instead of 2/);
    expect(stage.values).toEqual([2, 0]);
  });

  it('that failed has its failure in the log, and a retry does not try again', async () => {
    const failing = { is: true };
    const stage = await WriteStage.open({
      onRun: when => {
        if (failing.is && when === 'before')
          throw new WorldError('NotFound', 'It is gone.', 'Read the level.');
      },
    });
    await expect(stage.set('a', 1, 'ann', { operationKey: 'k' })).rejects.toThrow('It is gone.');
    failing.is = false;
    await expect(stage.set('a', 1, 'ann', { operationKey: 'k' })).rejects.toThrow(
      /^NotFound: It is gone\..*first call with this operation key/s,
    );
    expect(stage.values).toEqual([0, 0]);
    expect((await stage.call('list_writes', {})).items).toMatchObject([{ outcome: 'failed' }]);
  });

  it('waits for the one before, so that its plan has the value that it leaves', async () => {
    const stage = await WriteStage.open();
    const answers = await Promise.all([1, 2, 3].map(value => stage.call('set_level', { name: 'a', value })));
    expect(answers.map(({ before, after }) => [before, after])).toEqual([
      [0, 1],
      [1, 2],
      [2, 3],
    ]);
  });
});
