import { describe, expect, it } from 'vitest';
import { isWithin, pinPlace, regionOf, sizeOf, wireBox } from './blueprint-layout.js';
import { pinsOf } from './blueprint-pins.js';

const pins = (...given: object[]) => [...pinsOf(given, {}).entries()];
const input = (name: string, more: object = {}) => ({ name, direction: 'input', type: 'float', ...more });
const output = (name: string, more: object = {}) => ({ name, direction: 'output', type: 'float', ...more });

describe('sizeOf', () => {
  it('puts inputs at the left and outputs at the right, in the same rows', () => {
    const { spots, width } = sizeOf('Add', 'call', pins(input('A'), output('Sum'), input('B')));
    expect(spots.map(({ pin, x }) => [pin, x])).toEqual([
      [0, 0],
      [2, 0],
      [1, width],
    ]);
    expect(spots[0]?.y).toBe(spots[2]?.y);
  });

  it('shows the value of an input without a wire', () => {
    const given = pins(input('A', { default: '2' }), input('B', { default: '3', linkedTo: ['x.y'] }));
    expect(sizeOf('Add', 'call', given).spots.map(({ text }) => text)).toEqual(['A = 2', 'B']);
  });

  it('has room for both sides of each row', () => {
    const long = 'x'.repeat(26);
    const { width, spots } = sizeOf('T', 'call', pins(input(long, { default: long }), output(long)));
    const letters = spots.reduce((sum, { text }) => sum + text.length, 0);
    expect(width).toBeGreaterThan(letters * 6);
  });

  it('bounds the size of a node with many pins and long texts, and says how many are missing', () => {
    const many = Array.from({ length: 400 }, (_, at) => input('x'.repeat(10_000) + at));
    const { width, height, missing } = sizeOf('T'.repeat(10_000), 'call', pins(...many));
    expect(width).toBeLessThan(700);
    expect(height).toBeLessThan(1_500);
    expect(missing).toBe(340);
  });

  it('shows what would not be seen in the text of a pin', () => {
    const [spot] = sizeOf('T', 'call', pins(input('A\u202e', { default: '\u200b' }))).spots;
    expect(spot?.text).toBe('A‹U+202E› = ‹U+200B›');
  });

  it('has no head on a node that gets a variable', () => {
    expect(sizeOf('Get Speed', 'variable', pins(output('Speed'))).head).toBe(0);
    expect(sizeOf('Set Speed', 'variable', pins(input('Speed'))).head).toBeGreaterThan(0);
  });
});

describe('pinPlace', () => {
  it('is at the head for a pin that is not shown', () => {
    const node = { x: 100, y: 50, ...sizeOf('T', 'call', pins(input('A'))) };
    expect(pinPlace(node, 7, false)).toEqual({ x: 100, y: 64 });
    expect(pinPlace(node, 0, false)).toEqual({ x: 100, y: 92 });
  });
});

describe('regionOf', () => {
  const size = { width: 800, height: 400 };

  it('has the whole view, and stays the same during a small move', () => {
    const region = regionOf({ x: 10, y: 10, scale: 1 }, size);
    expect(region).toEqual(regionOf({ x: 40, y: 30, scale: 1 }, size));
    expect(isWithin(region, { x: -390, y: -190, width: 1, height: 1 })).toBe(true);
    expect(isWithin(region, { x: 409, y: 209, width: 1, height: 1 })).toBe(true);
  });

  it('leaves out the most of a graph of 1,000 nodes in a row', () => {
    const region = regionOf({ x: 150_000, y: 0, scale: 1 }, size);
    const boxes = Array.from({ length: 1_000 }, (_, at) => ({ x: at * 300, y: 0, width: 200, height: 80 }));
    const drawn = boxes.filter(box => isWithin(region, box));
    expect(drawn.length).toBeGreaterThan(2);
    expect(drawn.length).toBeLessThan(12);
  });

  it('has a wire that passes through it with both ends outside', () => {
    const region = regionOf({ x: 0, y: 0, scale: 1 }, size);
    expect(isWithin(region, wireBox({ x: 9_000, y: 50 }, { x: -9_000, y: -50 }))).toBe(true);
    expect(isWithin(region, wireBox({ x: 9_000, y: 50 }, { x: 8_000, y: -50 }))).toBe(false);
  });

  it('has no pins where they are too small to be read', () => {
    expect(regionOf({ x: 0, y: 0, scale: 0.1 }, size).isDetailed).toBe(false);
    expect(regionOf({ x: 0, y: 0, scale: 0.8 }, size).isDetailed).toBe(true);
  });
});
