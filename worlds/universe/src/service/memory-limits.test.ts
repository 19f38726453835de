import { describe, expect, it } from 'vitest';
import { ANN, addStar, ControlledJournal, QUIET } from '../testing/service-lab.js';
import { DEFAULT_MEMORY_LIMITS, type MemoryLimits } from './memory-limits.js';
import { Universes } from './universes.js';

const LONG = 'x'.repeat(120);

/** A service with small limits, and a count of the universes that were read from the journal. */
function open(limits: Partial<MemoryLimits>) {
  const journal = new ControlledJournal();
  const loads: string[] = [];
  const snapshot = journal.snapshot.bind(journal);
  journal.snapshot = (id, incarnation) => {
    loads.push(id);
    return snapshot(id, incarnation);
  };
  const host = { journal, log: QUIET, now: Date.now, mintId: () => 'none' };
  return { universes: new Universes(host, { ...DEFAULT_MEMORY_LIMITS, ...limits }), loads, journal };
}

async function fill(universes: Universes, id: string, stars: number): Promise<void> {
  for (let n = 0; n < stars; n++) await universes.execute(id, [addStar(`s${n}`, { name: LONG })], ANN);
}

describe('universes in memory', () => {
  it('are closed, the one opened longest ago first, where their states are too large together', async () => {
    const { universes, loads } = open({ totalCharacters: 5_000 });
    for (const id of ['a', 'b', 'c']) {
      await universes.create({ id, name: id }, ANN);
      await fill(universes, id, 10);
    }
    await expect
      .poll(async () => {
        await universes.create({ id: `d${loads.length}`, name: 'd' }, ANN);
        await universes.open(`d${loads.length}`);
        loads.length = 0;
        await universes.open('a');
        return loads;
      })
      .toContain('a');
    const text = await (await universes.open('a')).text();
    expect(JSON.parse(text.text).stars).toHaveProperty('s9');
  });

  it('stay where their states are small', async () => {
    const { universes, loads } = open({});
    for (const id of ['a', 'b']) {
      await universes.create({ id, name: id }, ANN);
      await fill(universes, id, 3);
    }
    await universes.open('a');
    expect(loads.filter(id => id === 'a')).toHaveLength(1);
  });
});

describe('universes in use that take all the memory there is', () => {
  async function full() {
    const opened = open({ totalCharacters: 2_000 });
    const { universes } = opened;
    await universes.create({ id: 'new', name: 'new' }, ANN);
    await universes.create({ id: 'large', name: 'large' }, ANN);
    await fill(universes, 'large', 10);
    const large = await universes.open('large');
    large.subscribe(() => {});
    return { ...opened, large };
  }

  it('leave none for another universe while they are written: it is refused until the writes are done', async () => {
    const { universes, journal } = await full();
    let commit = () => {};
    journal.before.push(
      () =>
        new Promise(resolve => {
          commit = resolve;
        }),
    );
    const count = journal.appends.length;
    const written = universes.execute('large', [addStar('more')], ANN);
    await expect.poll(() => journal.appends.length).toBe(count + 1);
    await expect(universes.open('new')).rejects.toMatchObject({
      kind: 'NotReady',
      message: expect.stringMatching(
        /^Universe "new" cannot be loaded: .* have \d+ characters of state; the limit is 2000\.$/,
      ),
      hint: expect.stringContaining('when the writes to them are done'),
    });
    commit();
    await written;
    expect((await universes.open('new')).id).toBe('new');
  });

  it('are closed where only event streams keep them, the largest first, and the streams end', async () => {
    const { universes, large } = await full();
    const small = await universes.open('new');
    small.subscribe(() => {});
    expect([large.ended, small.ended]).toEqual([true, false]);
    expect((await universes.open('large')).revision).toBe(large.revision);
    expect(small.ended).toBe(false);
  });

  it('are served', async () => {
    const { universes } = await full();
    await universes.open('new').catch(() => {});
    await universes.execute('large', [addStar('more')], ANN);
    expect((await (await universes.open('large')).text()).text).toContain('"more"');
  });

  it('are counted by their state, not by their log', async () => {
    const { universes } = open({ totalCharacters: 2_000 });
    for (const id of ['new', 'written']) await universes.create({ id, name: id }, ANN);
    await fill(universes, 'written', 1);
    for (let n = 0; n < 20; n++) {
      const payload = { name: `${LONG}${n}` };
      await universes.execute('written', [{ type: 'updateStar', id: 's0', payload }], ANN);
    }
    (await universes.open('written')).subscribe(() => {});
    expect((await universes.open('new')).id).toBe('new');
  });
});

describe('many universes that are opened at once', () => {
  it('are loaded a few at a time, and all are served', async () => {
    const { universes, journal } = open({});
    const ids = Array.from({ length: 20 }, (_, n) => `u${n}`);
    for (const id of ids) await universes.create({ id, name: id }, ANN);
    let now = 0;
    let most = 0;
    const find = journal.find.bind(journal);
    journal.find = async id => {
      most = Math.max(most, ++now);
      await new Promise(setImmediate);
      now -= 1;
      return find(id);
    };
    const opened = await Promise.all(ids.map(id => universes.open(id)));
    expect(opened.map(({ id }) => id)).toEqual(ids);
    expect(most).toBe(4);
  });
});

describe('a universe that is as large as it may be', () => {
  it('refuses commands that make it larger', async () => {
    const { universes } = open({ characters: 4_000 });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    await expect(fill(universes, 'u', 100)).rejects.toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringMatching(/^Universe "u" has \d+ characters of state; the limit is 4000\.$/),
      hint: expect.stringContaining('Remove bodies first'),
    });
  });

  it('accepts them again after something was removed', async () => {
    const { universes } = open({ characters: 4_000 });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    await fill(universes, 'u', 100).catch(() => {});
    const ids = Array.from({ length: 5 }, (_, n) => `s${n}`);
    await universes.execute(
      'u',
      ids.map(id => ({ type: 'removeStar', id })),
      ANN,
    );
    await universes.execute('u', [addStar('again')], ANN);
    expect(JSON.parse((await (await universes.open('u')).text()).text).stars).toHaveProperty('again');
  });

  it('is measured by its state, not by its log', async () => {
    const { universes } = open({ characters: 4_000 });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    await universes.execute('u', [addStar('s')], ANN);
    for (let n = 0; n < 100; n++) {
      await universes.execute('u', [{ type: 'updateStar', id: 's', payload: { name: `${LONG}${n}` } }], ANN);
    }
  });
});
