import { resultBytesOf } from '@worldwire/server/kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { bytesUpTo, fitJson, fitPart } from './fit-json.js';

describe('fitJson', () => {
  it('keeps a value that fits', () => {
    const value = { a: [1, 2, { b: 'c' }], d: null };
    expect(fitJson(value, 1_000)).toMatchObject({ value, shown: 2, cut: 0 });
  });

  it('keeps the first items of a list, whole', () => {
    const list = Array.from({ length: 1_000 }, (_, index) => ({ index }));
    const { value, shown, cut } = fitJson(list, 2_000);
    expect(value).toEqual(list.slice(0, shown));
    expect(shown).toBeGreaterThan(20);
    expect(cut).toBe(0);
  });

  it('cuts a large member, so that the others are shown', () => {
    const { value, shown, cut } = fitJson({ Big: 'x'.repeat(100_000), Small: 1 }, 4_000);
    expect(value).toEqual({ Big: expect.stringMatching(/^x{100,}…$/), Small: 1 });
    expect([shown, cut]).toEqual([2, 1]);
  });

  it('says in each part what that lost, so that no part looks empty', () => {
    const deep = (count: number) => ({
      Modifiers: Array.from({ length: count }, () => ({
        Attribute: { Name: 'HealthRegenRate', Owner: 'x'.repeat(90), Set: 'x'.repeat(90) },
        Magnitude: { Value: 20, Curve: { Table: null, Row: 'x'.repeat(300) } },
      })),
    });
    for (let max = 100; max < 6_000; max += 50) {
      const { value } = fitJson(deep(30), max);
      expect(JSON.stringify(value)).not.toMatch(/[^:]\{\}|.\[\]/);
      const { Modifiers = [] } = value;
      if (Modifiers.length > 0) expect(Modifiers.at(-1)).toBe(`… ${30 - (Modifiers.length - 1)} more`);
    }
    expect(fitJson(deep(30), 3_000).value.Modifiers[0]).toMatchObject({
      Attribute: { Name: 'HealthRegenRate' },
      Magnitude: { Value: 20, Curve: { Table: null, '…': '1 more' } },
    });
  });

  it('gives the only member of a value all of its room', () => {
    const list = Array.from({ length: 100 }, (_, index) => index);
    expect(fitJson({ a: { b: list } }, 1_000).value.a.b.length).toBeGreaterThan(40);
  });

  it('makes no value larger than the limit, and none that is not JSON', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), fc.integer({ min: 60, max: 3_000 }), (given, max) => {
        const { value } = fitJson(JSON.parse(JSON.stringify(given)), max);
        expect(JSON.parse(JSON.stringify(value))).toEqual(value);
        expect(resultBytesOf(value)).toBeLessThanOrEqual(Math.max(max, 60));
      }),
    );
  });
});

describe('fitPart', () => {
  it.each([
    ['a list', Array.from({ length: 300 }, (_, index) => index)],
    ['an object', Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`P${index}`, index]))],
    ['a text', 'Ünï "quoted" '.repeat(60)],
  ])('has %s as a whole over its parts', (_, value) => {
    const parts: unknown[] = [];
    for (let start = 0; ; ) {
      const { value: part, shown, total } = fitPart(value as never, start, 700);
      expect(total).toBe(Object.keys(value).length);
      parts.push(part);
      start += shown;
      if (start >= total) break;
      expect(shown).toBeGreaterThan(0);
    }
    expect(parts.length).toBeGreaterThan(2);
    if (typeof value === 'string') expect(parts.join('')).toBe(value);
    else if (Array.isArray(value)) expect(parts.flat()).toEqual(value);
    else expect(Object.assign({}, ...parts)).toEqual(value);
  });
});

describe('bytesUpTo', () => {
  it('is at least the size in a result, and stops at the limit', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 4 }), given => {
        const value = JSON.parse(JSON.stringify(given));
        expect(bytesUpTo(value, 1_000_000)).toBeGreaterThanOrEqual(resultBytesOf(value));
      }),
    );
    expect(bytesUpTo(Array(1_000).fill('x'), 100)).toBe(Number.POSITIVE_INFINITY);
  });
});
