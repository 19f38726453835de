import { type Star, Store } from '@worldwire/universe/sky';
import { describe, expect, it } from 'vitest';
import { MAX_CHILDREN, openersOf, treeRows } from './tree-rows.js';

function storeOf(count: number): Store {
  const store = new Store();
  const add = (id: string, parentId: string | null) =>
    store.perform({ op: 'add', in: 'stars', id, value: { id, name: id, parentId } as unknown as Star });
  add('sun', null);
  store.perform({ op: 'link', list: 'rootIds', id: 'sun', after: null });
  let after: string | null = null;
  for (let index = 0; index < count; index++) {
    add(`p${index}`, 'sun');
    store.perform({ op: 'link', list: 'children', of: 'sun', id: `p${index}`, after });
    after = `p${index}`;
  }
  store.perform({ op: 'add', in: 'groups', id: 'g', value: { id: 'g', name: 'Group', parentGroupId: null } });
  store.perform({ op: 'link', list: 'rootGroupIds', id: 'g', after: null });
  store.perform({ op: 'link', list: 'groupChildren', of: 'g', id: 'sun', type: 'system', after: null });
  return store;
}

describe('rows of the tree', () => {
  it('has a system once, in its group', () => {
    const rows = treeRows(storeOf(2), () => true);
    expect(rows.map(({ id, depth }) => `${depth} ${id}`)).toEqual(['0 group:g', '1 sun', '2 p0', '2 p1']);
  });

  it('has no rows below a closed one', () => {
    const rows = treeRows(storeOf(2), id => id === 'group:g');
    expect(rows.map(({ id, open }) => [id, open])).toEqual([
      ['group:g', true],
      ['sun', false],
    ]);
  });

  it('ends a long list with a row for the rest', () => {
    const rows = treeRows(storeOf(MAX_CHILDREN + 5), () => true);
    expect(rows).toHaveLength(MAX_CHILDREN + 3);
    expect(rows.at(-1)?.name).toContain('1,005');
  });

  it('names the rows that must be open for a body', () => {
    expect(openersOf(storeOf(1), 'p0')).toEqual(['sun', 'group:g']);
  });
});
