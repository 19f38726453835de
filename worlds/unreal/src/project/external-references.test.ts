import { type WrittenProperty, writePackage } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from './temp-project.test.js';

const PACKAGE = { className: 'Package', classPackage: '/Script/CoreUObject' };
const ARENA = '/Game/Maps/Arena';
const LANTERN = `${ARENA}.Arena:PersistentLevel.BP_Lantern_C_2`;
const WORDS = `${ARENA}: Lantern_2 (folder Lights, BP_Lantern)`;
const FILE = '/Game/__ExternalActors__/Maps/Arena/0/AB/X1';

function asset(project: TempProject, path: string, kind: string, uses: readonly string[]): void {
  const name = path.slice(path.lastIndexOf('/') + 1);
  project.write(
    `${path.replace('/Game', 'Content')}.${kind === 'World' ? 'umap' : 'uasset'}`,
    writePackage({
      imports: [
        { name: '/Script/Engine', ...PACKAGE },
        { name: kind, className: 'Class', classPackage: '/Script/CoreUObject', outer: -1 },
        ...uses.map(other => ({ name: other, ...PACKAGE })),
      ],
      exports: [{ name, classIndex: -2, isAsset: true }],
    }),
  );
}

/** The level Arena has one actor, with a file of its own, of the Blueprint BP_Lantern. */
function arena(level = ARENA): TempProject {
  const project = new TempProject();
  asset(project, ARENA, 'World', ['/Game/Sky']);
  asset(project, '/Game/Sky', 'Material', []);
  asset(project, '/Game/BP_Lantern', 'Blueprint', ['/Game/Glass']);
  asset(project, '/Game/Glass', 'Material', []);
  const properties: WrittenProperty[] = [
    { name: 'ActorLabel', type: 'StrProperty', value: 'Lantern_2' },
    { name: 'FolderPath', type: 'NameProperty', value: 'Lights' },
  ];
  project.write(
    `${FILE.replace('/Game', 'Content')}.uasset`,
    writePackage({
      imports: [
        { name: '/Game/BP_Lantern', ...PACKAGE },
        {
          name: 'BP_Lantern_C',
          className: 'BlueprintGeneratedClass',
          classPackage: '/Script/Engine',
          outer: -1,
        },
        { name: level, ...PACKAGE },
        { name: 'Arena', className: 'World', classPackage: '/Script/Engine', outer: -3 },
        { name: 'PersistentLevel', className: 'Level', classPackage: '/Script/Engine', outer: -4 },
      ],
      exports: [{ name: 'BP_Lantern_C_2', classIndex: -2, outer: -5, isAsset: true, properties }],
    }),
  );
  return project;
}

describe('references of actors with files of their own', () => {
  it('name the level, the label, the folder and the class instead of the file', async () => {
    const opened = await arena().open();
    const { referencers } = await opened.call('asset.references', { path: '/Game/BP_Lantern' });
    expect(referencers).toEqual([{ path: LANTERN, soft: false, actor: WORDS }]);
  });

  it('lead to the level in the next step', async () => {
    const opened = await arena().open();
    const params = { path: '/Game/Glass', direction: 'referencers', depth: 5 } as const;
    const { items } = await opened.call('asset.reach', params);
    expect(items).toEqual([
      { path: '/Game/BP_Lantern', soft: false, depth: 1, class: 'Blueprint' },
      { path: LANTERN, actor: WORDS, soft: false, depth: 2, class: 'BP_Lantern_C' },
      { path: ARENA, soft: false, depth: 3, class: 'World' },
    ]);
  });

  it('are references of the level, which the files of its own actors do not refer to', async () => {
    const opened = await arena().open();
    expect(await opened.call('asset.references', { path: ARENA })).toEqual({
      references: [
        { path: '/Game/BP_Lantern', soft: false },
        { path: '/Game/Sky', soft: false },
      ],
      referencers: [],
    });
  });

  it('can be asked for by the path of the actor', async () => {
    const opened = await arena().open();
    expect(await opened.call('asset.references', { path: LANTERN })).toEqual({
      actor: WORDS,
      references: [{ path: '/Game/BP_Lantern', soft: false }],
      referencers: [{ path: ARENA, soft: false }],
    });
    const other = await opened.call('asset.references', { path: `${ARENA}.Arena:PersistentLevel.Sun` });
    expect(other.notes).toEqual([expect.stringContaining('has no file of its own')]);
    expect(other.references).toHaveLength(2);
  });

  it('are named where their files are listed and described', async () => {
    const opened = await arena().open();
    const { items } = await opened.call('asset.list', { path: '/Game/__ExternalActors__' });
    expect(items).toMatchObject([{ path: FILE, actor: WORDS }]);
    expect(await opened.call('asset.describe', { path: FILE })).toMatchObject({
      actor: expect.stringContaining(WORDS),
    });
  });

  it('are found by a search with the same words and the path of the actor', async () => {
    const opened = await arena().open();
    const query = { query: 'BP_Lantern', kind: 'asset', offset: 0, limit: 10 } as const;
    const { items } = await opened.call('asset.search', query);
    expect(items.find(({ path }) => path === ARENA)?.where).toEqual([
      `actor Lantern_2 (folder Lights, BP_Lantern) ${LANTERN}: refers to /Game/BP_Lantern`,
    ]);
  });

  it('make an asset used if their level exists', async () => {
    const unused = async (project: TempProject) =>
      (await (await project.open()).call('asset.unused', {})).unused.map(({ path }) => path);
    expect(await unused(arena())).toEqual([]);
    expect(await unused(arena('/Game/Maps/Removed'))).toEqual(['/Game/BP_Lantern', '/Game/Glass']);
  });
});
