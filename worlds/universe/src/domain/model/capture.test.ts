import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseState } from '../schemas/parse-state.js';
import { Universe } from '../universe.js';
import { stateText } from './capture.js';
import type { UniverseState } from './state.js';
import { finish, type Steps } from './steps.js';

function bodies(count: number): object {
  return {
    stars: Object.fromEntries(
      Array.from({ length: count }, (_, i) => [
        `b${i}`,
        { name: `Body ${i}`, parentId: i === 0 ? null : `b${Math.floor(i / 10)}` },
      ]),
    ),
    groups: { g: { children: [{ id: 'b0', type: 'system' }] } },
    nebulae: { n: { name: 'Nebula' } },
    time: 7,
  };
}

function stepsIn<Result>(steps: Steps<Result>): number {
  let count = 1;
  while (steps.next().done !== true) count++;
  return count;
}

describe('a capture', () => {
  it('is written as its snapshot is, whatever its ids are', () => {
    const id = fc.oneof(
      fc.nat().map(String),
      fc.string({ minLength: 1, maxLength: 8 }),
      fc.constantFrom('01', '4294967295'),
    );
    fc.assert(
      fc.property(fc.uniqueArray(id, { maxLength: 300 }), ids => {
        const given = { stars: Object.fromEntries(ids.map(key => [key, { name: '"é\u2028' }])) };
        let state: UniverseState;
        try {
          state = parseState(given);
        } catch {
          return;
        }
        const universe = Universe.from(given);
        expect(finish(universe.capture().text())).toBe(JSON.stringify(universe.snapshot()));
        expect(finish(stateText(state))).toBe(JSON.stringify(state));
      }),
    );
  });

  it('is written with the newest fields and children after each command', () => {
    const universe = Universe.from(bodies(100));
    const long = 'x'.repeat(5_000);
    for (const command of [
      { type: 'updateStar', id: 'b1', payload: { name: 'Other' } },
      { type: 'addStar', id: 'new', payload: { parentId: 'b1' } },
      { type: 'updateStar', id: 'b1', payload: { comet: { notes: long } } },
      { type: 'updateStar', id: 'b1', payload: { comet: { notes: 'short' } } },
      { type: 'removeStar', id: 'new' },
      { type: 'removeStar', id: 'b2' },
    ]) {
      const before = finish(universe.capture().text());
      universe.apply(command);
      const after = finish(universe.capture().text());
      expect(after).not.toBe(before);
      expect(after).toBe(JSON.stringify(universe.snapshot()));
      expect(() => universe.applyAll([command, { type: 'removeStar', id: 'none' }])).toThrow();
      expect(finish(universe.capture().text())).toBe(after);
    }
  });

  it('is written in parts as a view is', () => {
    const universe = Universe.from(bodies(500));
    const text = finish(universe.capture().text(['groups', 'rootIds', 'time']));
    expect(text).toBe(JSON.stringify(universe.view({ include: ['time', 'rootIds', 'groups'] })));
  });

  it('stays as it was while commands change the universe between its steps', () => {
    const universe = Universe.from(bodies(2_000));
    const before = JSON.stringify(universe.snapshot());
    const capture = universe.capture();
    let writes = 0;
    const meanwhile = <Result>(steps: Steps<Result>): Result => {
      for (;;) {
        const { done, value } = steps.next();
        if (done === true) return value;
        universe.applyAll([
          { type: 'updateStar', id: `b${writes}`, payload: { name: 'Other' } },
          { type: 'addStar', id: `new${writes}`, payload: { parentId: 'b1999' } },
          { type: 'tick', dt: 1 },
        ]);
        writes++;
      }
    };
    expect(meanwhile(capture.text())).toBe(before);
    expect(JSON.stringify(meanwhile(capture.state()))).toBe(before);
    expect(writes).toBeGreaterThan(10);
  });

  it('is written in more steps the larger it is', () => {
    const [small, large] = [200, 4_000].map(count => stepsIn(Universe.from(bodies(count)).capture().text()));
    expect(large).toBeGreaterThan((small as number) + 20);
  });
});
