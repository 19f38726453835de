import { describe, expect, it } from 'vitest';
import { readPropertyPath, valueAt } from './property-path.js';

const MODIFIERS = [{ Magnitude: 1 }, { Magnitude: { Value: 2.5 }, Tags: ['Fire', 'Ice'] }];
const COSTS = [
  { key: 'Wood', value: 3 },
  { key: 'Stone', value: { Amount: 4 } },
];
const at = (path: string, value: unknown) => valueAt(value as never, readPropertyPath(path));

describe('a path into a property', () => {
  it.each([
    ['Modifiers', { name: 'Modifiers', steps: [] }],
    ['Modifiers[1].Magnitude', { name: 'Modifiers', steps: [1, 'Magnitude'] }],
    ['Location.X', { name: 'Location', steps: ['X'] }],
    ['Costs["Wood"]', { name: 'Costs', steps: ['Wood'] }],
    ['Odd[', { name: 'Odd[', steps: [] }],
    ['A..B', { name: 'A..B', steps: [] }],
    ['', { name: '', steps: [] }],
  ])('%j is %j', (text, path) => {
    expect(readPropertyPath(text)).toEqual(path);
  });

  it('leads to members and elements, in any case', () => {
    expect(at('Modifiers[1].magnitude.Value', MODIFIERS)).toBe(2.5);
    expect(at('Modifiers[1].Tags[0]', MODIFIERS)).toBe('Fire');
    expect(at('Modifiers', MODIFIERS)).toBe(MODIFIERS);
  });

  it('leads to the values of a map by their keys', () => {
    expect(at('Costs[wood]', COSTS)).toBe(3);
    expect(at('Costs.Stone.Amount', COSTS)).toBe(4);
  });

  it.each([
    ['Modifiers[2]', MODIFIERS, 'It is a list: use Modifiers[0] to Modifiers[1].'],
    ['Modifiers[0].Magnitud', MODIFIERS, 'It has Magnitude.'],
    ['Modifiers[0].Magnitude.Value', MODIFIERS, 'single value'],
    ['Empty[0]', [], 'Empty is an empty list.'],
    ['Costs[Iron]', COSTS, 'Stone'],
    ['Location.constructor', { X: 1 }, 'It has X'],
  ])('%s that leads nowhere is not found, with what is there', (path, value, hint) => {
    expect(() => at(path, value)).toThrow(
      expect.objectContaining({ kind: 'not-found', enable: expect.stringContaining(hint) }),
    );
  });
});
