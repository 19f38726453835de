import { describe, expect, it } from 'vitest';
import { type Neighbours, reach } from './reach.js';

type Edges = Readonly<Record<string, { hard?: string[]; soft?: string[]; class?: string }>>;

function over(edges: Edges, asked: (readonly string[])[] = []) {
  return async (paths: readonly string[]) => {
    asked.push(paths);
    return new Map(
      paths.map((path): [string, Neighbours] => {
        const { hard = [], soft = [], class: kind } = edges[path] ?? {};
        return [path, { hard, soft, ...(kind !== undefined && { class: kind }) }];
      }),
    );
  };
}

describe('reach', () => {
  it('has the depth of each package, and stops at the given one', async () => {
    const chain = { '/A': { hard: ['/B'] }, '/B': { hard: ['/C'] }, '/C': { hard: ['/D'] } };
    const two = await reach('/A', 2, over(chain));
    expect(two.items).toEqual([
      { path: '/B', soft: false, depth: 1 },
      { path: '/C', soft: false, depth: 2 },
    ]);
    expect(two.deeper).toBe(true);
    const all = await reach('/A', 3, over(chain));
    expect(all.items.map(({ path }) => path)).toEqual(['/B', '/C', '/D']);
    expect(all.deeper).toBe(false);
  });

  it('visits each package of a cycle once and omits the start', async () => {
    const asked: (readonly string[])[] = [];
    const cycle = { '/A': { hard: ['/B'] }, '/B': { hard: ['/A', '/B', '/C'] }, '/C': { hard: ['/A'] } };
    const { items, deeper } = await reach('/A', 20, over(cycle, asked));
    expect(items.map(({ path }) => path)).toEqual(['/B', '/C']);
    expect(deeper).toBe(false);
    expect(asked.flat().sort()).toEqual(['/A', '/B', '/C']);
  });

  it('counts a package as hard only over a chain of hard references, at the depth of that chain', async () => {
    const { items } = await reach(
      '/A',
      5,
      over({
        '/A': { hard: ['/B'], soft: ['/C', '/S'] },
        '/B': { hard: ['/C'] },
        '/C': {},
        '/S': { hard: ['/T'] },
      }),
    );
    expect(items).toEqual([
      { path: '/B', soft: false, depth: 1 },
      { path: '/C', soft: false, depth: 2 },
      { path: '/S', soft: true, depth: 1 },
      { path: '/T', soft: true, depth: 2 },
    ]);
  });

  it('lists levels before other packages of the same depth', async () => {
    const { items } = await reach(
      '/A',
      1,
      over({ '/A': { hard: ['/B', '/Z'] }, '/B': { class: 'Material' }, '/Z': { class: 'World' } }),
    );
    expect(items.map(({ path }) => path)).toEqual(['/Z', '/B']);
  });

  it('stops at a number of packages and says that there are more', async () => {
    const many = Array.from({ length: 30_000 }, (_, index) => `/P${index}`);
    const { items, deeper } = await reach('/A', 1, over({ '/A': { hard: many } }));
    expect(items).toHaveLength(20_000);
    expect(deeper).toBe(true);
  });
});
