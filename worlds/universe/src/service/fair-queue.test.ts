import { afterEach, describe, expect, it, vi } from 'vitest';
import { FairQueue } from './fair-queue.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('a fair queue', () => {
  it('lets one through at a time, and one of each principal in its turn', async () => {
    const queue = new FairQueue(10, 'pieces');
    const order: string[] = [];
    let inside = 0;
    const enter = (principal: string, name: string) =>
      queue.run(principal, async () => {
        expect(++inside).toBe(1);
        await new Promise(setImmediate);
        order.push(name);
        inside--;
      });
    await Promise.all([enter('ann', 'a1'), enter('ann', 'a2'), enter('ann', 'a3'), enter('bob', 'b1')]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses more jobs of a principal than the limit', async () => {
    const queue = new FairQueue(2, 'large writes');
    const work = async () => 'done';
    const [first, second, third, bob] = await Promise.allSettled([
      queue.run('ann', work),
      queue.run('ann', work),
      queue.run('ann', work),
      queue.run('bob', work),
    ]);
    expect([first.status, second.status, bob.status]).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(third).toMatchObject({
      reason: { kind: 'RateLimited', message: 'You have 2 large writes waiting, which is the limit.' },
    });
  });

  it('refuses work that did not start in time, and runs later work', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const queue = new FairQueue(10, 'large writes', 15_000);
    let finish = () => {};
    const first = queue.run('ann', () => new Promise<void>(resolve => (finish = resolve)));
    const begun: string[] = [];
    const late = ['ann', 'bob'].map(name => queue.run(name, async () => begun.push(name)));
    const refusals = Promise.allSettled(late);
    vi.advanceTimersByTime(14_999);
    const inTime = queue.run('bob', async () => 'done');
    vi.advanceTimersByTime(1);
    for (const refusal of await refusals) {
      expect(refusal).toMatchObject({
        reason: { kind: 'NotReady', hint: 'Nothing was changed. Try again later.' },
      });
    }
    finish();
    await first;
    expect(await inTime).toBe('done');
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(15_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('continues after failed work', async () => {
    const queue = new FairQueue(10, 'pieces');
    await expect(queue.run('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await queue.run('ann', async () => 'done')).toBe('done');
  });
});
