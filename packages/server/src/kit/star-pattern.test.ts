import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { starPattern } from './star-pattern.js';

describe('a pattern with stars', () => {
  it('fits the names that the same regular expression fits', () => {
    const words = (letters: string) => fc.string({ unit: fc.constantFrom(...letters), maxLength: 12 });
    fc.assert(
      fc.property(words('ab*'), words('ab'), (pattern, name) => {
        const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
        expect(starPattern(pattern)(name)).toBe(expression.test(name));
      }),
      { numRuns: 2_000 },
    );
  });

  it('has no special characters but the star', () => {
    expect(starPattern('Get.*')('Get.x')).toBe(true);
    expect(starPattern('Get.*')('Getx')).toBe(false);
    expect(starPattern('[a-z]+')('b')).toBe(false);
  });
});
