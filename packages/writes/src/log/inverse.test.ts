import { describe, expect, it } from 'vitest';
import type { InverseStep } from './inverse.js';

describe('a step of an inverse', () => {
  it('takes no type that JSON does not have', () => {
    const steps: readonly InverseStep[] = [
      { call: { tool: 'set', arguments: { value: [1, null, { a: true }] } }, expect: null },
      // @ts-expect-error: a function is no JSON.
      { call: { undo: () => {} }, expect: null },
      // @ts-expect-error: a bigint is no JSON.
      { call: { tool: 'set', arguments: { value: 1n } }, expect: null },
      // @ts-expect-error: nor is it in a value.
      { call: 'set', expect: { when: Symbol('now') } },
    ];
    expect(steps).toHaveLength(4);
  });
});
