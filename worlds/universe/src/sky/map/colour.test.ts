import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { safeColour } from './colour.js';

describe('safeColour', () => {
  it.each([
    ['#fff', '#fff'],
    ['#A1b2C3', '#a1b2c3'],
    ['#11223344', '#11223344'],
    ['rgb(1, 2, 3)', 'rgb(1,2,3)'],
    ['rgba(1,2,3,.5)', 'rgba(1,2,3,0.5)'],
    ['rgb(10 20 30 / 50%)', 'rgba(10,20,30,0.5)'],
    ['HSL(120deg, 50%, 50%)', 'hsl(120,50%,50%)'],
    [' Gold ', 'gold'],
  ])('keeps %s', (colour, written) => {
    expect(safeColour(colour, 'none')).toBe(written);
  });

  it.each([
    '#ff',
    '#ggg',
    'url(#g0)',
    'url(https://example.com/x)',
    'javascript',
    'none',
    'rgb(1,2)',
    'rgb(1,2,3',
    'var(--x)',
    'red" onload="x',
    'red;fill:url(x)',
    '',
    7,
    null,
    undefined,
    { toString: () => 'red' },
    `rgb(${'1'.repeat(100)},2,3)`,
  ])('replaces %s', colour => {
    expect(safeColour(colour, '#123456')).toBe('#123456');
  });

  it('never lets a quote, an angle or an ampersand through', () => {
    fc.assert(
      fc.property(fc.string(), text => {
        expect(safeColour(text, 'red')).not.toMatch(/["'<>&;:]/);
      }),
    );
  });
});
