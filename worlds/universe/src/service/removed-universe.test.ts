import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { type Journal, JournalUnavailable } from '@worldwire/journal';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { ANN, addStar, ControlledJournal, lab } from '../testing/service-lab.js';
import type { Universes } from './universes.js';

const TICK = [{ type: 'tick' }];

/** Two servers on one journal, without notifications to the second. */
async function twoServers() {
  const journal = new ControlledJournal();
  const { universes: one } = await lab(journal);
  const { universes: other } = await lab(journal);
  return { journal, one, other };
}

async function createAgain(universes: Universes): Promise<void> {
  await universes.remove('u');
  await universes.create({ id: 'u', name: 'New' }, ANN);
  await universes.execute('u', [addStar('new')], ANN);
}

async function stars(universes: Universes): Promise<readonly string[]> {
  const loaded = await universes.open('u');
  return loaded.read(universe => Object.keys(universe.snapshot().stars));
}

/** Does something right before the next call of a method of the journal. */
function before(journal: Journal, method: 'read' | 'snapshot' | 'append', work: () => Promise<void>): void {
  const original = journal[method].bind(journal) as (...args: unknown[]) => Promise<never>;
  vi.spyOn(journal, method).mockImplementationOnce(async (...args: unknown[]) => {
    await work();
    return original(...args);
  });
}

afterEach(() => void vi.restoreAllMocks());

describe('a universe that another server created again', () => {
  it('answers a retry with its own state, not with that of the one before', async () => {
    const { one, other } = await twoServers();
    await other.execute('u', [addStar('old')], ANN);
    const options = { ...ANN, key: 'k' };
    await one.remove('u');
    await one.create({ id: 'u', name: 'New' }, ANN);
    await one.execute('u', TICK, options);
    const receipt = await other.execute('u', TICK, options, universe => universe.capture());
    expect(receipt).toMatchObject({ revision: 1, replayed: true });
    expect(receipt.captured).toMatchObject({ bodies: [], time: 1 });
  });

  it('while its log is read on is not mixed with the one before', async () => {
    const { journal, one, other } = await twoServers();
    const loaded = await other.open('u');
    const heard: number[] = [];
    other.subscribe({
      committed: (_id, entries) => heard.push(...entries.map(({ revision }) => revision)),
      changed: () => {},
      listed: () => {},
    });
    before(journal, 'read', () => createAgain(one));
    await loaded.refresh();
    expect([loaded.revision, heard]).toEqual([0, []]);
    expect(await loaded.read(universe => universe.has('stars', 'new'))).toBe(false);
    await loaded.refresh();
    expect(loaded.removed).toBe(true);
    expect(await stars(other)).toEqual(['new']);
  });

  it('while entries are missing of the one before is known at once', async () => {
    const { journal, one, other } = await twoServers();
    const loaded = await other.open('u');
    await one.execute('u', [addStar('old')], ANN);
    before(journal, 'read', () => createAgain(one));
    await loaded.refresh();
    expect(loaded.removed).toBe(true);
  });

  it.each(['snapshot', 'read'] as const)('while it is loaded is loaded whole: before %s', async method => {
    const { journal, one, other } = await twoServers();
    await one.execute('u', [addStar('old')], ANN);
    before(journal, method, () => createAgain(one));
    expect(await stars(other)).toEqual(['new']);
    expect((await other.open('u')).head).toEqual(await journal.find('u'));
  });

  it('gets an undo', async () => {
    const { one, other } = await twoServers();
    await other.open('u');
    await createAgain(one);
    expect(await other.undo('u', undefined, ANN)).toMatchObject({ undone: 1 });
    expect(await stars(other)).toEqual([]);
  });
});

describe('a universe that is removed', () => {
  it('while it is loaded is not there', async () => {
    const { journal, one, other } = await twoServers();
    await one.execute('u', TICK, ANN);
    before(journal, 'snapshot', () => one.remove('u'));
    await expect(other.open('u')).rejects.toMatchObject({ kind: 'NotFound' });
  });

  it('is removed although the refresh fails', async () => {
    const { universes, journal } = await lab();
    await universes.execute('u', TICK, ANN);
    vi.spyOn(journal, 'find').mockRejectedValueOnce(new JournalUnavailable('away'));
    await universes.remove('u');
    await expect(universes.open('u')).rejects.toMatchObject({ kind: 'NotFound' });
  });

  it('lets those go who follow it', async () => {
    const { universes, journal } = await lab();
    const loaded = await universes.open('u');
    const over: boolean[] = [];
    loaded.subscribe(() => over.push(loaded.ended));
    vi.spyOn(journal, 'find').mockRejectedValueOnce(new JournalUnavailable('away'));
    await universes.remove('u');
    expect(over).toContain(true);
  });

  it.each(['here', 'by another server'])('leaves the memory: %s', async where => {
    setFlagsFromString('--expose-gc');
    const collect = runInNewContext('gc') as () => void;
    const journal = new ControlledJournal();
    const { universes: one } = await lab(journal);
    let notify: (id: string | undefined) => void = () => {};
    vi.spyOn(journal, 'watch').mockImplementation(((listener: typeof notify) => {
      notify = listener;
      return () => {};
    }) as ControlledJournal['watch']);
    const { universes: other } = await lab(journal);
    await other.execute('u', TICK, ANN);
    const held = new WeakRef(await other.open('u'));
    await (where === 'here' ? other : one).remove('u');
    if (where !== 'here') notify('u');
    await vi.waitFor(() => {
      collect();
      // Not the value itself: a failed try would keep it.
      expect(held.deref() === undefined).toBe(true);
    });
  });
});

describe('another name', () => {
  it('is reported although the refresh fails', async () => {
    const { universes, journal } = await lab();
    await universes.execute('u', TICK, ANN);
    vi.spyOn(journal, 'find').mockRejectedValueOnce(new JournalUnavailable('away'));
    await universes.rename('u', 'Another');
    expect((await universes.open('u')).head).toMatchObject({ name: 'Another', revision: 1 });
  });

  it('that was set right before the commit refuses a write for the old one', async () => {
    const { journal, one, other } = await twoServers();
    const { name } = (await one.open('u')).head;
    const basis = { ifRevision: 0, ifHead: (head: { name: string }) => head.name === name };
    before(journal, 'append', () => one.rename('u', 'Another', basis));
    await expect(other.replace('u', { time: 1 }, 'Third', { ...ANN, ...basis })).rejects.toMatchObject({
      kind: 'Conflict',
    });
    expect(await journal.find('u')).toMatchObject({ name: 'Another', revision: 0 });
    before(journal, 'append', () => one.rename('u', 'Fourth'));
    expect(await other.execute('u', TICK, ANN)).toMatchObject({ revision: 1 });
  });
});
