import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { inOrder, pageOf, readPaging } from './paging.js';
import { UnrealError } from './unreal-error.js';

const itself = (path: string) => path;

function allPages(items: readonly string[], limit: number): string[] {
  const sorted = inOrder(items, itself);
  const seen: string[] = [];
  for (let cursor: string | undefined; ; ) {
    const page = pageOf(sorted, itself, readPaging({ limit, ...(cursor !== undefined && { cursor }) }));
    expect(page.total).toBe(items.length);
    seen.push(...page.items);
    cursor = page.nextCursor;
    if (cursor === undefined) return seen;
  }
}

describe('the pages of a list', () => {
  it('have every item once, in order', () => {
    const paths = fc.uniqueArray(fc.string().map(name => `/${name}`));
    fc.assert(
      fc.property(paths, fc.integer({ min: 1, max: 7 }), (items, limit) => {
        expect(allPages(items, limit)).toEqual(inOrder(items, itself));
      }),
    );
  });

  it('continue after the last path, although it is gone', () => {
    const { items } = pageOf(['/A', '/C', '/D'], itself, readPaging({ cursor: '/B', limit: 1 }));
    expect(items).toEqual(['/C']);
  });

  it('have 50 items by default, and at most 1,000', () => {
    expect(readPaging({})).toEqual({ limit: 50 });
    expect(readPaging({ limit: 1_000 })).toEqual({ limit: 1_000 });
    for (const limit of [0, -1, 1.5, 1_001, Number.NaN])
      expect(() => readPaging({ limit })).toThrow(UnrealError);
  });

  it('accept only their own cursors', () => {
    for (const cursor of ['', 'what', '50'])
      expect(() => readPaging({ cursor })).toThrow(/cursor is not one/);
  });
});
