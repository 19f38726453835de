import { parseJson } from '@worldwire/protocol';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../../work/time-slice.js';
import { parseInSlices } from './json-in-slices.js';

const LIMITS = { depth: 200, values: 2_000_000 };
/** Makes any text long enough to be read in slices. */
const PAD = ' '.repeat(128 * 1024 + 1);

function parse(text: string, limits = LIMITS) {
  return parseInSlices(PAD + text, limits, new TimeSlice(new AbortController().signal));
}

describe('JSON in slices', () => {
  it('returns what JSON.parse returns', async () => {
    await fc.assert(
      fc.asyncProperty(fc.jsonValue({ maxDepth: 6 }), async value => {
        const text = JSON.stringify(value);
        const whole = parseJson(text);
        const sliced = await parse(text);
        expect(sliced.ok).toBe(whole.ok);
        if (sliced.ok) expect(sliced.value).toEqual(JSON.parse(text));
      }),
    );
  });

  it('refuses what JSON.parse refuses', async () => {
    const broken = fc.tuple(
      fc.json({ maxDepth: 3 }),
      fc.nat(),
      fc.constantFrom(...'{}[],:"\\ 01-.eEtfn\n\u0001'),
    );
    await fc.assert(
      fc.asyncProperty(broken, async ([text, place, letter]) => {
        const at = place % (text.length + 1);
        const changed = text.slice(0, at) + letter + text.slice(at + (place % 2));
        expect((await parse(changed)).ok).toBe(parseJson(changed).ok);
      }),
      { numRuns: 500 },
    );
  });

  it.each([
    ['{"a":1,"a":2}', 'twice'],
    ['{"__proto__":1}', '__proto__'],
    ['{"constructor":{"prototype":1}}', 'prototype'],
    ['{"constructor":{"a":1,"prototype":1}}', 'prototype'],
    ['['.repeat(201), 'deeper than 200'],
    ['[1] 2', 'position'],
    ['', 'position'],
    ['"', 'position'],
    ['[1,]', 'position'],
    ['{"a"}', 'position'],
  ])('refuses %s', async (text, why) => {
    expect(await parse(text)).toEqual({ ok: false, reason: expect.stringContaining(why) });
  });

  it('allows the same names in other places', async () => {
    const text = '{"constructor":1,"prototype":2,"a":{"constructor":{"b":{"prototype":3}}}}';
    expect(parseJson(text)).toMatchObject(await parse(text));
  });

  it('refuses more values than the limit', async () => {
    expect(await parse('[1,2,3,4]', { depth: 9, values: 4 })).toEqual({
      ok: false,
      reason: 'The JSON has more than 4 values.',
    });
  });
});
