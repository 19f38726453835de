import fc from 'fast-check';
import { expect, it } from 'vitest';
import { isSmall } from './small.js';

it('a value is small if its JSON is short', () => {
  fc.assert(
    fc.property(fc.jsonValue(), fc.nat(60), (value, most) => {
      expect(isSmall(value, most)).toBe(JSON.stringify(value).length <= most);
    }),
  );
});

it('a large value is not written as JSON', () => {
  let looked = 0;
  const item = {
    get a() {
      looked++;
      return 1;
    },
  };
  expect(isSmall(new Array(300_000).fill(item), 1_024)).toBe(false);
  expect(looked).toBeLessThan(1_024);
});
