import { describe, expect, it } from 'vitest';
import { AuthThrottle } from './auth-throttle.js';

function open(most = 3) {
  const clock = { now: 1_000 };
  return { clock, throttle: new AuthThrottle(most, () => clock.now) };
}

function fail(throttle: AuthThrottle, address: string, times: number): void {
  for (let n = 0; n < times; n++) throttle.failed(address);
}

describe('AuthThrottle', () => {
  it('lets an address fail as often as it may, then makes it wait', () => {
    const { throttle } = open();
    expect(throttle.wait('a')).toBe(0);
    fail(throttle, 'a', 2);
    expect(throttle.wait('a')).toBe(0);
    fail(throttle, 'a', 1);
    expect(throttle.wait('a')).toBe(60);
  });

  it('remembers a bounded number of addresses: the one that failed first is forgotten', () => {
    const { throttle } = open(1);
    for (let n = 0; n < 10_000; n++) throttle.failed(`address ${n}`);
    expect(throttle.wait('address 0')).toBe(60);
    throttle.failed('one more');
    expect(['address 0', 'address 1', 'one more'].map(address => throttle.wait(address))).toEqual([
      0, 60, 60,
    ]);
  });

  it('makes an address wait no longer when the clock is set back by an hour', () => {
    const { throttle, clock } = open();
    fail(throttle, 'a', 3);
    clock.now -= 3_600_000;
    expect(throttle.wait('a')).toBe(0);
    fail(throttle, 'a', 3);
    expect(throttle.wait('a')).toBe(60);
  });

  it('makes nobody else wait', () => {
    const { throttle } = open();
    fail(throttle, 'a', 9);
    expect(throttle.wait('b')).toBe(0);
  });

  it('says in whole seconds how long, and lets the address in after a minute', () => {
    const { throttle, clock } = open();
    fail(throttle, 'a', 3);
    clock.now += 59_001;
    expect(throttle.wait('a')).toBe(1);
    clock.now += 999;
    expect(throttle.wait('a')).toBe(0);
  });

  it('counts from the first failure, not from the last: who keeps guessing does not wait for ever', () => {
    const { throttle, clock } = open();
    fail(throttle, 'a', 3);
    clock.now += 30_000;
    fail(throttle, 'a', 1);
    expect(throttle.wait('a')).toBe(30);
  });

  it('begins anew after the minute', () => {
    const { throttle, clock } = open();
    fail(throttle, 'a', 3);
    clock.now += 60_000;
    fail(throttle, 'a', 1);
    expect(throttle.wait('a')).toBe(0);
    fail(throttle, 'a', 2);
    expect(throttle.wait('a')).toBe(60);
  });

  it('goes on working when more addresses fail than it remembers', () => {
    const { throttle, clock } = open(1);
    for (let n = 0; n < 25_000; n++) throttle.failed(`address-${n}`);
    throttle.failed('last');
    expect(throttle.wait('last')).toBe(60);
    clock.now += 60_000;
    expect(throttle.wait('last')).toBe(0);
  });
});
