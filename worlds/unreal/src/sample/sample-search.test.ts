import { describe, expect, it } from 'vitest';
import type { SearchKind } from '../port/operations.js';
import { type Bench, useBench } from './testing/bench.js';

let bench: Bench;
useBench(opened => {
  bench = opened;
});

async function search(query: string, kind: SearchKind) {
  return (await bench.call('asset.search', { query, kind, offset: 0, limit: 50 })).items;
}

describe('a search in the sample', () => {
  it('finds calls, variables and children', async () => {
    expect(JSON.stringify(await search('OpenAngle', 'variable'))).toContain(
      'declares the variable OpenAngle',
    );
    expect((await search('Actor', 'children')).map(({ path }) => path)).toContain('/Game/Blueprints/BP_Door');
    expect(await search('BP_Door', 'asset')).toContainEqual(
      expect.objectContaining({ where: ['refers to /Game/Blueprints/BP_Door'] }),
    );
    expect(await search('no such name', 'any')).toEqual([]);
  });
});
