import { describe, expect, it } from 'vitest';
import type { SearchHit } from '../../port/operations.js';
import { UnrealError } from '../../port/unreal-error.js';
import { hall, Stage } from '../stage.test.js';

function hits(count: number): SearchHit[] {
  return Array.from({ length: count }, (_, index) => ({
    path: `/Game/BP_${index}`,
    class: 'Blueprint',
    where: [`EventGraph: calls Fire ${'x'.repeat(500)}`],
  }));
}

async function searching(count: number): Promise<Stage> {
  const all = hits(count);
  const source = hall().on('asset.search', ({ offset, limit }) => ({
    items: all.slice(offset, offset + limit),
    total: count,
    similar: ['FireTwice'],
    searched: ['2 packages'],
    notSearched: ['1 packages that cannot be read: /Game/A'],
  }));
  return Stage.open({ sources: [source] });
}

describe('search_project', () => {
  it('asks for all kinds unless one is given', async () => {
    const stage = await searching(1);
    expect(await stage.call('search_project', { query: 'Fire', path: '/Game/Doors/' })).toMatchObject({
      items: hits(1),
      total: 1,
      returned: 1,
      similar: ['FireTwice'],
    });
    expect(stage.source.called('asset.search')).toEqual([
      { query: 'Fire', kind: 'any', offset: 0, limit: 20, path: '/Game/Doors' },
    ]);
  });

  it('has every hit once over pages that fit into an answer', async () => {
    const stage = await searching(150);
    const seen: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const args = { query: 'Fire', limit: 200, ...(cursor && { cursor }) };
      const result = await stage.result('search_project', args);
      expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(64 * 1024);
      const page = result.structuredContent as unknown as { items: SearchHit[]; nextCursor?: string };
      seen.push(...page.items.map(({ path }) => path));
      cursor = page.nextCursor;
      if (cursor === undefined) break;
    }
    expect(seen).toEqual(hits(150).map(({ path }) => path));
  });

  it('says how to find more where it finds nothing', async () => {
    const stage = await searching(0);
    const found = await stage.call('search_project', { query: 'Fire', kind: 'calls' });
    expect(found).toMatchObject({
      total: 0,
      note: expect.stringContaining('kind "any"'),
      searched: ['2 packages'],
      notSearched: ['1 packages that cannot be read: /Game/A'],
    });
  });

  it('names the option that makes it work where no source can search', async () => {
    const source = hall().on('asset.search', () => {
      throw new UnrealError('unsupported', 'An editor cannot search.', 'Start the server with --project.');
    });
    const stage = await Stage.open({ sources: [source] });
    const result = await stage.result('search_project', { query: 'Fire' });
    expect(result.isError).toBe(true);
    expect(JSON.stringify(result)).toContain('--project');
  });
});

describe('describe_asset of a class of C++', () => {
  const member = (index: number) => ({
    name: `F${index}`,
    at: 'Source/A.h:1',
    declared: `void F${index}(${'x'.repeat(300)})`,
  });
  const door = {
    path: '/Script/Harbour.Door',
    name: 'Door',
    class: 'C++ class',
    at: 'Source/A.h:1',
    module: 'Harbour',
    declared: 'class ADoor : AActor',
    functions: [member(0)],
    properties: [],
    children: [],
  };

  it('asks for the class, not for a package', async () => {
    const source = hall().on('class.describe', () => door);
    const stage = await Stage.open({ sources: [source] });
    expect(await stage.call('describe_asset', { path: door.path })).toMatchObject(door);
    expect(stage.source.called('class.describe')).toEqual([{ path: door.path }]);
  });

  it('fits into an answer, and says how much there is', async () => {
    const functions = Array.from({ length: 1_000 }, (_, index) => member(index));
    const source = hall().on('class.describe', () => ({ ...door, functions }));
    const stage = await Stage.open({ sources: [source] });
    const result = await stage.result('describe_asset', { path: door.path });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(64 * 1024);
    expect(result.structuredContent).toMatchObject({ total: { functions: 1_000 } });
  });

  it('does not reach settings', async () => {
    const stage = await Stage.open({ sources: [hall()] });
    const text = await stage.fail('describe_asset', { path: '/Script/Engine.Default__Engine' });
    expect(text).toContain('get_property');
  });
});
