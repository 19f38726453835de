import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { Heartbeat } from './heartbeat.js';

let received: number;
let busy: boolean;
let pings: number;
let reason: string | undefined;
let heartbeat: Heartbeat;
beforeEach(() => {
  vi.useFakeTimers();
  received = 0;
  busy = false;
  pings = 0;
  reason = undefined;
  heartbeat = new Heartbeat({
    pingMs: { pending: 2000, idle: 5000 },
    timeoutMs: { pending: 6000, idle: 15_000, busy: 60_000 },
    received: () => received,
    busy: () => busy,
    ping: () => pings++,
    lost: why => {
      reason = why;
      heartbeat.stop();
    },
  });
  heartbeat.start();
});
afterEach(() => {
  heartbeat.stop();
  vi.useRealTimers();
});

const pass = (ms: number) => vi.advanceTimersByTime(ms);

/** Milliseconds until it is lost. */
function lostAfter(max = 100_000): number {
  for (let ms = 0; ms < max; ms += 250) {
    if (reason !== undefined) return ms;
    pass(250);
  }
  return Number.POSITIVE_INFINITY;
}

describe('a silent engine', () => {
  it('is pinged once and then lost if it has no calls to answer', () => {
    pass(4750);
    expect(pings).toBe(0);
    expect(lostAfter()).toBe(10_250);
    expect(pings).toBe(1);
    expect(reason).toBe('the engine sent nothing for 15000 ms');
  });

  it('is pinged and lost sooner if it has calls to answer, also after their deadlines', () => {
    heartbeat.sent(1, 5000);
    pass(2000);
    expect(pings).toBe(1);
    expect(lostAfter()).toBe(4000);
  });

  it('is not lost before the deadline of a call', () => {
    heartbeat.sent(1, 30_000);
    expect(lostAfter()).toBe(31_000);
  });

  it('has the whole timeout from the call on, whatever the silence before', () => {
    pass(14_000);
    heartbeat.sent(1, 5000);
    expect(lostAfter()).toBe(6000);
  });

  it.each([1, 200])('is lost although new calls are made, %i at a time', calls => {
    let id = 0;
    const calling = setInterval(() => {
      for (let i = 0; i < calls; i++) heartbeat.sent(++id, 5000);
    }, 500);
    expect(lostAfter()).toBeLessThanOrEqual(13_000);
    clearInterval(calling);
  });

  it('is lost later if it has reported that it is busy', () => {
    busy = true;
    heartbeat.sent(1, 5000);
    expect(lostAfter()).toBe(60_000);
  });
});

describe('an engine that sends', () => {
  it('is not lost while bytes arrive, also parts of a long answer', () => {
    heartbeat.sent(1, 5000);
    const arriving = setInterval(() => {
      received += 1000;
    }, 3000);
    expect(lostAfter(60_000)).toBe(Number.POSITIVE_INFINITY);
    clearInterval(arriving);
  });

  it('is pinged again after each message', () => {
    for (let i = 1; i <= 3; i++) {
      pass(5250);
      expect(pings).toBe(i);
      received += 10;
    }
  });

  it('has the calls pending that it has not answered', () => {
    heartbeat.sent(1, 5000);
    heartbeat.sent(2, 5000);
    heartbeat.answered(1);
    expect(heartbeat.pending).toBe(1);
    heartbeat.answered(2);
    expect(lostAfter()).toBe(15_000);
  });

  it('has no calls pending after a new connection', () => {
    heartbeat.sent(1, 5000);
    heartbeat.start();
    expect(heartbeat.pending).toBe(0);
  });
});
