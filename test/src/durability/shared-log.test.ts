import { type Append, type Entry, MemoryJournal } from '@worldwire/journal';
import { describe, expect, it } from 'vitest';
import { Universes } from '../../../worlds/universe/src/service/universes.js';
import { until } from '../http/until.js';

const ANN = { principal: 'ann' };
const TICK = [{ type: 'tick', dt: 1 }];
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** A log that two servers write to. The first of them hears of commits when the test says so, the other never. */
class SharedJournal extends MemoryJournal {
  notify: ((id: string) => void) | undefined;
  /** What happens between the next read and its answer. */
  readonly meanwhile: (() => Promise<void>)[] = [];
  /** What happens before the next append. */
  readonly before: (() => Promise<void>)[] = [];

  override watch(listener?: (id: string) => void): () => void {
    this.notify ??= listener;
    return () => {};
  }

  override async read(id: string, after: number, limit: number): Promise<readonly Entry[]> {
    const entries = await super.read(id, after, limit);
    await this.meanwhile.shift()?.();
    return entries;
  }

  override async append(append: Append): Promise<number> {
    await this.before.shift()?.();
    return super.append(append);
  }
}

describe('a log that another server writes to', () => {
  it('is read to its end when a notice arrives in the midst of reading', async () => {
    const { journal, one, other } = await shared();
    const live = await one.open('u');
    await other.execute('u', TICK, ANN);
    journal.meanwhile.push(async () => {
      await other.execute('u', TICK, ANN);
      journal.notify?.('u');
    });
    journal.notify?.('u');
    await until(() => live.revision === 2, 'the second commit is heard of');
    expect(await live.read(universe => universe.time)).toBe(2);
  });

  it('is asked before a command is refused', async () => {
    const { one, other } = await shared();
    await other.open('u');
    await one.execute('u', [{ type: 'addStar', id: 'a', payload: {} }], ANN);
    const update = [{ type: 'updateStar', id: 'a', payload: { name: 'A' } }];
    expect(await other.execute('u', update, ANN)).toMatchObject({ revision: 2 });
  });

  it('is asked before an expected revision counts as stale', async () => {
    const { one, other } = await shared();
    await other.open('u');
    await one.execute('u', TICK, ANN);
    expect(await other.execute('u', TICK, { ...ANN, ifRevision: 1 })).toMatchObject({ revision: 2 });
  });

  it('tells of a key that the other server used for the same operation meanwhile', async () => {
    const { journal, one, other } = await shared();
    const keyed = { ...ANN, key: 'k' };
    journal.before.push(async () => {
      await other.execute('u', TICK, keyed);
    });
    const [twin, bystander] = await Promise.all([one.execute('u', TICK, keyed), one.execute('u', TICK, ANN)]);
    expect(twin).toMatchObject({ revision: 1, replayed: true });
    expect(bystander).toMatchObject({ revision: 2, replayed: false });
    expect(await journal.find('u')).toMatchObject({ revision: 2 });
  });
});

/** Two services over one journal, with one universe "u". */
async function shared() {
  const journal = new SharedJournal();
  const host = { journal, log: QUIET, now: Date.now, mintId: () => 'u' };
  const [one, other] = [new Universes(host), new Universes(host)];
  await one.create({ id: 'u', name: 'U' }, ANN);
  return { journal, one, other };
}
