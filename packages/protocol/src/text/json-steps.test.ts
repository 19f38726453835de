import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseJson } from './json.js';
import { type JsonStepLimits, parseJsonSteps } from './json-steps.js';

function parsed(text: string, limits: Partial<JsonStepLimits> = {}) {
  const steps = parseJsonSteps(text, { depth: 64, step: 8, ...limits });
  for (let count = 1; ; count++) {
    const { done, value } = steps.next();
    if (done === true) return { result: value, steps: count };
  }
}

const resultOf = (text: string, limits?: Partial<JsonStepLimits>) => parsed(text, limits).result;

describe('parseJsonSteps', () => {
  it('gives what parseJson gives, for any value in any layout and any size of a step', () => {
    const layout = fc.constantFrom(0, 1, '\t');
    fc.assert(
      fc.property(
        fc.jsonValue({ maxDepth: 5 }),
        layout,
        fc.integer({ min: 1, max: 64 }),
        (value, space, step) => {
          const text = ` ${JSON.stringify(value, null, space)}\n`;
          expect(resultOf(text, { step })).toEqual(parseJson(text));
        },
      ),
    );
  });

  it('accepts and refuses the same damaged texts', () => {
    const damaged = fc
      .tuple(
        fc.jsonValue({ maxDepth: 3 }),
        fc.nat(),
        fc.constantFrom('', ',', '}', '[', '"', ':', '\\', '\u0001', '1 2'),
      )
      .map(([value, place, damage]) => {
        const text = JSON.stringify(value);
        const at = place % (text.length + 1);
        return text.slice(0, at) + damage + text.slice(at + 1);
      });
    fc.assert(
      fc.property(damaged, fc.integer({ min: 1, max: 20 }), (text, step) => {
        const [stepped, whole] = [resultOf(text, { step }), parseJson(text)];
        expect(stepped).toMatchObject({ ok: whole.ok });
        if (whole.ok) expect(stepped).toEqual(whole);
      }),
      { numRuns: 1_000 },
    );
  });

  it.each([
    ['{"a":[1,2,3,4,5,6],"b":1,"\\u0061":2}', 'duplicate key "a"'],
    ['{"a":[1,2,3,4,5,6],"__proto__":{}}', '__proto__'],
    ['{"long":"aaaaaaaaaaaa","constructor":{"prototype":[1,2,3,4,5,6]}}', 'prototype'],
    ['[[[[[[1,2,3,4,5,6]]]]]]', 'deeper than 5'],
    [`[${'1,'.repeat(20)}1]`, 'more than 20 members'],
    ['{"a":[1,2,3,4,5,6],}', 'not valid JSON near position 19'],
    ['[1,2,3,4,5,6] [1]', 'not valid JSON near position 14'],
    ['[1,2,3,4,5,6', 'not valid JSON'],
  ])('refuses %s', (text, reason) => {
    expect(resultOf(text, { depth: 5, members: 20 })).toEqual({
      ok: false,
      reason: expect.stringContaining(reason),
    });
  });

  it('refuses an object with more keys than can be looked at together, and no array', () => {
    const object = (count: number) => `{${Array.from({ length: count }, (_, at) => `"${at}":0`).join()}}`;
    expect(resultOf(object(50_000), { step: 1_024 })).toMatchObject({ ok: true });
    expect(resultOf(object(50_001), { step: 1_024 })).toEqual({
      ok: false,
      reason: 'The JSON has an object with more than 50000 members.',
    });
    expect(resultOf(`[${'0,'.repeat(60_000)}0]`, { step: 1_024 })).toMatchObject({ ok: true });
  });

  it('asks for the memory of all members before it builds one', () => {
    const asked: number[] = [];
    const admits = (members: number) => {
      asked.push(members);
      return false;
    };
    expect(resultOf('[1,2,[3,4,5],6,7,8', { admits })).toBe('full');
    expect(asked).toEqual([8 + 1]);
  });

  it('takes steps in proportion to the text, also for one object with many keys and for nested large containers', () => {
    const object = JSON.stringify(
      Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`key ${at}`, at])),
    );
    const nested = `${'['.repeat(60)}${object}${']'.repeat(60)}`;
    for (const text of [object, nested, `[${'0,'.repeat(40_000)}0]`]) {
      const { result, steps } = parsed(text, { step: 1_024 });
      expect(result).toEqual(parseJson(text));
      expect(steps).toBeGreaterThan(text.length / 1_024);
      expect(steps).toBeLessThan((4 * text.length) / 1_024 + 4);
    }
  });
});
