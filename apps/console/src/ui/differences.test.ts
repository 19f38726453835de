import { describe, expect, it } from 'vitest';
import { differencesOf, groupsOf } from './differences.js';

describe('differences', () => {
  it('have the old and the new value with units', () => {
    const before = { 'stars/titan': { radius: 2574.7, name: 'Titan', mass: 1.35e23 } };
    const after = { 'stars/titan': { radius: 3000, name: 'Titan', mass: 1.4e23 } };
    expect(differencesOf(before, after, 'universe')).toEqual([
      { path: 'stars/titan › radius', kind: 'changed', before: '2\u202f574.7 km', after: '3\u202f000 km' },
      { path: 'stars/titan › mass', kind: 'changed', before: '1.35e+23 kg', after: '1.4e+23 kg' },
    ]);
  });

  it('say what was added and removed, by its fields', () => {
    expect(differencesOf({ 'stars/moon': { name: 'Moon' } }, { 'stars/moon': null })).toEqual([
      { path: 'stars/moon › name', kind: 'removed', before: 'Moon' },
    ]);
    expect(differencesOf(null, { active: true })).toEqual([{ path: 'active', kind: 'added', after: 'yes' }]);
  });

  it('compare lists of objects by their ids, not by their places', () => {
    const [a, b] = [
      { id: 'a', n: 1 },
      { id: 'b', n: 2 },
    ];
    expect(differencesOf([a, b], [b, { ...a, n: 3 }])).toEqual([
      { path: 'a › n', kind: 'changed', before: '1', after: '3' },
    ]);
  });

  it('show vectors as a whole, and words for none, empty and no', () => {
    expect(
      differencesOf({ p: [1, 2, 3], a: true, s: 'x', n: 1 }, { p: [1, 2, 4.5], a: false, s: '', n: null }),
    ).toEqual([
      { path: 'p', kind: 'changed', before: '(1, 2, 3)', after: '(1, 2, 4.5)' },
      { path: 'a', kind: 'changed', before: 'yes', after: 'no' },
      { path: 's', kind: 'changed', before: 'x', after: 'empty' },
      { path: 'n', kind: 'removed', before: '1' },
    ]);
  });

  it('are none for equal values', () => {
    expect(differencesOf({ a: [1] }, { a: [1] })).toEqual([]);
    expect(differencesOf(undefined, null)).toEqual([]);
  });

  it('are all where none may be left out', () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, index) => [`a${index}`, index]));
    expect(differencesOf(undefined, many, undefined, Number.MAX_SAFE_INTEGER).length).toBe(300);
  });

  it('show two values that differ as different texts', () => {
    const [first] = differencesOf({ a: 1.00000001 }, { a: 1.00000002 });
    expect([first?.before, first?.after]).toEqual(['1.00000001', '1.00000002']);
    const [second] = differencesOf({ a: '1' }, { a: 1 });
    expect([second?.before, second?.after]).toEqual(['"1"', '1']);
  });

  it('are at most 200', () => {
    const many = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`k${index}`, index]));
    expect(differencesOf(undefined, many).length).toBe(200);
  });

  it('are grouped by the part that they are of', () => {
    const groups = groupsOf(
      differencesOf({ a: { x: 1, y: 1 }, b: { z: 1 } }, { a: { x: 2, y: 1 }, b: null, c: 3 }),
    );
    expect(
      groups.map(({ name, kind, differences }) => [name, kind, differences.map(({ path }) => path)]),
    ).toEqual([
      ['a', 'changed', ['x']],
      ['b', 'removed', ['z']],
      ['', 'added', ['c']],
    ]);
  });
});
