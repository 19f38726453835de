import { describe, expect, it } from 'vitest';
import { Slowdown } from './slowdown.js';

function open() {
  const clock = { now: 1_000 };
  return { clock, slowdown: new Slowdown(() => clock.now) };
}

describe('Slowdown', () => {
  it('lets a first mistake go, and doubles the wait with every other up to ten seconds', () => {
    const { slowdown } = open();
    const waits = Array.from({ length: 10 }, () => slowdown.failed('a'));
    expect(waits).toEqual([0, 250, 500, 1_000, 2_000, 4_000, 8_000, 10_000, 10_000, 10_000]);
  });

  it('makes an address wait no longer when the clock is set back by an hour', () => {
    const { slowdown, clock } = open();
    slowdown.failed('a');
    slowdown.failed('a');
    clock.now -= 3_600_000;
    expect(slowdown.waits('a')).toBe(false);
    expect(slowdown.failed('a')).toBe(0);
  });

  it('says whether an address still waits for its last answer', () => {
    const { slowdown, clock } = open();
    expect(slowdown.waits('a')).toBe(false);
    slowdown.failed('a');
    expect(slowdown.waits('a')).toBe(false);
    slowdown.failed('a');
    clock.now += 249;
    expect([slowdown.waits('a'), slowdown.waits('b')]).toEqual([true, false]);
    clock.now += 1;
    expect(slowdown.waits('a')).toBe(false);
  });

  it('makes nobody else wait', () => {
    const { slowdown } = open();
    for (let n = 0; n < 9; n++) slowdown.failed('a');
    expect(slowdown.failed('b')).toBe(0);
  });

  it('forgets after a minute without a failure, and not before', () => {
    const { slowdown, clock } = open();
    slowdown.failed('a');
    clock.now += 59_999;
    expect(slowdown.failed('a')).toBe(250);
    clock.now += 59_999;
    expect(slowdown.failed('a')).toBe(500);
    clock.now += 60_000;
    expect(slowdown.failed('a')).toBe(0);
  });

  it('remembers those who fail again when more fail than it can remember', () => {
    const { slowdown } = open();
    for (let n = 0; n < 25_000; n++) {
      slowdown.failed(`address-${n}`);
      if (n % 5_000 === 0) slowdown.failed('persistent');
    }
    expect(slowdown.failed('persistent')).toBeGreaterThan(0);
    expect(slowdown.failed('address-0')).toBe(0);
  });
});
