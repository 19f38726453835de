import type { Steps } from '@worldwire/server';
import { FairTurns } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { SharedWork } from './shared-work.js';

function counting(steps: number, done: { steps: number }, onStep = () => {}): () => Steps<string> {
  return function* () {
    for (let i = 0; i < steps; i++) {
      done.steps++;
      onStep();
      yield;
    }
    return 'made';
  };
}

const bytes = () => 4;

describe('shared work', () => {
  it('runs once for concurrent and for later callers', async () => {
    const [work, turns, done] = [new SharedWork(), new FairTurns(() => 0), { steps: 0 }];
    const ask = (principal: string) => turns.run(principal, work.share('w', counting(10, done), bytes));
    expect(await Promise.all([ask('ann'), ask('bob'), ask('ann')])).toEqual(['made', 'made', 'made']);
    expect(await ask('cid')).toBe('made');
    expect(done.steps).toBe(10);
  });

  it('continues in the turns of one caller while another has other work waiting', async () => {
    const [work, turns, done] = [new SharedWork(), new FairTurns(() => 0), { steps: 0 }];
    const order: string[] = [];
    const other = turns.run('ann', counting(1_000, { steps: 0 })()).then(() => order.push('other of ann'));
    const ann = turns.run('ann', work.share('w', counting(5, done), bytes)).then(() => order.push('ann'));
    const bob = turns.run('bob', work.share('w', counting(5, done), bytes)).then(() => order.push('bob'));
    await Promise.all([other, ann, bob]);
    expect(order).toEqual(['bob', 'other of ann', 'ann']);
  });

  it('continues for the others when the first caller leaves', async () => {
    const [work, turns, done] = [new SharedWork(), new FairTurns(() => 0), { steps: 0 }];
    const leaving = new AbortController();
    const leave = () => void (done.steps === 100 && leaving.abort(new Error('gone')));
    const left = turns.run('ann', work.share('w', counting(500, done, leave), bytes), leaving.signal);
    const stays = turns.run('bob', work.share('w', counting(500, done), bytes));
    await expect(left).rejects.toThrow('gone');
    expect(await stays).toBe('made');
    expect(done.steps).toBe(500);
  });

  it('is dropped when all its callers have left', async () => {
    const [work, turns, done] = [new SharedWork(), new FairTurns(() => 0), { steps: 0 }];
    const leaving = new AbortController();
    const left = turns.run('ann', work.share('w', counting(1_000_000, done), bytes), leaving.signal);
    leaving.abort(new Error('gone'));
    await expect(left).rejects.toThrow('gone');
    const again = { steps: 0 };
    await turns.run('ann', work.share('w', counting(3, again), bytes));
    expect(again.steps).toBe(3);
  });

  it('fails for all waiting callers, and runs again for later ones', async () => {
    const [work, turns] = [new SharedWork(), new FairTurns(() => 0)];
    const failing = function* (): Steps<string> {
      yield;
      throw new Error('no');
    };
    const asked = ['ann', 'bob'].map(who => turns.run(who, work.share('w', failing, bytes)));
    const results = await Promise.allSettled(asked);
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(await turns.run('ann', work.share('w', counting(1, { steps: 0 }), bytes))).toBe('made');
  });
});
