import { describe, expect, it } from 'vitest';
import type { Reached, UnusedAsset } from '../../port/operations.js';
import { hall, Stage } from '../stage.test.js';

const DOOR = '/Game/Doors/BP_Door';

function reached(count: number): Reached[] {
  return Array.from({ length: count }, (_, index) => ({
    path: `/Game/Environment/Harbour/Quay/BP_Prop_${String(index).padStart(4, '0')}`,
    soft: index >= count / 2,
    depth: 1 + (index % 5),
    class: index % 7 === 0 ? 'World' : 'Blueprint',
  }));
}

async function walking(items: readonly Reached[], deeper = false): Promise<Stage> {
  const source = hall().on('asset.reach', () => ({ items, deeper }));
  return Stage.open({ sources: [source] });
}

describe('get_references', () => {
  it('asks for one direction and a depth, and has the depth of each entry and a summary', async () => {
    const stage = await walking(reached(4), true);
    const args = { path: DOOR, direction: 'referencers', depth: 5 };
    expect(await stage.call('get_references', args)).toEqual({
      path: DOOR,
      summary: {
        referencers: {
          hard: 2,
          soft: 2,
          byDepth: { 1: 1, 2: 1, 3: 1, 4: 1 },
          byClass: { Blueprint: 3, World: 1 },
          deeper: true,
        },
      },
      referencers: reached(4).map(({ path, soft, depth }) => ({ path, soft, depth })),
      total: { referencers: 4 },
      returned: 4,
      provenance: 'live',
      revision: 0,
    });
    expect(stage.source.called('asset.reach')).toEqual([args]);
  });

  it('marks packages that do not exist, in each direction and at any depth', async () => {
    const marks = { missing: 'the project has no such package. Similar: /Game/Doors/BP_Door2' };
    const [first, second] = reached(2) as [Reached, Reached];
    const stage = await walking([
      { ...first, ...marks },
      { ...second, outside: 'of the engine' },
    ]);
    for (const [direction, depth] of [
      ['dependencies', 1],
      ['dependencies', 3],
      ['both', 2],
    ]) {
      const answer = await stage.call('get_references', { path: DOOR, direction, depth });
      expect(answer.references).toMatchObject([marks, { outside: 'of the engine' }]);
      expect(answer.summary).toMatchObject({ references: { missing: 1 } });
    }
  });

  it('says what breaks without an asset in one answer of 4 KB, the worst first', async () => {
    const stage = await walking(reached(3_000));
    const result = await stage.result('get_references', { path: DOOR, direction: 'referencers', depth: 5 });
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(4_096);
    const { referencers, total, nextCursor, returned } = result.structuredContent as Record<string, never>;
    expect(total).toEqual({ referencers: 3_000 });
    expect(referencers).toEqual(
      reached(3_000)
        .slice(0, returned)
        .map(({ path, soft, depth }) => ({ path, soft, depth })),
    );
    expect(nextCursor).toBe(String(returned));
  });

  it('has every package once over its pages', async () => {
    const stage = await walking(reached(700));
    const seen: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page: { references: { path: string }[]; nextCursor?: string } = await stage.call(
        'get_references',
        { path: DOOR, direction: 'dependencies', depth: 2, limit: 200, ...(cursor && { cursor }) },
      );
      seen.push(...page.references.map(({ path }) => path));
      cursor = page.nextCursor;
    }
    expect(seen).toEqual(reached(700).map(({ path }) => path));
  });

  it('walks both ways with a depth, and refuses a depth without a bound', async () => {
    const stage = await walking(reached(2));
    const both = await stage.call('get_references', { path: DOOR, depth: 2 });
    expect(both).toMatchObject({
      references: [expect.anything(), expect.anything()],
      referencers: [expect.anything(), expect.anything()],
      total: { references: 2 },
    });
    expect(stage.source.called('asset.reach')).toMatchObject([
      { direction: 'dependencies' },
      { direction: 'referencers' },
    ]);
    expect(await stage.fail('get_references', { path: DOOR, depth: 21 })).toContain('depth');
  });
});

describe('find_unused_assets', () => {
  const FOLDERS = 40;
  const many = (count: number): UnusedAsset[] =>
    Array.from({ length: count }, (_, index) => ({
      path: `/Game/Environment/Folder_${String(index % FOLDERS).padStart(2, '0')}/SM_Prop_${index}`,
      class: index % 3 === 0 ? 'StaticMesh' : 'Texture2D',
      size: 1_000 + index,
      why: 'no referencers' as const,
    }));
  const open = (unused: readonly UnusedAsset[]) => {
    const roots = { levels: 3 };
    const source = hall().on('asset.unused', () => ({
      checked: 5_000,
      unused,
      roots,
      notSearched: ['native code'],
    }));
    return Stage.open({ sources: [source] });
  };

  it('groups them by folder, class and reason, the largest group first', async () => {
    const stage = await open([
      { path: '/Game/A/T_One', class: 'Texture2D', size: 10, why: 'no referencers' },
      { path: '/Game/A/T_Two', class: 'Texture2D', size: 20, why: 'no referencers' },
      { path: '/Game/B/M_One', class: 'Material', size: 500, why: 'only unused referencers' },
    ]);
    expect(await stage.call('find_unused_assets', { path: 'Game/', class: 'Material' })).toEqual({
      path: '/Game',
      class: 'Material',
      checked: 5_000,
      total: 3,
      bytes: 530,
      usedWithoutReferencers: { levels: 3 },
      byClass: { Texture2D: 2, Material: 1 },
      notSearched: ['native code'],
      groups: [
        {
          folder: '/Game/B',
          class: 'Material',
          why: 'only unused referencers',
          count: 1,
          bytes: 500,
          names: ['M_One'],
        },
        {
          folder: '/Game/A',
          class: 'Texture2D',
          why: 'no referencers',
          count: 2,
          bytes: 30,
          names: ['T_One', 'T_Two'],
        },
      ],
      returned: 3,
      provenance: 'live',
      revision: 0,
    });
    expect(stage.source.called('asset.unused')).toEqual([{ path: '/Game', class: 'Material' }]);
  });

  it('names the classes that there are if no asset has the class', async () => {
    const stage = await open([]);
    expect(await stage.call('find_unused_assets', { class: 'Textur2D' })).toMatchObject({
      total: 0,
      note: 'Nothing here has the class Textur2D. Classes here: Texture2D, Blueprint, DataTable, World.',
    });
    expect(await stage.call('find_unused_assets', { class: 'Texture2D' })).not.toHaveProperty('note');
  });

  it('answers for 5,000 assets within 16 KB, with the total and a cursor', async () => {
    const stage = await open(many(2_500));
    const result = await stage.result('find_unused_assets');
    expect(Buffer.byteLength(JSON.stringify(result))).toBeLessThanOrEqual(16 * 1024);
    expect(result.structuredContent).toMatchObject({ total: 2_500, nextCursor: expect.any(String) });
    expect((result.structuredContent as { returned: number }).returned).toBeGreaterThan(150);
  });

  it('has every asset once over its pages', async () => {
    const stage = await open(many(2_500));
    const seen: string[] = [];
    for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
      const page: { groups: { folder: string; names: string[] }[]; nextCursor?: string } = await stage.call(
        'find_unused_assets',
        { ...(cursor && { cursor }) },
      );
      seen.push(...page.groups.flatMap(({ folder, names }) => names.map(name => `${folder}/${name}`)));
      cursor = page.nextCursor;
    }
    expect(seen.toSorted()).toEqual(
      many(2_500)
        .map(({ path }) => path)
        .toSorted(),
    );
  });

  it('names the setting where no source can search', async () => {
    const source = hall();
    const stage = await Stage.open({ sources: [source] });
    expect(await stage.fail('find_unused_assets')).toMatch(/^Unsupported: .*\nHint: get_editor_state/);
  });
});
