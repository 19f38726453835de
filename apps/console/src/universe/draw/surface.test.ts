import { describe, expect, it } from 'vitest';
import { hslOf, rgbOf } from './colour.js';
import { looksOf } from './surface.js';

const looks = (bodyType: string, radius: number, mass: number, color: string) =>
  looksOf({ bodyType, radius, mass, color, parentId: 'sun' }).surface;

describe('surfaces', () => {
  it.each([
    ['Jupiter', 'planet', 69_911, 1.898e27, '#d8b48a', 'gas'],
    ['Earth', 'planet', 6_371, 5.97e24, '#4f86d9', 'ocean'],
    ['Mars', 'planet', 3_389, 6.4e23, '#c8593a', 'rock'],
    ['Venus', 'planet', 6_051, 4.9e24, '#e8cda2', 'clouds'],
    ['Enceladus', 'moon', 252, 1e20, '#f2f6f8', 'ice'],
    ['Ceres', 'asteroid', 470, 9e20, '#8f8a84', 'rock'],
    ['the Sun', 'star', 695_700, 2e30, '#ffd27a', 'star'],
  ])('of %s', (_, type, radius, mass, color, surface) => {
    expect(looks(type, radius, mass, color)).toBe(surface);
  });
});

describe('colours', () => {
  it.each([
    ['#f00', [1, 0, 0]],
    ['#00ff00', [0, 1, 0]],
    ['rgb(0, 0, 255)', [0, 0, 1]],
    ['RED', [1, 0, 0]],
    ['url(x)', [0.5, 0.5, 0.5]],
    ['constructor', [0.5, 0.5, 0.5]],
    [7, [0.5, 0.5, 0.5]],
  ])('%s', (text, rgb) => {
    expect(rgbOf(text, [0.5, 0.5, 0.5])).toEqual(rgb);
  });

  it('have hue, saturation and lightness', () => {
    expect(hslOf([0, 0, 1])).toEqual([240, 1, 0.5]);
  });
});
