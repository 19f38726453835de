import { type Journal, MemoryJournal } from '@worldwire/journal';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import type { Capture } from '../domain/index.js';
import { CommandRefused } from '../domain/index.js';
import { ANN, addStar, ControlledJournal, fails, lab, QUIET } from '../testing/service-lab.js';
import { Universes } from './universes.js';

describe('operations', () => {
  it('that arrive together share one append, in their order, and get dense revisions', async () => {
    const { universes, journal } = await lab();
    const receipts = await Promise.all(['a', 'b', 'c'].map(id => universes.execute('u', [addStar(id)], ANN)));
    expect(receipts.map(({ revision }) => revision)).toEqual([1, 2, 3]);
    expect(journal.appends.map(({ entries }) => entries.length)).toEqual([3]);
  });

  it('are seen by readers only once they are committed', async () => {
    const { universes, journal } = await lab();
    let commit = () => {};
    let appending = () => {};
    const begun = new Promise<void>(resolve => {
      appending = resolve;
    });
    journal.before.push(() => {
      appending();
      return new Promise<void>(resolve => {
        commit = resolve;
      });
    });
    const loaded = await universes.open('u');
    const writing = universes.execute('u', [addStar('a')], ANN);
    await begun;
    const seen = loaded.read(universe => ({ has: universe.has('stars', 'a'), revision: loaded.revision }));
    commit();
    expect(await seen).toEqual({ has: true, revision: 1 });
    await writing;
  });

  it.each([
    ['is kept at last', undefined],
    ['fails at last', fails('unavailable')],
  ])(
    'whose commit hangs are left out for readers meanwhile, and each is done once where it %s',
    async (_how, fail) => {
      const { universes, journal } = await lab();
      await universes.execute('u', [addStar('a')], ANN);
      let release = () => {};
      const hung = new Promise<void>(resolve => {
        release = resolve;
      });
      journal.before.push(() => hung.then(fail));
      const loaded = await universes.open('u');
      const stars = () => loaded.read(universe => Object.keys(universe.snapshot().stars ?? {}));
      const options = { ...ANN, key: 'k' };
      const writing = universes
        .execute('u', [addStar('b'), addStar('c', { parentId: 'b' })], options)
        .catch(error => error);
      await expect.poll(() => journal.appends.length).toBe(2);
      expect(await stars()).toEqual(['a']);
      expect(JSON.parse((await loaded.text()).text).stars).not.toHaveProperty('b');
      expect(loaded.revision).toBe(1);
      release();
      if (fail === undefined) expect(await writing).toMatchObject({ revision: 3 });
      else {
        expect(await writing).toMatchObject({
          kind: 'NotReady',
          hint: expect.stringContaining('same operation key'),
        });
        expect(await stars()).toEqual(['a']);
        await universes.execute('u', [addStar('b'), addStar('c', { parentId: 'b' })], options);
      }
      expect(await stars()).toEqual(['a', 'b', 'c']);
      expect(loaded.revision).toBe(3);
      const again = await lab(journal);
      const text = await (await again.universes.open('u')).text();
      expect(JSON.parse(text.text)).toEqual(JSON.parse((await loaded.text()).text));
    },
  );

  it('that cannot apply leave no entry, no revision and no trace', async () => {
    const { universes, journal } = await lab();
    const [good, bad] = await Promise.allSettled([
      universes.execute('u', [addStar('a')], ANN),
      universes.execute('u', [addStar('a')], ANN),
    ]);
    expect(good.status).toBe('fulfilled');
    expect(bad.status === 'rejected' && bad.reason).toBeInstanceOf(CommandRefused);
    expect((await journal.find('u'))?.revision).toBe(1);
  });

  it('of several commands apply all or none, one revision each', async () => {
    const { universes } = await lab();
    await expect(
      universes.execute('u', [addStar('a'), addStar('b', { parentId: 'missing' })], ANN),
    ).rejects.toThrow('Command 2 of 2');
    const receipt = await universes.execute('u', [addStar('a'), addStar('b')], ANN);
    expect(receipt).toMatchObject({ first: 1, revision: 2 });
  });

  it('capture the state of their own revision in a shared commit', async () => {
    const { universes } = await lab();
    const times = await Promise.all(
      [1, 2, 3].map(() => universes.execute('u', [{ type: 'tick' }], ANN, universe => universe.capture())),
    );
    expect(times.map(({ captured }) => captured?.time)).toEqual([1, 2, 3]);
  });
});

describe('operations of unexpected size', () => {
  it('share commits up to a bound, and every one of a quarter of a million entries is acknowledged', async () => {
    const { universes, journal } = await lab();
    const ticks = Array.from({ length: 1_000 }, () => ({ type: 'tick' }));
    const receipts = await Promise.all(Array.from({ length: 250 }, () => universes.execute('u', ticks, ANN)));
    expect(receipts.at(-1)?.revision).toBe(250_000);
    expect(Math.max(...journal.appends.map(({ entries }) => entries.length))).toBeLessThanOrEqual(1_000);
  });

  it('that answer with large states are committed before the next ones are written down', async () => {
    const { universes, journal } = await lab();
    let held = 0;
    const look = () => {
      held++;
      return { length: 20 * 1024 * 1024 } as Capture;
    };
    const receipts = await Promise.all(
      [1, 2, 3, 4].map(() => universes.execute('u', [{ type: 'tick' }], ANN, look)),
    );
    expect(receipts.map(({ revision }) => revision)).toEqual([1, 2, 3, 4]);
    expect(journal.appends.map(({ entries }) => entries.length)).toEqual([2, 2]);
    expect(held).toBe(4);
  });

  it('are turned away once more of them wait than could be served', async () => {
    const { universes } = await lab();
    await universes.open('u');
    const all = await Promise.allSettled(
      Array.from({ length: 10_001 }, (_, index) =>
        universes.execute('u', [{ type: 'tick' }], { principal: index % 2 === 0 ? 'ann' : 'bob' }),
      ),
    );
    const refused = all.flatMap(result => (result.status === 'rejected' ? [result.reason] : []));
    expect(refused).toMatchObject([{ kind: 'RateLimited' }]);
  });
});

describe('a listener that throws', () => {
  it('does not make it look undone', async () => {
    const { universes } = await lab();
    const loaded = await universes.open('u');
    loaded.subscribe(() => {
      throw new Error('deaf');
    });
    expect(await universes.execute('u', [{ type: 'tick' }], ANN)).toMatchObject({ revision: 1 });
  });
});

describe('a store that fails', () => {
  it('leaves the state as in the log, and reports that the outcome is unknown', async () => {
    const { universes, journal } = await lab();
    journal.before.push(fails('unavailable'));
    await expect(universes.execute('u', [addStar('a')], ANN)).rejects.toMatchObject({
      kind: 'NotReady',
      message: expect.stringContaining('"u"'),
    });
    const loaded = await universes.open('u');
    expect(await loaded.read(universe => universe.has('stars', 'a'))).toBe(false);
    expect(await universes.execute('u', [addStar('a')], ANN)).toMatchObject({ revision: 1 });
  });

  it('after the write keeps the entry, and a retry is not applied twice', async () => {
    const { universes, journal } = await lab();
    const options = { ...ANN, key: 'k' };
    journal.after.push(fails('unavailable'));
    await expect(universes.execute('u', [addStar('a')], options)).rejects.toMatchObject({ kind: 'NotReady' });
    expect(await universes.execute('u', [addStar('a')], options)).toMatchObject({
      revision: 1,
      replayed: true,
    });
    const loaded = await universes.open('u');
    expect(await loaded.read(universe => universe.has('stars', 'a'))).toBe(true);
  });

  it('takes back all that shared the commit, the last of it first', async () => {
    const { universes, journal } = await lab();
    await universes.execute('u', [addStar('a', { mass: 1 }), { type: 'tick', dt: 1 }], ANN);
    const loaded = await universes.open('u');
    const state = () => loaded.read(universe => universe.snapshot());
    const before = await state();
    // Taken back in another order, the mass would be 2, the time 3, and the bodies could not be removed.
    const commands = [
      { type: 'updateStar', id: 'a', payload: { mass: 2 } },
      { type: 'updateStar', id: 'a', payload: { mass: 3 } },
      { type: 'tick', dt: 2 },
      { type: 'tick', dt: 4 },
      addStar('b', { parentId: 'a' }),
      addStar('c', { parentId: 'b' }),
      { type: 'attachStar', childId: 'c', parentId: 'a' },
      { type: 'removeStar', id: 'b' },
    ];
    journal.before.push(fails('unavailable'));
    const writes = await Promise.allSettled(commands.map(command => universes.execute('u', [command], ANN)));
    expect(journal.appends.map(({ entries }) => entries.length)).toEqual([2, commands.length]);
    for (const write of writes) expect(write).toMatchObject({ reason: { kind: 'NotReady' } });
    expect(await state()).toEqual(before);
    expect(loaded.revision).toBe(2);
  });

  it('by a bug fails the operation and not the universe', async () => {
    const { universes, journal } = await lab();
    journal.before.push(fails('bug'));
    await expect(universes.execute('u', [addStar('a')], ANN)).rejects.toThrow(TypeError);
    expect(await universes.execute('u', [addStar('a')], ANN)).toMatchObject({ revision: 1 });
  });
});

describe('a store that does not answer', () => {
  it('keeps one large write, and refuses the others before they start', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    onTestFinished(() => void vi.useRealTimers());
    const { universes, journal } = await lab();
    let answer = () => {};
    const begun = new Promise<void>(resolve => {
      journal.before.push(() => {
        resolve();
        return new Promise<void>(go => {
          answer = go;
        });
      });
    });
    const first = universes.replace('u', {}, undefined, ANN);
    await begun;
    const others = Promise.allSettled([
      universes.replace('u', {}, undefined, ANN),
      universes.create({ id: 'v', name: 'V', state: {} }, ANN),
      universes.undo('u', undefined, { principal: 'bob' }),
    ]);
    while (vi.getTimerCount() < 3) await new Promise(setImmediate);
    vi.advanceTimersByTime(15_000);
    for (const other of await others) {
      expect(other).toMatchObject({
        reason: { kind: 'NotReady', hint: expect.stringContaining('Nothing was changed.') },
      });
    }
    answer();
    expect(await first).toMatchObject({ revision: 1 });
    expect(await universes.has('v')).toBe(false);
    expect(journal.appends).toHaveLength(1);
  });
});

describe('two servers on one journal', () => {
  it('read entries of the other, retry, and lose nothing', async () => {
    const journal = new ControlledJournal();
    const { universes: one } = await lab(journal);
    const { universes: other } = await lab(journal);
    await one.execute('u', [addStar('a')], ANN);
    const writes = Array.from({ length: 40 }, (_, index) =>
      (index % 2 === 0 ? one : other).execute('u', [addStar(`s${index}`)], ANN),
    );
    const revisions = (await Promise.all(writes)).map(({ revision }) => revision);
    expect(revisions.toSorted((a, b) => a - b)).toEqual(writes.map((_, index) => index + 2));
  });

  it('report changes of universes that are not in memory, and new ones', async () => {
    const journal = new ControlledJournal();
    const { universes: one } = await lab(journal);
    const notices = new Set<(id: string | undefined) => void>();
    const watch: Journal['watch'] = listener => {
      notices.add(listener);
      return () => notices.delete(listener);
    };
    Object.assign(journal, { watch });
    const { universes: other } = await lab(journal);
    const heard: string[] = [];
    other.subscribe({
      committed: () => {},
      changed: id => heard.push(`changed ${id}`),
      listed: () => heard.push('listed'),
    });
    const notify = () => notices.forEach(notice => void notice(undefined));
    notify();
    await vi.waitFor(() => expect(heard).toEqual(['changed u', 'listed']));
    await one.execute('u', [addStar('a')], ANN);
    notify();
    await vi.waitFor(() => expect(heard.slice(2)).toEqual(['changed u']));
    await one.create({ id: 'v', name: 'V' }, ANN);
    notify();
    await vi.waitFor(() => expect(heard.slice(3)).toEqual(['changed v', 'listed']));
  });

  it('refuse by the log, not by an outdated state', async () => {
    const journal = new ControlledJournal();
    const { universes: one } = await lab(journal);
    const { universes: other } = await lab(journal);
    await other.open('u');
    await one.execute('u', [addStar('a')], ANN);
    await expect(other.execute('u', [addStar('a')], ANN)).rejects.toMatchObject({ reason: 'duplicate' });
  });
});

describe('operation keys', () => {
  it('of duplicates that arrive together apply it once', async () => {
    const { universes } = await lab();
    const options = { ...ANN, key: 'k' };
    const duplicates = await Promise.all(
      [1, 2].map(() => universes.execute('u', [{ type: 'tick' }], options)),
    );
    expect(duplicates.map(({ revision, replayed }) => ({ revision, replayed }))).toEqual([
      { revision: 1, replayed: false },
      { revision: 1, replayed: true },
    ]);
  });

  it('give back all of an operation whose entries are larger than a page of the journal', async () => {
    const { universes } = await lab();
    const options = { ...ANN, key: 'k' };
    const note = 'x'.repeat(3 * 1024 * 1024);
    const commands = ['a', 'b', 'c'].map(id => addStar(id, { comet: { note } }));
    const first = await universes.execute('u', commands, options);
    const again = await universes.execute('u', commands, options);
    expect(again).toEqual({ ...first, replayed: true });
  });

  it('belong to their principal', async () => {
    const { universes } = await lab();
    const byAnn = await universes.execute('u', [{ type: 'tick' }], { principal: 'ann', key: 'k' });
    const byBob = await universes.execute('u', [{ type: 'tick' }], { principal: 'bob', key: 'k' });
    expect([byAnn.revision, byBob.revision]).toEqual([1, 2]);
  });

  it('are refused for another command, and not by the order of its fields', async () => {
    const { universes } = await lab();
    const options = { ...ANN, key: 'k' };
    await universes.execute('u', [{ type: 'addStar', id: 'a', payload: {} }], options);
    await expect(universes.execute('u', [addStar('b')], options)).rejects.toMatchObject({ kind: 'Conflict' });
    expect(await universes.execute('u', [{ payload: {}, id: 'a', type: 'addStar' }], options)).toMatchObject({
      replayed: true,
    });
  });
});

describe('an expected revision', () => {
  it('that is stale is refused with the changes since', async () => {
    const { universes } = await lab();
    await universes.execute('u', [addStar('a')], ANN);
    await expect(universes.execute('u', [{ type: 'tick' }], { ...ANN, ifRevision: 0 })).rejects.toMatchObject(
      {
        kind: 'Conflict',
        message: expect.stringContaining('Since then: 1 addStar a by ann.'),
        detail: { expected: 0, revision: 1 },
      },
    );
    expect(await universes.execute('u', [{ type: 'tick' }], { ...ANN, ifRevision: 1 })).toMatchObject({
      revision: 2,
    });
  });

  it('that is stale does not read entries from the store that are in memory', async () => {
    const { universes, journal } = await lab();
    await universes.execute('u', [addStar('a')], ANN);
    const read = vi.spyOn(journal, 'read');
    const stale = universes.execute('u', [{ type: 'tick' }], { ...ANN, ifRevision: 0 });
    await expect(stale).rejects.toThrow('Since then: 1 addStar a by ann.');
    expect(read).not.toHaveBeenCalled();
  });

  it('that is far behind is refused with the first changes since, and where the rest is', async () => {
    const { universes } = await lab();
    await universes.execute('u', Array(200).fill({ type: 'tick' }), ANN);
    const stale = { ...ANN, ifRevision: 1 };
    const refusal = {
      message: expect.stringMatching(
        /: 2 tick by ann, .*, 21 tick by ann, and 179 more: universe:\/\/u\/changes\?since=21\.$/,
      ),
      detail: { expected: 1, revision: 200, more: 179 },
    };
    await expect(universes.execute('u', [{ type: 'tick' }], stale)).rejects.toMatchObject(refusal);
    await expect(universes.rename('u', 'Another', { ifRevision: 1 })).rejects.toMatchObject(refusal);
  });
});

describe('undo', () => {
  it('undoes step by step, and skips undos', async () => {
    const { universes } = await lab();
    for (const id of ['a', 'b', 'c']) await universes.execute('u', [addStar(id)], ANN);
    const undone: number[] = [];
    for (let step = 0; step < 3; step++) undone.push((await universes.undo('u', undefined, ANN)).undone);
    expect(undone).toEqual([3, 2, 1]);
    await expect(universes.undo('u', undefined, ANN)).rejects.toMatchObject({
      message: expect.stringContaining('nothing left to undo'),
      hint: expect.stringContaining('No command removes a universe. DELETE /universes/u does.'),
    });
  });

  it('of an undo is a redo, and can be undone', async () => {
    const { universes } = await lab();
    await universes.execute('u', [addStar('a')], ANN);
    await universes.undo('u', undefined, ANN);
    await universes.undo('u', 2, ANN);
    const loaded = await universes.open('u');
    expect(await loaded.read(universe => universe.has('stars', 'a'))).toBe(true);
    expect(await universes.undo('u', undefined, ANN)).toMatchObject({ undone: 1 });
  });

  it('skips entries that were undone, redone and undone again', async () => {
    const { universes } = await lab();
    for (const id of ['a', 'b']) await universes.execute('u', [addStar(id)], ANN);
    await universes.undo('u', undefined, ANN);
    await universes.undo('u', 3, ANN);
    expect(await universes.undo('u', undefined, ANN)).toMatchObject({ revision: 5, undone: 2 });
    expect(await universes.undo('u', undefined, ANN)).toMatchObject({ revision: 6, undone: 1 });
    await universes.undo('u', 6, ANN);
    await universes.undo('u', 5, ANN);
    expect(await universes.undo('u', undefined, ANN)).toMatchObject({ undone: 2 });
    expect(await universes.undo('u', undefined, ANN)).toMatchObject({ undone: 1 });
    await expect(universes.undo('u', undefined, ANN)).rejects.toThrow('nothing left to undo');
  });

  it('requested twice at once undoes two steps', async () => {
    const { universes } = await lab();
    for (const id of ['a', 'b']) await universes.execute('u', [addStar(id)], ANN);
    const both = await Promise.all([1, 2].map(() => universes.undo('u', undefined, ANN)));
    expect(both.map(({ undone }) => undone)).toEqual([2, 1]);
  });

  it('retried with its key takes back nothing more', async () => {
    const { universes } = await lab();
    await universes.execute('u', [addStar('a')], ANN);
    const options = { ...ANN, key: 'k' };
    await universes.undo('u', undefined, options);
    expect(await universes.undo('u', undefined, options)).toMatchObject({ undone: 1, replayed: true });
  });
});

describe('a start', () => {
  it('loads the state from a snapshot and the entries since', async () => {
    const journal = new ControlledJournal();
    const first = await lab(journal);
    for (let batch = 0; batch < 3; batch++) {
      const commands = Array.from({ length: 500 }, (_, index) => addStar(`s${batch}-${index}`));
      await first.universes.execute('u', commands, ANN);
    }
    await first.universes.execute('u', [{ type: 'removeStar', id: 's1-7' }], ANN);
    const left = (await (await first.universes.open('u')).text()).text;
    const second = await lab(journal);
    const found = await second.universes.open('u');
    expect(JSON.parse((await found.text()).text)).toEqual(JSON.parse(left));
    expect(found.revision).toBe(1501);
  });

  it('reads a snapshot that closing left, and no entries before it', async () => {
    const journal = new MemoryJournal();
    const universes = new Universes({ journal, log: QUIET, now: Date.now, mintId: () => 'x' });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    await universes.execute('u', [addStar('a')], ANN);
    await (await universes.open('u')).close();
    expect(await journal.snapshot('u')).toMatchObject({ revision: 1 });
  });
});

describe('operations that wait for a universe', () => {
  it('are a share of one principal, and another one writes', async () => {
    const journal = new MemoryJournal();
    // 100 of 10,000.
    const host = { journal, log: QUIET, now: Date.now, mintId: () => 'x', principalPercent: 1 };
    const universes = new Universes(host);
    await universes.create({ id: 'u', name: 'U' }, { principal: 'ada' });
    await universes.open('u');
    const write = (principal: string) => universes.execute('u', [{ type: 'tick' }], { principal });
    const all = Array.from({ length: 100 }, () => write('ada'));
    await expect(write('ada')).rejects.toMatchObject({
      kind: 'RateLimited',
      message: expect.stringContaining(
        '100 operations of yours are waiting, which is your share: this universe has 10000 (universeWrites)',
      ),
    });
    await Promise.all(all);
    await Promise.all([...Array.from({ length: 100 }, () => write('ada')), write('bob')]);
  });
});
