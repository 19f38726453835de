import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OrderedIds } from './ordered-ids.js';

const step = fc.record({ id: fc.constantFrom('a', 'b', 'c', 'd', 'e', '__proto__'), at: fc.nat(6) });

describe('OrderedIds', () => {
  it('keeps the order that an array would', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), steps => {
        const list = new OrderedIds();
        const model: string[] = [];
        for (const { id, at } of steps) {
          const index = model.indexOf(id);
          if (index >= 0) {
            expect(list.predecessorOf(id)).toBe(model[index - 1] ?? null);
            expect(list.remove(id)).toBe(model[index - 1] ?? null);
            model.splice(index, 1);
          } else {
            const place = Math.min(at, model.length);
            list.insertAfter(id, model[place - 1] ?? null);
            model.splice(place, 0, id);
          }
          expect([...list]).toEqual(model);
          expect([list.size, list.last]).toEqual([model.length, model.at(-1) ?? null]);
        }
      }),
    );
  });

  it('throws on an id that is there twice or not at all', () => {
    const list = new OrderedIds();
    list.append('a');
    expect(() => list.append('a')).toThrow('already');
    expect(() => list.remove('b')).toThrow('not in this list');
    expect(() => list.insertAfter('c', 'b')).toThrow('not in this list');
    expect([...list]).toEqual(['a']);
  });
});
