import fc from 'fast-check';
import { expect, it } from 'vitest';
import { Bag } from './bag.js';

it('has the same members as a Set after any additions and deletions', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.boolean(), fc.nat(9))), steps => {
      const members = Array.from({ length: 10 }, (_, id) => ({ id, place: -1 }));
      const bag = new Bag<(typeof members)[number]>();
      const set = new Set<(typeof members)[number]>();
      for (const [joins, id] of steps) {
        const member = members[id] as (typeof members)[number];
        if (!joins) expect(bag.delete(member)).toBe(set.delete(member));
        else if (!set.has(member)) {
          bag.add(member);
          set.add(member);
        }
        expect(bag.size).toBe(set.size);
        expect(new Set(bag.all())).toEqual(set);
      }
    }),
  );
});
