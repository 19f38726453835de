import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { BriefMap } from './brief-map.js';

describe('a brief map', () => {
  it('has the values that a Map would have', () => {
    const step = fc.record({ key: fc.nat(5), value: fc.option(fc.string(), { nil: undefined }) });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 60 }), steps => {
        const brief = new BriefMap<number, string>();
        const map = new Map<number, string>();
        for (const { key, value } of steps) {
          if (value === undefined) {
            expect(brief.take(key)).toBe(map.get(key));
            map.delete(key);
          } else {
            brief.set(key, value);
            map.set(key, value);
          }
          expect(brief.get(key)).toBe(map.get(key));
          expect(brief.size).toBe(map.size);
          expect([...brief.values()]).toEqual([...map.values()]);
        }
      }),
    );
  });
});
