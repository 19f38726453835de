import { describe, expect, it } from 'vitest';
import { type FollowClock, follow } from './follow.js';

function stage(ask: () => Promise<void>) {
  const timers: { readonly ms: number; readonly call: () => void }[] = [];
  let shown = () => {};
  const page = { hidden: false };
  const clock: FollowClock = {
    after: (ms, call) => {
      const timer = { ms, call };
      timers.push(timer);
      return () => {
        const at = timers.indexOf(timer);
        if (at !== -1) timers.splice(at, 1);
      };
    },
    hidden: () => page.hidden,
    onShown: call => {
      shown = call;
      return () => {
        shown = () => {};
      };
    },
  };
  const following = follow(ask, clock, 1_000);
  const turn = async () => {
    timers.shift()?.call();
    await new Promise(resolve => setImmediate(resolve));
  };
  const hide = (hidden: boolean) => {
    page.hidden = hidden;
    shown();
    return new Promise(resolve => setImmediate(resolve));
  };
  return { following, timers, turn, hide };
}

describe('following', () => {
  it('asks one question after the other', async () => {
    let asked = 0;
    const { timers, turn } = stage(async () => {
      asked += 1;
    });
    expect([asked, timers.length]).toEqual([0, 1]);
    await turn();
    await turn();
    expect([asked, timers.map(({ ms }) => ms)]).toEqual([2, [1_000]]);
  });

  it('asks nothing while the page is hidden, and at once when it is shown', async () => {
    let asked = 0;
    const { timers, hide } = stage(async () => {
      asked += 1;
    });
    await hide(true);
    expect([asked, timers.length]).toEqual([0, 0]);
    await hide(false);
    expect([asked, timers.length]).toEqual([1, 1]);
  });

  it('asks less often after failures, says why, and recovers', async () => {
    let fails = true;
    const { following, timers, turn } = stage(async () => {
      if (fails) throw new Error('The server is gone.');
    });
    await turn();
    expect(following.problem.value).toBe('The server is gone.');
    await turn();
    expect(timers.map(({ ms }) => ms)).toEqual([4_000]);
    for (let count = 0; count < 10; count++) await turn();
    expect(timers.map(({ ms }) => ms)).toEqual([30_000]);
    fails = false;
    await turn();
    expect(following.problem.value).toBeUndefined();
    expect(timers.map(({ ms }) => ms)).toEqual([1_000]);
  });

  it('ends', async () => {
    let asked = 0;
    const { following, timers, hide } = stage(async () => {
      asked += 1;
    });
    following.stop();
    await hide(false);
    following.now();
    expect([asked, timers.length]).toEqual([0, 0]);
  });
});
