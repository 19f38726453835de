import { JournalUnavailable } from '@worldwire/journal';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { ANN, addStar, ControlledJournal, fails, lab, QUIET } from '../testing/service-lab.js';
import { StoreHealth } from './store-health.js';
import { Universes } from './universes.js';

describe('the health of the store', () => {
  it('is good where it reads and writes', async () => {
    const { universes } = await lab();
    await universes.execute('u', [addStar('a')], ANN);
    expect(await universes.health.check()).toBeUndefined();
  });

  it('is bad from a refused write to the next that goes through', async () => {
    const { universes, journal } = await lab();
    journal.before.push(fails('unavailable'));
    await expect(universes.execute('u', [addStar('a')], ANN)).rejects.toThrow('The disk is full.');
    expect(await universes.health.check()).toBe('The disk is full.');
    await universes.execute('u', [addStar('a')], ANN);
    expect(await universes.health.check()).toBeUndefined();
  });

  it('forgets a refused write although the time of day was set back', async () => {
    const journal = new ControlledJournal();
    let date = Date.UTC(2026, 0, 1);
    let elapsed = 0;
    const universes = new Universes({
      journal,
      log: QUIET,
      now: () => date,
      elapsed: () => elapsed,
      mintId: () => 'u-1',
    });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    journal.before.push(fails('unavailable'));
    await expect(universes.execute('u', [addStar('a')], ANN)).rejects.toThrow('The disk is full.');
    date -= 3_600_000;
    elapsed += 30_000;
    expect(await universes.health.check()).toBeUndefined();
  });

  it('reports each write when it begins, and its commit, but no commit of a failed write', async () => {
    const journal = new ControlledJournal();
    const seen: string[] = [];
    const onWrite = () => {
      seen.push('begun');
      return () => void seen.push('committed');
    };
    const universes = new Universes({ journal, log: QUIET, now: () => 0, mintId: () => 'u-1', onWrite });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    await universes.execute('u', [addStar('a')], ANN);
    journal.before.push(fails('unavailable'));
    await expect(universes.execute('u', [addStar('b')], ANN)).rejects.toThrow('The disk is full.');
    expect(seen).toEqual(['begun', 'committed', 'begun', 'committed', 'begun']);
  });

  it('is not affected by conflicts or bugs', async () => {
    const { universes, journal } = await lab();
    journal.before.push(fails('conflict'), fails('bug'));
    await expect(universes.execute('u', [addStar('a')], ANN)).rejects.toThrow('a bug');
    expect(await universes.health.check()).toBeUndefined();
  });

  it.each([
    ['made', 'create'],
    ['renamed', 'rename'],
    ['removed', 'remove'],
  ] as const)('is bad when a universe could not be %s', async (_what, method) => {
    const { universes, journal } = await lab();
    vi.spyOn(journal, method).mockRejectedValueOnce(new JournalUnavailable('It is read-only.'));
    const work = {
      create: () => universes.create({ name: 'V' }, ANN),
      rename: () => universes.rename('u', 'W'),
      remove: () => universes.remove('u'),
    }[method];
    await expect(work()).rejects.toThrow('It is read-only.');
    expect(await universes.health.check()).toBe('It is read-only.');
  });

  it('recovers some time after a failed write without another write', async () => {
    let now = 0;
    const health = new StoreHealth({ journal: { list: async () => [] }, now: () => now });
    await expect(health.track(Promise.reject(new JournalUnavailable('Full.')))).rejects.toThrow();
    now = 29_999;
    expect(await health.check()).toBe('Full.');
    now = 30_000;
    expect(await health.check()).toBeUndefined();
  });

  it('and its recovery are found by a trial read', async () => {
    const list = vi.fn(async () => []).mockRejectedValueOnce(new JournalUnavailable('PostgreSQL is away.'));
    const health = new StoreHealth({ journal: { list }, now: () => 0 });
    expect(await health.check()).toBe('PostgreSQL is away.');
    expect(await health.check()).toBeUndefined();
  });

  it('is bad where a look takes too long, and one look serves all', async () => {
    vi.useFakeTimers();
    onTestFinished(() => void vi.useRealTimers());
    const list = vi.fn(() => new Promise<never>(() => {}));
    const health = new StoreHealth({ journal: { list }, now: Date.now });
    const looks = [health.check(), health.check()];
    await vi.advanceTimersByTimeAsync(2_000);
    expect(await Promise.all(looks)).toEqual(Array(2).fill(expect.stringContaining('has not answered')));
    expect(list).toHaveBeenCalledTimes(1);
  });
});
