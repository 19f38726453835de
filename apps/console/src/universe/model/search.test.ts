import { type Star, Store } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { searchUniverse } from './search.js';

const store = new Store();
for (const [id, name, radius] of [
  ['titania', 'Titania', 788],
  ['titan', 'Titan', 2574],
  ['tiny', 'A titan of stone', 1],
  ['x-titan', 'Other', 5],
  ['sun', 'Sun', 700_000],
] as const)
  store.perform({
    op: 'add',
    in: 'stars',
    id,
    value: { id, name, radius, parentId: null } as unknown as Star,
  });

describe('search', () => {
  it('puts the exact name first, then names that begin with the text, then parts of names, then ids', () => {
    expect(searchUniverse(store, 'titan').map(({ id }) => id)).toEqual([
      'titan',
      'titania',
      'tiny',
      'x-titan',
    ]);
  });

  it('finds nothing for an empty text, and at most as many as asked', () => {
    expect(searchUniverse(store, '  ')).toEqual([]);
    expect(searchUniverse(store, 't', 2)).toHaveLength(2);
  });
});
