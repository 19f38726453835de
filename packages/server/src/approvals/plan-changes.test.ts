import { describe, expect, it } from 'vitest';
import { countItems, type PlannedEffect, type PlannedItem } from '../api/planned-effect.js';
import { planChanges } from './plan-changes.js';

const effect = (...items: PlannedItem[]): PlannedEffect => ({
  sentence: 'Some.',
  items,
  totals: countItems(items),
});
const TITAN: PlannedItem = { what: 'removes', subject: 'Titan' };
const mass = (before: number, after = 3): PlannedItem => ({
  what: 'overwrites',
  subject: 'mass',
  before,
  after,
});

describe('the changes of a plan', () => {
  it('are what is gone, what is new, and what has other values, with both pairs of values', () => {
    expect(planChanges(effect(TITAN, mass(1)), effect(mass(2), { what: 'adds', subject: 'Io' }))).toBe(
      'What differs: no longer removes Titan; overwrites mass: 2 -> 3, and not overwrites mass: 1 -> 3; also adds Io.',
    );
  });

  it('name the second of two items of one thing', () => {
    expect(planChanges(effect(mass(1), mass(1)), effect(mass(1), mass(2)))).toBe(
      'What differs: overwrites mass: 2 -> 3, and not overwrites mass: 1 -> 3.',
    );
  });

  it('are known where a value differs behind what is shown', () => {
    const long = (end: string): PlannedItem => ({ ...TITAN, before: `${'x'.repeat(500)}${end}` });
    expect(planChanges(effect(long('a')), effect(long('b')))).toContain('(behind what is shown here)');
  });

  it('name how many there are where not all are named', () => {
    const many = Array.from({ length: 300 }, (_, at) => ({ ...TITAN, subject: `Moon ${at}` }));
    const text = planChanges(effect(...many), effect());
    expect(text.length).toBeLessThan(1_400);
    const named = text.split('no longer').length - 1;
    expect(text).toContain(`And ${300 - named} more of 300 differences.`);
  });

  it('are counts, or not in the list, where the lists are equal', () => {
    const counted = { ...effect(TITAN), totals: { removes: 4, overwrites: 0, changes: 0, adds: 0 } };
    expect(planChanges(effect(TITAN), counted)).toBe('What differs: 4 removed, and not 1 removed.');
    expect(planChanges(undefined, undefined)).toContain('that the plan does not list');
  });
});
