import { describe, expect, it } from 'vitest';
import { degreesText, digits, lengthText, massText, shortLength } from './quantities.js';

describe('quantities', () => {
  it.each([
    [6_371, '6,371 km'],
    [1_426_666_410, '1,426,666,410 km (9.537 AU)'],
    [4.0e13, '4.228 light years'],
  ])('a length of %d km', (km, text) => {
    expect(lengthText(km)).toBe(text);
  });

  it('are short on a label', () => {
    expect([shortLength(384_400), shortLength(7.78e8), shortLength(9.4607e13)]).toEqual([
      '384,400 km',
      '5.201 AU',
      '10 ly',
    ]);
  });

  it.each([
    [5.6832e26, '5.683 × 10²⁶ kg (95.16 Earth masses)'],
    [1.98841e30, '1.988 × 10³⁰ kg (1 solar masses)'],
    [2.2e14, '2.2 × 10¹⁴ kg'],
    [0, '0 kg'],
  ])('a mass of %d kg', (kg, text) => {
    expect(massText(kg)).toBe(text);
  });

  it('have powers of ten where digits would be long', () => {
    expect(digits(1.5e-9)).toBe('1.5 × 10⁻⁹');
    expect(degreesText(Math.PI)).toBe('180°');
  });
});
