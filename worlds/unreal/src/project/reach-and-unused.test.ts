import { writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from './temp-project.test.js';

/** Writes packages of one object each, with what they refer to. */
function write(
  project: TempProject,
  assets: Readonly<Record<string, { uses?: string[]; soft?: string[]; class?: string }>>,
): void {
  for (const [path, { uses = [], soft = [], class: kind = 'Material' }] of Object.entries(assets)) {
    const name = path.slice(path.lastIndexOf('/') + 1);
    const bytes = writePackage({
      imports: [
        { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
        { name: kind, className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
        ...uses.map(other => ({ name: other, className: 'Package', classPackage: '/Script/CoreUObject' })),
      ],
      exports: [{ name, classIndex: -2, isAsset: true }],
      softReferences: soft,
    });
    project.write(`${path.replace('/Game', 'Content')}.${kind === 'World' ? 'umap' : 'uasset'}`, bytes);
  }
}

async function harbour() {
  const project = new TempProject();
  write(project, {
    '/Game/Maps/Quay': { class: 'World', uses: ['/Game/BP_Door'] },
    '/Game/BP_Door': { class: 'Blueprint', uses: ['/Game/M_Wood'], soft: ['/Game/M_Iron'] },
    '/Game/M_Wood': { uses: ['/Game/T_Wood'] },
    '/Game/T_Wood': { class: 'Texture2D' },
    '/Game/M_Iron': {},
    '/Game/Old/M_Old': { uses: ['/Game/Old/T_Old'] },
    '/Game/Old/T_Old': { class: 'Texture2D', uses: ['/Game/T_Wood'] },
    '/Game/BP_Mode': { class: 'Blueprint' },
  });
  return project;
}

describe('what breaks without an asset', () => {
  it('is what refers to it over any number of steps, with depth and class', async () => {
    const opened = await (await harbour()).open();
    const found = await opened.call('asset.reach', {
      path: '/game/t_wood.T_Wood',
      direction: 'referencers',
      depth: 5,
    });
    expect(found).toEqual({
      items: [
        { path: '/Game/M_Wood', soft: false, depth: 1, class: 'Material' },
        { path: '/Game/Old/T_Old', soft: false, depth: 1, class: 'Texture2D' },
        { path: '/Game/BP_Door', soft: false, depth: 2, class: 'Blueprint' },
        { path: '/Game/Old/M_Old', soft: false, depth: 2, class: 'Material' },
        { path: '/Game/Maps/Quay', soft: false, depth: 3, class: 'World' },
      ],
      deeper: false,
    });
  });

  it('is soft where a chain has a soft reference', async () => {
    const opened = await (await harbour()).open();
    const params = { path: '/Game/M_Iron', direction: 'referencers', depth: 5 } as const;
    const { items } = await opened.call('asset.reach', params);
    expect(items.map(({ path, soft }) => [path, soft])).toEqual([
      ['/Game/BP_Door', true],
      ['/Game/Maps/Quay', true],
    ]);
  });

  it('goes in the other direction, too, and names similar packages for a missing one', async () => {
    const opened = await (await harbour()).open();
    const forth = { path: '/Game/Maps/Quay', direction: 'dependencies', depth: 2 } as const;
    expect(await opened.call('asset.reach', forth)).toMatchObject({
      items: [
        { path: '/Game/BP_Door' },
        { path: '/Game/M_Wood', depth: 2 },
        { path: '/Game/M_Iron', soft: true },
      ],
      deeper: true,
    });
    await expect(opened.call('asset.reach', { ...forth, path: '/Game/BP_Dor' })).rejects.toMatchObject({
      kind: 'not-found',
      enable: expect.stringContaining('/Game/BP_Door'),
    });
  });
});

describe('unused assets of a project', () => {
  it('are those that no level and no setting leads to', async () => {
    const project = await harbour();
    project.write(
      'Config/DefaultEngine.ini',
      '[/Script/EngineSettings.GameMapsSettings]\nGlobalDefaultGameMode=/Game/BP_Mode.BP_Mode_C\n',
    );
    const found = await (await project.open()).call('asset.unused', {});
    expect(found.unused.map(({ path, class: kind, why }) => [path, kind, why])).toEqual([
      ['/Game/Old/M_Old', 'Material', 'no referencers'],
      ['/Game/Old/T_Old', 'Texture2D', 'only unused referencers'],
    ]);
    expect(found).toMatchObject({
      checked: 8,
      roots: { levels: 1, 'named in config': 1 },
      notSearched: [expect.stringContaining('built from text'), expect.stringContaining('outside of Config')],
    });
    expect(found.unused[0]?.size).toBeGreaterThan(100);
  });

  it('are not those that code or any ini file names', async () => {
    const project = await harbour();
    project.write(
      'Config/Windows/WindowsGame.ini',
      '[Doors]\nMode=/Game/BP_Mode.BP_Mode_C\n; /Game/M_Gone\n',
    );
    project.write(
      'Source/Harbour/Door.cpp',
      '// "/Game/BP_Mode"\nauto M = TEXT("Material\'/Game/Old/M_Old.M_Old\'");',
    );
    const { unused, roots } = await (await project.open()).call('asset.unused', {});
    expect(unused).toEqual([]);
    expect(roots).toEqual({ levels: 1, 'named in config': 1, 'named in code': 1 });
  });

  it('are without gameplay cues, which the game finds by their tag', async () => {
    const project = await harbour();
    const cue = (name: string, tag: string) =>
      writePackage({
        names: ['GameplayCueTag'],
        imports: [
          { name: '/Script/Engine', className: 'Package', classPackage: '/Script/CoreUObject' },
          { name: 'Blueprint', className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
        ],
        exports: [{ name, classIndex: -2, isAsset: true }],
        registry: [{ path: name, className: 'Blueprint', tags: { GameplayCueName: tag } }],
      });
    project.write('Content/Cues/GC_Hit.uasset', cue('GC_Hit', 'GameplayCue.Hit'));
    project.write('Content/Cues/GC_Base.uasset', cue('GC_Base', 'None'));
    const found = await (await project.open()).call('asset.unused', { path: '/Game/Cues' });
    expect(found.unused.map(({ path }) => path)).toEqual(['/Game/Cues/GC_Base']);
    expect(found.roots).toMatchObject({ 'gameplay cues': 1 });
  });

  it('have a note where packages cannot be read', async () => {
    const project = await harbour();
    project.write('Content/Broken.uasset', '\0no package');
    const found = await (await project.open()).call('asset.unused', { path: '/Game/Old' });
    expect(found).toMatchObject({
      checked: 2,
      notes: [expect.stringContaining('1 packages could not be read')],
    });
  });

  it('are not searched below a folder that does not exist', async () => {
    const opened = await (await harbour()).open();
    await expect(opened.call('asset.unused', { path: '/Game/Olt' })).rejects.toMatchObject({
      kind: 'not-found',
      enable: expect.stringContaining('/Game/Old'),
    });
  });
});
