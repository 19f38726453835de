import { MemoryJournal } from '@worldwire/journal';
import { describe, expect, it } from 'vitest';
import { WriteStage } from '../testing/write-stage.js';

describe('undo_write', () => {
  it('takes back several writes of one value, newest first, to the value at the revision', async () => {
    const stage = await WriteStage.open();
    const first = await stage.set('a', 1);
    await stage.set('a', 2);
    await stage.set('b', 9);
    await stage.set('a', 3);
    const { undone } = await stage.call('undo_write', { since: first });
    expect(stage.values).toEqual([1, 0]);
    expect(undone).toMatchObject([
      { what: 'the level a', before: 3, after: 2 },
      { what: 'the level b', before: 9, after: 0 },
      { what: 'the level a', before: 2, after: 1 },
    ]);
  });

  it('plans several writes of one value as one change of it', async () => {
    const stage = await WriteStage.open();
    await stage.set('a', 1);
    await stage.set('a', 2);
    const undo = { since: 0, mine: false, force: false };
    expect(await stage.effect('undo_write', undo)).toMatchObject({
      sentence: 'Changes the level a from 2 to 0.',
      items: [{ what: 'overwrites', subject: 'the level a', before: 2, after: 0 }],
    });
    await stage.set('a', 0);
    expect(await stage.effect('undo_write', undo)).toMatchObject({ sentence: 'Changes nothing.', items: [] });
    await stage.set('a', 2);
    expect(stage.values).toEqual([2, 0]);
  });

  it('takes back the own writes alone, where another principal wrote another value in between', async () => {
    const stage = await WriteStage.open();
    await stage.set('a', 1);
    await stage.set('b', 5, 'bob');
    await stage.set('a', 2);
    await stage.call('undo_write', { since: 0, mine: true });
    expect(stage.values).toEqual([0, 5]);
  });

  it('does not overwrite a value that another principal wrote in between, and force does', async () => {
    const stage = await WriteStage.open();
    await stage.set('a', 1);
    await stage.set('a', 7, 'bob');
    await expect(stage.call('undo_write', { since: 0, mine: true })).rejects.toThrow(
      /^Conflict: Revision 2 \(set_level\) left the level a at 1, and now it is 7; the value before was 0\. Nothing was changed\./,
    );
    expect(stage.values).toEqual([7, 0]);
    await stage.call('undo_write', { since: 0, mine: true, force: true });
    expect(stage.values).toEqual([0, 0]);
  });

  it('leaves out an own undo together with the write that it undid', async () => {
    const stage = await WriteStage.open();
    const first = await stage.set('a', 1);
    await stage.call('undo_write', { revision: first });
    await stage.set('b', 4);
    const { undone } = await stage.call('undo_write', { since: 0, mine: true });
    expect(undone).toMatchObject([{ what: 'the level b' }]);
    expect(stage.values).toEqual([0, 0]);
  });

  it('refuses a write of a tool that the world no longer has, and changes nothing of the others', async () => {
    const [journal, levels] = [
      new MemoryJournal(),
      new Map([
        ['a', 0],
        ['b', 0],
      ]),
    ];
    const earlier = await WriteStage.open({ journal, levels });
    await earlier.call('set_again', { name: 'a', value: 1 });
    const kept = await earlier.set('b', 2);
    const stage = await WriteStage.open({ journal, levels, without: ['set_again'] });
    const gone = /^Conflict: Revision 2 is undone by set_again, which this world does not have\./;
    await expect(stage.call('undo_write', { revision: 2 })).rejects.toThrow(gone);
    await expect(stage.call('undo_write', { since: 0 })).rejects.toThrow(gone);
    expect(stage.values).toEqual([1, 2]);
    await stage.call('undo_write', { revision: kept });
    expect(stage.values).toEqual([1, 0]);
  });

  it('needs the right to run code for a write that needed it, alone and among others', async () => {
    const stage = await WriteStage.open();
    const { revision } = await stage.call('set_code', { name: 'a', value: 1 });
    const harmless = await stage.set('b', 2);
    for (const args of [{ revision }, { since: 0 }, { revision, force: true }])
      await expect(stage.call('undo_write', args, 'bob', ['write'])).rejects.toThrow(/^PermissionDenied/);
    expect(stage.values).toEqual([1, 2]);
    await stage.call('undo_write', { revision: harmless }, 'bob', ['write']);
    await stage.call('undo_write', { revision }, 'bob', ['write', 'eval']);
    expect(stage.values).toEqual([0, 0]);
  });

  it('needs the right to run code for the undo of an undo of such a write', async () => {
    const stage = await WriteStage.open();
    const { revision } = await stage.call('set_code', { name: 'a', value: 1 });
    const { revision: undone } = await stage.call('undo_write', { revision });
    await expect(stage.call('undo_write', { revision: undone }, 'bob', ['write'])).rejects.toThrow(
      /^PermissionDenied/,
    );
    expect(stage.values).toEqual([0, 0]);
  });

  it('answers a retry with the access of the first call', async () => {
    const stage = await WriteStage.open();
    const { revision } = await stage.call('set_code', { name: 'a', value: 1 });
    const undo = { revision, operationKey: 'k' };
    await stage.call('undo_write', undo);
    await expect(stage.call('undo_write', undo, 'ann', ['write'])).rejects.toThrow(/^PermissionDenied/);
    expect(await stage.call('undo_write', undo)).toMatchObject({ replayed: true });
  });

  describe('where each write needs the digest of its dry run', () => {
    const ASKS = /^Conflict: .*This needs the digest of a dry run/;
    const begun = async () => {
      const stage = await WriteStage.open({ confirmAbove: 0 });
      const set = async (name: string, value: number, principal = 'ann') => {
        const { digest } = await stage.call('set_level', { name, value, dryRun: true }, principal);
        return stage.set(name, value, principal, { expectDigest: digest });
      };
      const undo = (args: object, principal = 'ann') => stage.call('undo_write', args, principal);
      return { stage, set, undo };
    };

    it('needs none for the newest write of the caller, as the answer names it, and for the undo of that', async () => {
      const { stage, set, undo } = await begun();
      await expect(stage.set('a', 1)).rejects.toThrow(ASKS);
      const revision = await set('a', 1);
      await set('b', 2, 'bob');
      const undone = await undo({ revision });
      const redone = await undo({ revision: undone.revision });
      expect(stage.values).toEqual([1, 2]);
      await undo({ revision: redone.revision });
      await undo({ since: 0, mine: true }, 'bob');
      expect(stage.values).toEqual([0, 0]);
    });

    it('needs none for each write before, when those after it are undone', async () => {
      const { stage, set, undo } = await begun();
      const [first, second] = [await set('a', 1), await set('b', 2)];
      await expect(undo({ revision: first })).rejects.toThrow(ASKS);
      await expect(undo({ since: 0 })).rejects.toThrow(ASKS);
      await undo({ revision: second });
      await undo({ revision: first });
      expect(stage.values).toEqual([0, 0]);
    });

    it('needs one for the write of another principal, and after the undo of an older one', async () => {
      const { stage, set, undo } = await begun();
      const [older, newest] = [await set('a', 1), await set('b', 2)];
      await expect(undo({ revision: newest }, 'bob')).rejects.toThrow(ASKS);
      const { digest } = await undo({ revision: older, dryRun: true });
      await undo({ revision: older, expectDigest: digest });
      await expect(undo({ revision: newest })).rejects.toThrow(ASKS);
      expect(stage.values).toEqual([0, 2]);
    });
  });

  it('does not promise an undo of writes that the journal dropped', async () => {
    const journal = new MemoryJournal({ maxCharacters: 2_000 });
    const stage = await WriteStage.open({ journal });
    const revisions: number[] = [];
    for (let value = 1; value <= 20; value++) revisions.push(await stage.set('a', value));
    await expect(stage.call('undo_write', { since: 0 })).rejects.toThrow(/or are not all kept/);
    for (const revision of revisions.slice(0, 10))
      await expect(stage.call('undo_write', { revision })).rejects.toThrow(
        `NotFound: The journal has no revision ${revision}; the newest is 40.`,
      );
    expect(stage.values).toEqual([20, 0]);
    await stage.call('undo_write', { revision: revisions.at(-1) });
    expect(stage.values).toEqual([19, 0]);
  });

  it('takes back what is kept, although older writes were dropped', async () => {
    const journal = new MemoryJournal({ maxCharacters: 4_000 });
    const stage = await WriteStage.open({ journal });
    const revisions: number[] = [];
    for (let value = 1; value <= 20; value++) revisions.push(await stage.set('a', value));
    await stage.call('undo_write', { since: revisions.at(-3) });
    expect(stage.values).toEqual([18, 0]);
    const { items } = (await stage.call('list_writes', { limit: 200 })) as { items: { revision: number }[] };
    expect(items.length).toBeGreaterThan(3);
    expect(items.map(({ revision }) => revision)).toEqual(
      items.map(({ revision }) => revision).toSorted((a, b) => b - a),
    );
  });
});
