import { describe, expect, it } from 'vitest';
import { Canvas, type Rgb } from './canvas.js';
import { textWidth } from './glyphs.js';

const [BLACK, WHITE, RED]: readonly [Rgb, Rgb, Rgb] = [
  [0, 0, 0],
  [255, 255, 255],
  [255, 0, 0],
];

/** The pixels as characters: "." black, "#" white, "r" red, "?" others. */
function shown({ width, height, pixels }: Canvas): readonly string[] {
  const character = (at: number) => {
    const [red, green, blue, opacity] = pixels.subarray(at * 4, at * 4 + 4);
    if (opacity !== 255) return '?';
    const known: Record<string, string> = { '0,0,0': '.', '255,255,255': '#', '255,0,0': 'r' };
    return known[`${red},${green},${blue}`] ?? '?';
  };
  const row = (y: number) => Array.from({ length: width }, (_, x) => character(y * width + x)).join('');
  return Array.from({ length: height }, (_, y) => row(y));
}

describe('Canvas', () => {
  it('fills a box, and leaves out what lies outside of the picture', () => {
    const canvas = new Canvas(4, 3, BLACK);
    canvas.box({ left: 2, top: -5, right: 9, bottom: 2 }, WHITE);
    expect(shown(canvas)).toEqual(['..##', '..##', '....']);
  });

  it('mixes the colour of a box that is not opaque with the colour behind', () => {
    const canvas = new Canvas(1, 1, BLACK);
    canvas.box({ left: 0, top: 0, right: 1, bottom: 1 }, [200, 100, 0], 0.5);
    expect([...canvas.pixels]).toEqual([100, 50, 0, 255]);
  });

  it.each([
    [1, 1, ['....', '.rr.', '.rr.']],
    [-1, 2, ['....', '....', 'r...']],
    [3, -1, ['...r', '....', '....']],
    [4, 0, ['....', '....', '....']],
  ])('copies a picture to (%i, %i), and cuts it at the edges', (left, top, rows) => {
    const canvas = new Canvas(4, 3, BLACK);
    canvas.picture(new Canvas(2, 2, RED), left, top);
    expect(shown(canvas)).toEqual(rows);
  });

  it('writes text that begins or ends at a pixel, in whole multiples of its size', () => {
    const canvas = new Canvas(5, 7, BLACK);
    canvas.text('T', 0, 0, WHITE);
    expect(shown(canvas)).toEqual(['#####', '..#..', '..#..', '..#..', '..#..', '..#..', '..#..']);
    const before = new Canvas(12, 7, BLACK);
    before.textBefore('TT', 12, 0, WHITE);
    expect(shown(before)[0]).toBe('.#####.#####');
    const large = new Canvas(10, 14, BLACK);
    large.text('T', 0, 0, WHITE, 2);
    expect(shown(large).slice(1, 3)).toEqual(['##########', '....##....']);
    expect(textWidth('TT')).toBe(11);
  });
});
