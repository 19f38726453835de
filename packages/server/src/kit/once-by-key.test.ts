import { describe, expect, it } from 'vitest';
import { type KnownOutcome, OnceByKey, type OutcomeStore } from './once-by-key.js';

function store(): OutcomeStore<number> {
  const kept = new Map<string, KnownOutcome<number>>();
  return {
    find: key => kept.get(key),
    keep(key, digest, outcome) {
      const known = { digest, outcome };
      outcome.catch(() => {});
      kept.set(key, known);
      return known;
    },
    forget(key, outcome) {
      if (kept.get(key) === outcome) kept.delete(key);
    },
  };
}

describe('a write with an operation key', () => {
  it('runs once, and a retry gets the first result, also while it runs', async () => {
    const once = new OnceByKey(store());
    let runs = 0;
    const work = async () => ++runs;
    const both = [once.run('p', 'k', 'd', work), once.run('p', 'k', 'd', work)];
    expect(await Promise.all(both)).toEqual([1, 1]);
    expect(await once.run('p', 'k', 'd', work)).toBe(1);
  });

  it('runs again for another principal or key', async () => {
    const once = new OnceByKey(store());
    let runs = 0;
    const work = async () => ++runs;
    await once.run('p', 'k', 'd', work);
    await once.run('q', 'k', 'd', work);
    await once.run('p', 'l', 'd', work);
    expect(runs).toBe(3);
  });

  it('is refused where the key was used for another request', async () => {
    const once = new OnceByKey(store());
    await once.run('p', 'k', 'd', async () => 1);
    await expect(once.run('p', 'k', 'e', async () => 2)).rejects.toMatchObject({
      kind: 'Conflict',
      message: 'This operation key was used for another request.',
    });
  });

  it('runs again after a failure, also for a retry that waited for the failed attempt', async () => {
    const once = new OnceByKey(store());
    let runs = 0;
    const work = async () => {
      if (++runs === 1) throw new Error('failed');
      return runs;
    };
    const first = once.run('p', 'k', 'd', work);
    const retry = once.run('p', 'k', 'd', work);
    await expect(first).rejects.toThrow('failed');
    expect(await retry).toBe(2);
    expect(await once.run('p', 'k', 'd', work)).toBe(2);
  });
});
