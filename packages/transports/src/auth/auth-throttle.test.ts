import { Principal, Rights } from '@worldwire/server/internal';
import { describe, expect, it } from 'vitest';
import { AuthFailures, AuthThrottle, BACKOFF, fixedWindow, type ThrottlePolicy } from './auth-throttle.js';

const ADA = { principal: new Principal('ada', 'token', Rights.CALLS), digest: Buffer.alloc(32) };

function open(policy: ThrottlePolicy) {
  const clock = { now: 1_000 };
  return { clock, throttle: new AuthThrottle(policy, () => clock.now) };
}

function fail(throttle: AuthThrottle, address: string, times: number): void {
  for (let n = 0; n < times; n++) throttle.failed(address);
}

const wait = (throttle: AuthThrottle, address: string) => throttle.waitMs(address, undefined);

describe.each([
  ['a fixed window', fixedWindow(2)],
  ['backoff', BACKOFF],
])('AuthThrottle with %s', (_name, policy) => {
  it('does not block for the first failure, and blocks for the second', () => {
    const { throttle } = open(policy);
    expect(throttle.failed('a')).toBe(0);
    expect(wait(throttle, 'a')).toBe(0);
    expect(throttle.failed('a')).toBeGreaterThan(0);
    expect(wait(throttle, 'a')).toBeGreaterThan(0);
  });

  it('blocks a credential that is new at the address, and not one that was accepted from there', () => {
    const { throttle } = open(policy);
    throttle.succeeded('b', ADA);
    fail(throttle, 'a', 2);
    expect(throttle.waitMs('a', ADA)).toBeGreaterThan(0);
    throttle.succeeded('a', ADA);
    expect(throttle.waitMs('a', ADA)).toBe(0);
    expect(wait(throttle, 'a')).toBeGreaterThan(0);
  });

  it('blocks no other address', () => {
    const { throttle } = open(policy);
    fail(throttle, 'a', 9);
    expect(wait(throttle, 'b')).toBe(0);
    expect(throttle.failed('b')).toBe(0);
  });

  it('blocks for no longer, and counts again from one, when the clock is set back by an hour', () => {
    const { throttle, clock } = open(policy);
    fail(throttle, 'a', 2);
    clock.now -= 3_600_000;
    expect(wait(throttle, 'a')).toBe(0);
    expect(throttle.failed('a')).toBe(0);
    expect(throttle.failed('a')).toBeGreaterThan(0);
  });

  it('keeps a bounded number of addresses: the one that failed longest ago is forgotten', () => {
    const { throttle } = open(policy);
    for (let n = 0; n < 10_000; n++) throttle.failed(`address ${n}`);
    throttle.failed('one more');
    expect(throttle.failed('address 1')).toBeGreaterThan(0);
    expect(throttle.failed('address 0')).toBe(0);
  });

  it('keeps an address that goes on failing while more fail than it can keep', () => {
    const { throttle } = open(policy);
    for (let n = 0; n < 25_000; n++) {
      throttle.failed(`address-${n}`);
      if (n % 5_000 === 0) throttle.failed('persistent');
    }
    expect(throttle.failed('persistent')).toBeGreaterThan(0);
    expect(throttle.failed('address-0')).toBe(0);
  });
});

describe('a fixed window', () => {
  it('blocks from the allowed number of failures on', () => {
    const { throttle } = open(fixedWindow(3));
    fail(throttle, 'a', 2);
    expect(wait(throttle, 'a')).toBe(0);
    fail(throttle, 'a', 1);
    expect(wait(throttle, 'a')).toBe(60_000);
  });

  it('begins with the first failure, not with the last', () => {
    const { throttle, clock } = open(fixedWindow(3));
    fail(throttle, 'a', 3);
    clock.now += 30_000;
    fail(throttle, 'a', 1);
    expect(wait(throttle, 'a')).toBe(30_000);
  });

  it('ends after a minute, and then counts from one', () => {
    const { throttle, clock } = open(fixedWindow(3));
    fail(throttle, 'a', 3);
    clock.now += 59_999;
    expect(wait(throttle, 'a')).toBe(1);
    clock.now += 1;
    expect(wait(throttle, 'a')).toBe(0);
    fail(throttle, 'a', 1);
    expect(wait(throttle, 'a')).toBe(0);
    fail(throttle, 'a', 2);
    expect(wait(throttle, 'a')).toBe(60_000);
  });
});

describe('backoff', () => {
  it('doubles the delay with every failure after the first, up to ten seconds', () => {
    const { throttle } = open(BACKOFF);
    const delays = Array.from({ length: 10 }, () => throttle.failed('a'));
    expect(delays).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  it('blocks until the delay is over', () => {
    const { throttle, clock } = open(BACKOFF);
    fail(throttle, 'a', 2);
    clock.now += 249;
    expect(wait(throttle, 'a')).toBe(1);
    clock.now += 1;
    expect(wait(throttle, 'a')).toBe(0);
  });

  it('starts again after a minute without a failure, and not before', () => {
    const { throttle, clock } = open(BACKOFF);
    throttle.failed('a');
    clock.now += 59_999;
    expect(throttle.failed('a')).toBe(250);
    clock.now += 59_999;
    expect(throttle.failed('a')).toBe(500);
    clock.now += 60_000;
    expect(throttle.failed('a')).toBe(0);
  });
});

describe('two throttles with the same failures', () => {
  function both() {
    const clock = { now: 1_000 };
    const failures = new AuthFailures(() => clock.now);
    const http = new AuthThrottle(fixedWindow(4), () => clock.now, failures);
    const frames = new AuthThrottle(BACKOFF, () => clock.now, failures);
    return { clock, http, frames };
  }

  it('count the failures at each, by their own policies', () => {
    const { http, frames, clock } = both();
    fail(http, 'a', 2);
    expect(wait(http, 'a')).toBe(0);
    expect(wait(frames, 'a')).toBe(250);
    expect(frames.failed('a')).toBe(500);
    expect(http.failed('a')).toBe(60_000);
    expect(wait(http, 'a')).toBe(60_000);
    clock.now += 59_999;
    expect(wait(http, 'a')).toBe(1);
    expect(frames.failed('a')).toBe(2_000);
    clock.now += 1;
    expect(wait(http, 'a')).toBe(0);
  });

  it('know the credentials that were accepted at either', () => {
    const { http, frames } = both();
    http.succeeded('a', ADA);
    fail(frames, 'a', 9);
    expect([frames.waitMs('a', ADA), http.waitMs('a', ADA)]).toEqual([0, 0]);
    expect([wait(frames, 'a'), wait(http, 'a')]).not.toContain(0);
  });
});

describe('an address', () => {
  it('of loopback is the same as each other one of loopback, in both versions of IP', () => {
    const { throttle } = open(fixedWindow(4));
    for (const address of ['127.0.0.1', '::ffff:127.0.0.1', '127.8.9.10', '::1']) throttle.failed(address);
    for (const address of ['127.0.0.2', '::1', '::ffff:127.1.1.1'])
      expect(wait(throttle, address)).toBe(60_000);
    expect([wait(throttle, '10.0.0.1'), wait(throttle, '128.0.0.1')]).toEqual([0, 0]);
  });

  it('of IPv4 is the same when it is written in IPv6', () => {
    const { throttle } = open(fixedWindow(2));
    throttle.failed('10.0.0.1');
    throttle.failed('::ffff:10.0.0.1');
    expect([wait(throttle, '10.0.0.1'), wait(throttle, '::ffff:10.0.0.1')]).toEqual([60_000, 60_000]);
    expect(wait(throttle, '::ffff:10.0.0.2')).toBe(0);
  });
});
