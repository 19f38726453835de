import { expect, it } from 'vitest';
import { seeded } from '../testing/mutations.js';
import { single } from './numbers.js';

it('a single-precision number is the shortest decimal of the same value', () => {
  const random = seeded(7);
  const view = new DataView(new ArrayBuffer(4));
  for (let i = 0; i < 50_000; i++) {
    view.setUint32(0, random(2 ** 32));
    const value = i % 2 === 0 ? view.getFloat32(0) : Math.fround((random(2_000_000) - 1_000_000) / 997);
    if (!Number.isFinite(value)) continue;
    const digits = [6, 7, 8, 9].find(count => Math.fround(Number(value.toPrecision(count))) === value);
    const shown = single(value);
    expect(Math.fround(Number(shown))).toBe(value);
    if (!Number.isInteger(value)) expect(Number(Number(shown).toPrecision(digits))).toBe(shown);
  }
});

it.each([0.1, 0.3, 1e-20, 1.5e-9, 123456.79, 16777217.5, 3.4e38])('%d stays as it is written', value => {
  expect(Math.fround(Number(single(Math.fround(value))))).toBe(Math.fround(value));
});

it('numbers that JSON cannot express are texts', () => {
  expect([single(Number.NaN), single(Number.NEGATIVE_INFINITY)]).toEqual(['NaN', '-Infinity']);
});
