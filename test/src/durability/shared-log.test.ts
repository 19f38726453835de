import { type Append, type Entry, type Journal, MemoryJournal } from '@worldwire/journal';
import { describe, expect, it } from 'vitest';
import { Universes } from '../../../worlds/universe/src/service/universes.js';
import { until } from '../http/until.js';

const ANN = { principal: 'ann' };
const ADD = [{ type: 'addStar', id: 'a', payload: {} }];
const TICK = [{ type: 'tick', dt: 1 }];
let seconds = 0;
const QUIET = { debug() {}, info() {}, warn() {}, error() {} };

/** A log that two servers write to. The test notifies the first of commits; the other gets no notifications. */
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

  it('recognizes a key that another server used for the same operation', async () => {
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

  it('that is created again gets the next command, and not the state of the one before', async () => {
    const { journal, one, other } = await shared();
    await one.execute('u', ADD, ANN);
    await (await other.open('u')).refresh();
    await one.remove('u');
    await one.create({ id: 'u', name: 'New' }, ANN);
    await one.execute('u', TICK, ANN);
    const update = [{ type: 'updateStar', id: 'a', payload: { mass: 5 } }];
    await expect(other.execute('u', update, ANN)).rejects.toThrow('"a"');
    expect(await journal.find('u')).toMatchObject({ name: 'New', revision: 1 });
    expect(await other.execute('u', ADD, ANN)).toMatchObject({ revision: 2 });
    expect(await textOf(other)).toEqual(await textOf(new Universes(hostOf(journal))));
  });

  it('that is created again during a command gets the command or refuses it', async () => {
    const { journal, one, other } = await shared();
    await one.execute('u', ADD, ANN);
    await (await other.open('u')).refresh();
    journal.before.push(async () => {
      await one.remove('u');
      await one.create({ id: 'u', name: 'New' }, ANN);
      await one.execute('u', TICK, ANN);
    });
    expect(await other.execute('u', TICK, ANN)).toMatchObject({ revision: 2 });
    expect(await starsAndTime(new Universes(hostOf(journal)))).toEqual([{}, 2]);
  });

  it('can be created again by a server that still has the removed one in memory', async () => {
    const { one, other } = await shared();
    await one.execute('u', ADD, ANN);
    await (await other.open('u')).refresh();
    await one.remove('u');
    await other.create({ id: 'u', name: 'New', state: { time: 7 } }, ANN);
    expect((await other.open('u')).head).toMatchObject({ name: 'New', revision: 0 });
    expect(await starsAndTime(other)).toEqual([{}, 7]);
  });

  it('keeps no snapshot of the one that had its id before', async () => {
    const { journal, one, other } = await shared();
    await other.execute('u', ADD, ANN);
    await one.remove('u');
    await one.create({ id: 'u', name: 'New', state: { time: 7 } }, ANN);
    await one.execute('u', TICK, ANN);
    await (await other.open('u')).close();
    const { stars, time } = JSON.parse((await journal.snapshot('u'))?.state ?? '');
    expect([stars, time]).toEqual([{}, 7]);
  });

  it('can be removed when it cannot be read', async () => {
    const { journal, one } = await shared();
    const at = new Date().toISOString();
    const changes = [{ op: 'remove', in: 'stars', id: 'absent-star' }];
    const entry = { revision: 1, at, principal: 'ann', command: {}, events: [], changes, inverse: [] };
    await journal.append({ id: 'u', after: 0, entries: [entry] });
    await expect(new Universes(hostOf(journal)).open('u')).rejects.toThrow('absent-star');
    await new Universes(hostOf(journal)).remove('u');
    expect(await journal.find('u')).toBeUndefined();
    await expect(one.execute('u', TICK, ANN)).rejects.toMatchObject({ kind: 'NotFound' });
  });

  it('has the same head at both servers when one of them gave it another name', async () => {
    const { journal, one, other } = await shared();
    await one.execute('u', TICK, ANN);
    const live = await other.open('u');
    await one.rename('u', 'Another');
    await live.refresh();
    const head = await journal.find('u');
    expect(head).toMatchObject({ name: 'Another', revision: 1 });
    expect(live.head).toEqual(head);
    expect((await one.open('u')).head).toEqual(head);
    expect((await new Universes(hostOf(journal)).open('u')).head).toEqual(head);
  });
});

/** Two services over one journal, with one universe "u". */
async function shared() {
  const journal = new SharedJournal();
  const [one, other] = [new Universes(hostOf(journal)), new Universes(hostOf(journal))];
  await one.create({ id: 'u', name: 'U' }, ANN);
  return { journal, one, other };
}

/** Every look at the clock is a second later. */
function hostOf(journal: Journal) {
  return { journal, log: QUIET, now: () => ++seconds * 1_000, mintId: () => 'u' };
}

async function textOf(universes: Universes): Promise<{ readonly stars: object; readonly time: number }> {
  return JSON.parse((await (await universes.open('u')).text()).text);
}

async function starsAndTime(universes: Universes): Promise<readonly unknown[]> {
  const { stars, time } = await textOf(universes);
  return [stars, time];
}
