import { randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { DEFAULT_LIMITS } from './limits.js';
import { SpentStates } from './spent-states.js';

function open(most?: number) {
  const clock = { now: 1_000 };
  const limits = { ...DEFAULT_LIMITS, requestStateMs: 100 };
  return { clock, spent: new SpentStates({ randomBytes, now: () => clock.now, limits }, most) };
}

describe('SpentStates', () => {
  it('lets each state of a caller be used once', () => {
    const { spent } = open();
    expect(spent.use('ada', 'n-1')).toBe('first');
    expect(spent.use('ada', 'n-1')).toBe('again');
    expect(spent.use('ada', 'n-2')).toBe('first');
  });

  it('remembers a state for as long as it could still be sent, and no longer', () => {
    const { clock, spent } = open();
    spent.use('ada', 'n-1');
    clock.now += 100;
    spent.sweep();
    expect(spent.use('ada', 'n-1')).toBe('again');
    clock.now += 1;
    spent.sweep();
    expect(spent.size).toBe(0);
  });

  it('refuses rather than forgets where it is full, and only the caller who filled it', () => {
    const { clock, spent } = open(2);
    spent.use('ada', 'n-1');
    spent.use('ada', 'n-2');
    expect(spent.use('ada', 'n-3')).toBe('full');
    expect(spent.use('ada', 'n-1')).toBe('again');
    expect(spent.use('bob', 'n-3')).toBe('first');
    clock.now += 101;
    spent.sweep();
    expect(spent.use('ada', 'n-3')).toBe('first');
  });
});
