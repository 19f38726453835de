import { describe, expect, it } from 'vitest';
import { layoutReferences, NODE_HEIGHT, type ReferenceEdge } from './reference-layout.js';

const edge = (from: string, to: string): ReferenceEdge => ({ from, to, soft: false });

describe('layoutReferences', () => {
  it('puts references on the right and referencers on the left', () => {
    const nodes = layoutReferences('door', [
      edge('door', 'wood'),
      edge('wood', 'planks'),
      edge('map', 'door'),
    ]);
    expect(Object.fromEntries(nodes.map(({ path, column }) => [path, column]))).toEqual({
      door: 0,
      wood: 1,
      planks: 2,
      map: -1,
    });
  });

  it('shows each asset of a cycle once', () => {
    const nodes = layoutReferences('a', [edge('a', 'b'), edge('b', 'a'), edge('b', 'b')]);
    expect(nodes.map(({ path }) => path).sort()).toEqual(['a', 'b']);
  });

  it('leaves out what is not connected', () => {
    expect(layoutReferences('a', [edge('x', 'y')]).map(({ path }) => path)).toEqual(['a']);
  });

  it('overlaps no nodes of a column', () => {
    const edges = Array.from({ length: 120 }, (_, n) => edge(n % 3 === 0 ? 'root' : `n${n % 40}`, `n${n}`));
    const nodes = layoutReferences('root', edges);
    for (const a of nodes)
      for (const b of nodes)
        if (a !== b && a.column === b.column) expect(Math.abs(a.y - b.y)).toBeGreaterThanOrEqual(NODE_HEIGHT);
  });

  it('orders a column by its neighbours, so that edges do not cross without need', () => {
    const nodes = layoutReferences('r', [edge('r', 'a'), edge('r', 'b'), edge('a', 'z'), edge('b', 'c')]);
    const y = (path: string) => nodes.find(node => node.path === path)!.y;
    expect(Math.sign(y('a') - y('b'))).toBe(Math.sign(y('z') - y('c')));
  });
});
