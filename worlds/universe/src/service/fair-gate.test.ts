import { afterEach, describe, expect, it, vi } from 'vitest';
import { FairGate } from './fair-gate.js';

afterEach(() => {
  vi.useRealTimers();
});

describe('a fair gate', () => {
  it('lets one through at a time, and one of each principal in its turn', async () => {
    const gate = new FairGate(10, 'pieces');
    const order: string[] = [];
    let inside = 0;
    const enter = (principal: string, name: string) =>
      gate.run(principal, async () => {
        expect(++inside).toBe(1);
        await new Promise(setImmediate);
        order.push(name);
        inside--;
      });
    await Promise.all([enter('ann', 'a1'), enter('ann', 'a2'), enter('ann', 'a3'), enter('bob', 'b1')]);
    expect(order).toEqual(['a1', 'a2', 'b1', 'a3']);
  });

  it('refuses more of a principal than may wait, and says how many those are', async () => {
    const gate = new FairGate(2, 'large writes');
    const work = async () => 'done';
    const [first, second, third, bob] = await Promise.allSettled([
      gate.run('ann', work),
      gate.run('ann', work),
      gate.run('ann', work),
      gate.run('bob', work),
    ]);
    expect([first.status, second.status, bob.status]).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    expect(third).toMatchObject({
      reason: { kind: 'RateLimited', message: 'You have 2 large writes waiting.' },
    });
  });

  it('refuses work that could not begin in time, and goes on with what comes later', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const gate = new FairGate(10, 'large writes', 15_000);
    let finish = () => {};
    const first = gate.run('ann', () => new Promise<void>(resolve => (finish = resolve)));
    const begun: string[] = [];
    const late = ['ann', 'bob'].map(name => gate.run(name, async () => begun.push(name)));
    const refusals = Promise.allSettled(late);
    vi.advanceTimersByTime(14_999);
    const inTime = gate.run('bob', async () => 'done');
    vi.advanceTimersByTime(1);
    for (const refusal of await refusals) {
      expect(refusal).toMatchObject({
        reason: { kind: 'NotReady', hint: 'Nothing was done. Try again later.' },
      });
    }
    finish();
    await first;
    expect(await inTime).toBe('done');
    expect(begun).toEqual([]);
    vi.advanceTimersByTime(15_000);
    expect(vi.getTimerCount()).toBe(0);
  });

  it('goes on after work that fails', async () => {
    const gate = new FairGate(10, 'pieces');
    await expect(gate.run('ann', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await gate.run('ann', async () => 'done')).toBe('done');
  });
});
