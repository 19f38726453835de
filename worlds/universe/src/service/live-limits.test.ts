import { describe, expect, it } from 'vitest';
import { DEFAULT_LIVE_LIMITS, type LiveLimits } from './live-limits.js';
import { ANN, addStar, QUIET, StubbornJournal } from './testing/lab.js';
import { Universes } from './universes.js';

const LONG = 'x'.repeat(120);

/** A service with small limits, and a count of the universes that were read from the journal. */
function open(limits: Partial<LiveLimits>) {
  const journal = new StubbornJournal();
  const loads: string[] = [];
  const snapshot = journal.snapshot.bind(journal);
  journal.snapshot = (id, incarnation) => {
    loads.push(id);
    return snapshot(id, incarnation);
  };
  const host = { journal, log: QUIET, now: Date.now, mintId: () => 'none' };
  return { universes: new Universes(host, { ...DEFAULT_LIVE_LIMITS, ...limits }), loads };
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

describe('a universe that is as large as it may be', () => {
  it('takes nothing that makes it larger, and says what to do', async () => {
    const { universes } = open({ characters: 4_000 });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    await expect(fill(universes, 'u', 100)).rejects.toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringMatching(/^Universe "u" has \d+ characters of state; 4000 are the most\.$/),
      hint: expect.stringContaining('Remove bodies first'),
    });
  });

  it('takes again what makes it larger once something was removed', async () => {
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

  it('is not refused for what was written to it, but for what it is', async () => {
    const { universes } = open({ characters: 4_000 });
    await universes.create({ id: 'u', name: 'U' }, ANN);
    await universes.execute('u', [addStar('s')], ANN);
    for (let n = 0; n < 100; n++) {
      await universes.execute('u', [{ type: 'updateStar', id: 's', payload: { name: `${LONG}${n}` } }], ANN);
    }
  });
});
