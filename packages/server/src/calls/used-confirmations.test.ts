import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from '../limits/limits.js';
import { UsedConfirmations } from './used-confirmations.js';

function open(most?: number) {
  const clock = { now: 1_000 };
  const limits = { ...DEFAULT_LIMITS, requestStateMs: 100 };
  return { clock, confirmations: new UsedConfirmations({ randomBytes, now: () => clock.now, limits }, most) };
}

describe('UsedConfirmations', () => {
  it('allows each state of a principal once', () => {
    const { confirmations } = open();
    expect(confirmations.use('ada', 'n-1')).toBe('first');
    expect(confirmations.use('ada', 'n-1')).toBe('again');
    expect(confirmations.use('ada', 'n-2')).toBe('first');
  });

  it('remembers a state until it expires', () => {
    const { clock, confirmations } = open();
    confirmations.use('ada', 'n-1');
    clock.now += 100;
    confirmations.sweep();
    expect(confirmations.use('ada', 'n-1')).toBe('again');
    clock.now += 1;
    confirmations.sweep();
    expect(confirmations.size).toBe(0);
  });

  it('refuses only the principal that reached its limit, and forgets nothing', () => {
    const { clock, confirmations } = open(2);
    confirmations.use('ada', 'n-1');
    confirmations.use('ada', 'n-2');
    expect(confirmations.use('ada', 'n-3')).toBe('full');
    expect(confirmations.use('ada', 'n-1')).toBe('again');
    expect(confirmations.use('bob', 'n-3')).toBe('first');
    clock.now += 101;
    confirmations.sweep();
    expect(confirmations.use('ada', 'n-3')).toBe('first');
  });
});
