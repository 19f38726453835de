import { describe, expect, it } from 'vitest';
import { TimeSlice } from '../work/time-slice.js';
import { type AssetNode, findUnused } from './unused.js';
import { type Setting, UsedRoots } from './used-roots.js';

const slice = new TimeSlice(new AbortController().signal);

async function unused(
  assets: Readonly<Record<string, readonly string[] | { of: string[]; class: string }>>,
  settings: readonly Setting[] = [],
  wanted: { path?: string; class?: string } = {},
) {
  const nodes = Object.entries(assets).map(([path, known]): AssetNode => {
    const { of, class: kind } = 'of' in known ? known : { of: known, class: '/Script/Engine.Material' };
    return { path, class: kind, referencers: of };
  });
  return findUnused(nodes, await UsedRoots.of(settings, slice), wanted, slice);
}

const paths = (found: Awaited<ReturnType<typeof unused>>) => found.unused.map(({ path }) => path);

describe('findUnused', () => {
  it('keeps levels and what they use, over any number of references', async () => {
    const found = await unused({
      '/Game/Hall': { of: [], class: '/Script/Engine.World' },
      '/Game/Door': ['/Game/Hall'],
      '/Game/Wood': ['/Game/Door'],
      '/Game/Old': [],
    });
    expect(found.unused).toEqual([{ path: '/Game/Old', class: 'Material', why: 'no referencers' }]);
    expect(found).toMatchObject({ checked: 4, roots: { levels: 1 } });
  });

  it('lists assets that only unused assets or themselves refer to', async () => {
    const found = await unused({
      '/Game/A': ['/Game/B'],
      '/Game/B': ['/game/a'],
      '/Game/C': ['/Game/C'],
    });
    expect(found.unused.map(({ path, why }) => [path, why])).toEqual([
      ['/Game/A', 'only unused referencers'],
      ['/Game/B', 'only unused referencers'],
      ['/Game/C', 'no referencers'],
    ]);
  });

  it('keeps what a package outside of the known ones refers to', async () => {
    expect(paths(await unused({ '/Game/A': ['/Engine/X'], '/Game/B': ['/Game/A'] }))).toEqual([]);
  });

  it('keeps what files of single actors use if their level is used, and does not list those files', async () => {
    const actor = '/Game/__ExternalActors__/Maps/Hall/0/AB/XYZ';
    const level = { of: [], class: '/Script/Engine.World' };
    const found = await unused({ '/Game/Maps/Hall': level, [actor]: [], '/Game/Lamp': [actor] });
    expect(found).toMatchObject({ checked: 2, unused: [], roots: { levels: 1 } });
  });

  it('lists what only files of actors use whose level does not exist', async () => {
    const actor = {
      path: '/Game/__ExternalActors__/Maps/Old/0/AB/XYZ',
      class: 'Actor',
      referencers: [],
      level: '/Game/Maps/Old',
    };
    const lamp = { path: '/Game/Lamp', class: 'Material', referencers: [actor.path] };
    const found = await findUnused([actor, lamp], await UsedRoots.of([], slice), {}, slice);
    expect(found.unused).toMatchObject([{ path: '/Game/Lamp', why: 'only unused referencers' }]);
  });

  it('keeps what a file of an actor uses if its level is unknown', async () => {
    const actor = '/Game/__ExternalActors__/Bundle/0/AB/XYZ';
    const found = await unused({ [actor]: [], '/Game/Lamp': [actor] });
    expect(found).toMatchObject({ unused: [], roots: { 'files of single actors': 1 } });
  });

  it.each([
    ['GlobalDefaultGameMode', '/Game/Core/BP_Mode.BP_Mode_C', 'named in config'],
    ['MapsToCook', '(FilePath="/Game/Core/BP_Mode")', 'named in config'],
    ['DirectoriesToAlwaysCook', '(Path="/Game/Core")', 'in folders that are always cooked'],
  ])('keeps an asset that the setting %s=%s names', async (key, value, reason) => {
    const assets = { '/Game/Core/BP_Mode': [], '/Game/CoreOld/X': [] };
    const found = await unused(assets, [{ key, value }]);
    expect(paths(found)).toEqual(['/Game/CoreOld/X']);
    expect(found.roots).toEqual({ [reason]: 1 });
  });

  it('keeps primary assets by the class and the folder that the Asset Manager scans', async () => {
    const type = (base: string, blueprints: boolean) => ({
      key: 'PrimaryAssetTypesToScan',
      value: `(PrimaryAssetType="X",AssetBaseClass="${base}",bHasBlueprintClasses=${blueprints},Directories=((Path="/Game/Data")))`,
    });
    const assets = {
      '/Game/Data/Item': { of: [], class: '/Script/Harbour.Sword' },
      '/Game/Data/BP_Item': { of: [], class: '/Script/Engine.Blueprint' },
      '/Game/Data/Wood': { of: [], class: '/Script/Engine.Material' },
      '/Game/Else/Item': { of: [], class: '/Script/Harbour.Sword' },
      '/Game/Else/Label': { of: [], class: '/Script/Engine.PrimaryAssetLabel' },
      '/Game/Data/Axe': { of: [], class: '/Game/Data/BP_Item.BP_Item_C' },
    };
    const kept = async (setting: Setting) => {
      const listed = paths(await unused(assets, [setting]));
      return Object.keys(assets).filter(path => !listed.includes(path));
    };
    expect(await kept(type('/Script/Harbour.Item', false))).toEqual([
      '/Game/Data/Item',
      '/Game/Else/Label',
      '/Game/Data/Axe',
    ]);
    expect(await kept(type('/Script/Engine.PrimaryDataAsset', false))).toEqual([
      '/Game/Data/Item',
      '/Game/Else/Label',
      '/Game/Data/Axe',
    ]);
    expect(await kept(type('/Script/Harbour.Item', true))).toEqual([
      '/Game/Data/BP_Item',
      '/Game/Else/Label',
    ]);
    expect(await kept(type('/Script/Engine.Material', false))).toEqual([
      '/Game/Data/Wood',
      '/Game/Else/Label',
    ]);
  });

  it('keeps tools of the editor, which the editor offers itself', async () => {
    const assets = { '/Game/B_Tool': { of: [], class: '/Script/Blutility.EditorUtilityBlueprint' } };
    expect(await unused(assets)).toMatchObject({ unused: [], roots: { 'tools of the editor': 1 } });
  });

  it('keeps gameplay cues in the folders of the settings, or in all folders without such a setting', async () => {
    const cue = (path: string): AssetNode => ({ path, class: 'Blueprint', referencers: [], cue: true });
    const nodes = [cue('/Game/Cues/GC_Hit'), cue('/Game/Old/GC_Hit')];
    const found = async (settings: readonly Setting[]) =>
      (await findUnused(nodes, await UsedRoots.of(settings, slice), {}, slice)).unused.map(
        ({ path }) => path,
      );
    expect(await found([])).toEqual([]);
    expect(await found([{ key: 'GameplayCueNotifyPaths', value: '"/Game/Cues"' }])).toEqual([
      '/Game/Old/GC_Hit',
    ]);
  });

  it('lists assets below a folder and of a class, but follows references through the whole project', async () => {
    const assets = {
      '/Game/Props/A': ['/Game/Other/B'],
      '/Game/Other/B': [],
      '/Game/Props/T': { of: [], class: '/Script/Engine.Texture2D' },
    };
    const below = await unused(assets, [], { path: '/game/props' });
    expect(paths(below)).toEqual(['/Game/Props/A', '/Game/Props/T']);
    expect(below.unused[0]?.why).toBe('only unused referencers');
    expect(paths(await unused(assets, [], { path: '/Game/Props', class: 'Texture2D' }))).toEqual([
      '/Game/Props/T',
    ]);
    expect(paths(await unused(assets, [], { path: '/Game/Pro' }))).toEqual([]);
  });

  it('does not list unreadable packages, because what they contain is unknown', async () => {
    const found = await unused({ '/Game/Damaged': { of: [], class: 'Unreadable' } });
    expect(found).toMatchObject({ unused: [], roots: { 'unreadable packages': 1 } });
  });
});
