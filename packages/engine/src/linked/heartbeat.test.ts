import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { LifeWatch } from './heartbeat.js';

let heard: number;
let busy: boolean;
let asked: number;
let reason: string | undefined;
let life: LifeWatch;
beforeEach(() => {
  vi.useFakeTimers();
  heard = 0;
  busy = false;
  asked = 0;
  reason = undefined;
  life = new LifeWatch({
    askMs: { owing: 2000, idle: 5000 },
    silentMs: { owing: 6000, idle: 15_000, busy: 60_000 },
    heard: () => heard,
    busy: () => busy,
    ask: () => asked++,
    lost: why => {
      reason = why;
      life.end();
    },
  });
  life.begin();
});
afterEach(() => {
  life.end();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** Milliseconds until it is given up. */
function lostAfter(most = 100_000): number {
  for (let ms = 0; ms < most; ms += 250) {
    if (reason !== undefined) return ms;
    pass(250);
  }
  return Number.POSITIVE_INFINITY;
}

describe('an engine that says nothing', () => {
  it('is asked once, and lost where it owes nothing and stays silent', () => {
    pass(4750);
    expect(asked).toBe(0);
    expect(lostAfter()).toBe(10_250);
    expect(asked).toBe(1);
    expect(reason).toBe('the engine said nothing for 15000 ms');
  });

  it('is asked and lost sooner where it owes an answer, also when nobody waits for that any more', () => {
    life.gave(1, 5000);
    pass(2000);
    expect(asked).toBe(1);
    expect(lostAfter()).toBe(4000);
  });

  it('has for a call the time that the caller has', () => {
    life.gave(1, 30_000);
    expect(lostAfter()).toBe(31_000);
  });

  it('has its time from the call on, however quiet it was before', () => {
    pass(14_000);
    life.gave(1, 5000);
    expect(lostAfter()).toBe(6000);
  });

  it.each([1, 200])('is not kept alive by those who go on calling, %i at a time', calls => {
    let id = 0;
    const calling = setInterval(() => {
      for (let i = 0; i < calls; i++) life.gave(++id, 5000);
    }, 500);
    expect(lostAfter()).toBeLessThanOrEqual(13_000);
    clearInterval(calling);
  });

  it('has longer where it said that it is busy', () => {
    busy = true;
    life.gave(1, 5000);
    expect(lostAfter()).toBe(60_000);
  });
});

describe('an engine that lives', () => {
  it('is there as long as anything comes, be it a part of a long answer', () => {
    life.gave(1, 5000);
    const arriving = setInterval(() => {
      heard += 1000;
    }, 3000);
    expect(lostAfter(60_000)).toBe(Number.POSITIVE_INFINITY);
    clearInterval(arriving);
  });

  it('is asked again after each word', () => {
    for (let i = 1; i <= 3; i++) {
      pass(5250);
      expect(asked).toBe(i);
      heard += 10;
    }
  });

  it('owes what it was given and has not answered', () => {
    life.gave(1, 5000);
    life.gave(2, 5000);
    life.answered(1);
    expect(life.owing).toBe(1);
    life.answered(2);
    expect(lostAfter()).toBe(15_000);
  });

  it('owes nothing to a connection that it has left', () => {
    life.gave(1, 5000);
    life.begin();
    expect(life.owing).toBe(0);
  });
});
