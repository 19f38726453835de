import { describe, expect, it } from 'vitest';
import { type Branch, hierarchyRows } from './hierarchy-rows.js';

const SCENES = [{ Id: 'scn:0', Name: 'Arena', RootCount: 2 }];
const branch = (...children: Branch['children']): Branch => ({ children, loading: false });

describe('hierarchyRows', () => {
  it('shows only what is open', () => {
    const branches = new Map([['scn:0', branch({ Id: 'obj:1', Name: 'A', Descendants: 1 })]]);
    expect(hierarchyRows(SCENES, branches, new Set()).map(({ id }) => id)).toEqual(['scn:0']);
    expect(hierarchyRows(SCENES, branches, new Set(['scn:0'])).map(({ id }) => id)).toEqual([
      'scn:0',
      'obj:1',
    ]);
  });

  it('gives levels and leaves', () => {
    const branches = new Map([
      ['scn:0', branch({ Id: 'obj:1', Descendants: 1 })],
      ['obj:1', branch({ Id: 'obj:2', Descendants: 0 })],
    ]);
    const rows = hierarchyRows(SCENES, branches, new Set(['scn:0', 'obj:1']));
    expect(rows.map(({ depth, open }) => [depth, open])).toEqual([
      [0, true],
      [1, true],
      [2, undefined],
    ]);
  });

  it('has a row for the next page', () => {
    const branches = new Map([['scn:0', { ...branch({ Id: 'obj:1' }), next: 100 }]]);
    const last = hierarchyRows(SCENES, branches, new Set(['scn:0'])).at(-1);
    expect(last).toMatchObject({ kind: 'more', parent: 'scn:0' });
  });

  it('ends where an object is below itself', () => {
    const branches = new Map([
      ['scn:0', branch({ Id: 'obj:1' })],
      ['obj:1', branch({ Id: 'obj:1' })],
    ]);
    expect(hierarchyRows(SCENES, branches, new Set(['scn:0', 'obj:1']))).toHaveLength(2);
  });
});
