import { MemoryJournal } from '@worldwire/journal';
import { describe, expect, it } from 'vitest';
import { DOOR, hall, Stage } from '../stage.test.js';

const WRITER = { principal: 'wanda', rights: ['unreal:write'] };
const CODER = { principal: 'eve', rights: ['unreal:eval'] };
const SETTING = {
  object: '/Script/RemoteControlCommon.Default__RemoteControlSettings',
  property: 'bAny',
  value: true,
};
const OPEN = { object: DOOR, property: 'bOpen', value: true };
const NEEDS_EVAL = 'undo_write needs the right unreal:eval, which wanda does not have';

interface Written {
  readonly revision: number;
}

async function opened(journal = new MemoryJournal(), sources = [hall()]): Promise<Stage> {
  return Stage.open({ journal, sources, grants: { writes: true, eval: true } });
}

describe('undo_write', () => {
  it.each([
    ['one write', (revision: number) => ({ revision })],
    ['all writes since', () => ({ since: 0 })],
    ['its dry run', (revision: number) => ({ revision, dryRun: true })],
  ])('needs the access of a write that was danger: %s', async (_, args) => {
    const stage = await opened();
    const { revision } = await stage.call<Written>('set_property', SETTING, CODER);
    await stage.call('set_property', OPEN, WRITER);
    const before = stage.source.called('property.write').length;
    expect(await stage.fail('undo_write', args(revision), WRITER)).toContain(NEEDS_EVAL);
    expect(stage.audited.at(-1)).toMatchObject({ tool: 'undo_write', access: 'danger', outcome: 'denied' });
    expect(stage.source.called('property.write')).toHaveLength(before);
    await stage.call('undo_write', args(revision), CODER);
    expect(stage.audited.at(-1)).toMatchObject({ tool: 'undo_write', access: 'danger', outcome: 'done' });
  });

  it('is open to a writer for what a writer may write, also beside writes that were danger', async () => {
    const stage = await opened();
    await stage.call('set_property', SETTING, CODER);
    const { revision } = await stage.call<Written>('set_property', OPEN, WRITER);
    await stage.call('undo_write', { since: 0, mine: true, dryRun: true }, WRITER);
    await stage.call('undo_write', { since: revision - 1 }, WRITER);
    expect(stage.audited.at(-1)).toMatchObject({ tool: 'undo_write', access: 'write', outcome: 'done' });
  });

  it('needs that access after a restart, from the journal', async () => {
    const journal = new MemoryJournal();
    const source = hall();
    const { revision } = await (await opened(journal, [source])).call<Written>(
      'set_property',
      SETTING,
      CODER,
    );
    const later = await opened(journal, [source]);
    for (const args of [{ revision }, { since: 0 }])
      expect(await later.fail('undo_write', args, WRITER)).toContain(NEEDS_EVAL);
    await later.call('undo_write', { revision }, CODER);
  });

  it('needs that access for a value that was danger only by what was written', async () => {
    const stage = await opened();
    const value = { Object: SETTING.object };
    const { revision } = await stage.call<Written>('set_property', { ...OPEN, value }, CODER);
    expect(await stage.fail('undo_write', { revision }, WRITER)).toContain(NEEDS_EVAL);
    const { revision: undone } = await stage.call<Written>('undo_write', { revision }, CODER);
    expect(await stage.fail('undo_write', { revision: undone }, WRITER)).toContain(NEEDS_EVAL);
  });

  it('needs that access where only its own write is danger, as with a journal of an older version', async () => {
    const journal = new MemoryJournal();
    const stage = await opened(journal);
    await stage.call('set_property', SETTING, CODER);
    const older = new MemoryJournal();
    const entries = (await journal.read('unreal', 0, 2)).map(entry => {
      const { access: _, ...command } = entry.command as { access?: string };
      return { ...entry, command };
    });
    await older.create({ id: 'unreal', name: 'Writes', at: '2026-01-01T00:00:00.000Z', state: '{}' });
    await older.append({ id: 'unreal', after: 0, entries });
    const later = await opened(older, [stage.source]);
    expect(await later.fail('undo_write', { since: 0 }, WRITER)).toContain(NEEDS_EVAL);
  });

  it('takes back nothing that became danger after the call was decided', async () => {
    const journal = new MemoryJournal();
    const source = hall();
    const [stage, other] = [await opened(journal, [source]), await opened(journal, [source])];
    const { revision } = await stage.call<Written>('set_property', OPEN, WRITER);
    const readBack = journal.readBack.bind(journal);
    let reads = 0;
    // Another server on the same journal writes between the decision and the undo.
    journal.readBack = async (...args) => {
      if (++reads === 2) {
        journal.readBack = readBack;
        await other.call('set_property', SETTING, CODER);
      }
      return readBack(...args);
    };
    const failure = await stage.fail('undo_write', { since: revision - 1 }, WRITER);
    expect(failure).toMatch(/^Conflict: Revision \d+ \(set_property\) was written meanwhile/);
    expect(await stage.fail('undo_write', { since: revision - 1 }, WRITER)).toContain(NEEDS_EVAL);
  });

  it('needs the access that the call had where a retry gets its outcome', async () => {
    const stage = await opened();
    const { revision } = await stage.call<Written>('set_property', SETTING, CODER);
    const retry = { ...CODER, key: 'k' };
    await stage.call('undo_write', { revision }, retry);
    const weaker = { ...retry, rights: WRITER.rights };
    expect(await stage.fail('undo_write', { revision }, weaker)).toContain('needs the right unreal:eval');
    expect(await stage.call('undo_write', { revision }, retry)).toMatchObject({ replayed: true });
  });

  it('does not read the journal for a principal that may not write at all', async () => {
    const journal = new MemoryJournal();
    const stage = await opened(journal);
    await stage.call('set_property', OPEN, WRITER);
    journal.readBack = async () => {
      throw new Error('The journal was read.');
    };
    const reader = { principal: 'rita', rights: ['unreal:read'] };
    expect(await stage.fail('undo_write', { since: 0 }, reader)).toContain('needs the right unreal:write');
  });

  it('gets the error of arguments that name no write, and not one of rights', async () => {
    const stage = await opened();
    expect(await stage.fail('undo_write', { revision: 7 }, WRITER)).toMatch(/^NotFound/);
    expect(await stage.fail('undo_write', {}, WRITER)).toMatch(/^InvalidArgument/);
  });
});
