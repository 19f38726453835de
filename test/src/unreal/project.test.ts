import { symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, each, type Facts, items, json, pages, pngSize, refusal } from './answers.js';
import { CUBE_MAP, DiskProject, REFS, TEXTURE, withThumbnail } from './disk-project.js';
import { png } from './fake-editor/index.js';
import type { UnrealServer } from './unreal-server.js';
import { serveProject, visitAlone } from './visited-project.js';

const CUBE = `${CUBE_MAP}.SingleCube:PersistentLevel.StaticMeshActor_1`;
const VERSIONS = ['UE410', 'UE414', 'UE418', 'UE422', 'UE425', 'UE427', 'UE50', 'UE52', 'UE54', 'UE56'];

describe.each(ERAS)('%s reads the files of a project', (era, visit) => {
  let project: DiskProject;
  let server: UnrealServer;
  let client: Visitor;
  beforeAll(async () => {
    project = await DiskProject.whole();
    await project.put('ue-shed/Input/IA_Jump.uasset', 'Content/Odd/IA_Jump.UASSET');
    await project.put('ue-shed/Input/IA_Jump.uasset', 'Content/Odd/IA_Jump.old.uasset');
    await project.write(
      'Config/DefaultGame.ini',
      '[Services]\nName=harbour\nServerKey=hunter2\n+Artifacts=(ClientId="id",ClientSecret="hunter2")\n',
    );
    const place = 'Content/SimpleRefs/SimpleRefsRoot.uasset';
    await project.write(place, withThumbnail(await project.read(place), 'SimpleRefsRoot', png(6, 4)));
    server = await serveProject(project);
    client = await visit(server.url);
  });
  afterAll(async () => {
    await client.close();
    await server.close();
    await project.close();
  });

  it('the project, without an open level', async () => {
    expect(await answer(client, 'get_editor_state')).toEqual({
      revision: 0,
      provenance: 'disk',
      project: { name: 'Demo', engineVersion: '5.4' },
      sources: [{ provenance: 'disk', status: 'ready', since: expect.any(String) }],
    });
    expect(await json(client, 'unreal://project')).toMatchObject({
      description: 'Packages for tests.',
      plugins: [{ name: 'RemoteControl', enabled: false }],
      provenance: 'disk',
    });
  });

  it('its assets with classes and sizes, page by page', async () => {
    const whole = await answer(client, 'list_assets');
    expect(whole).toMatchObject({ total: 14, provenance: 'disk' });
    for (const size of each(whole, 'size')) expect(size).toBeGreaterThan(1_000);
    expect(items(whole)).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ path: '/Game/Authoring/DT_Scalars', class: 'DataTable' }),
        expect.objectContaining({ path: '/Game/Input/IA_Jump', class: 'InputAction' }),
        expect.objectContaining({ path: CUBE_MAP, class: 'World' }),
        expect.objectContaining({ path: TEXTURE, class: 'Texture2D' }),
      ]),
    );
    const all = await pages(client, 'list_assets', { limit: 5 });
    expect(all.flatMap(items)).toEqual(whole.items);
    expect(each(await answer(client, 'find_assets', { query: 'cycle' }), 'name')).toEqual([
      'DirectCycleA',
      'DirectCycleB',
    ]);
  });

  it('an error with the nearest paths for a missing folder', async () => {
    expect(await refusal(client, 'list_assets', { path: '/Nope' })).toMatch(/^NotFound: .*\n.*\/Game/);
    expect(await refusal(client, 'list_assets', { path: '/Game/Map' })).toMatch(/\/Game\/Maps/);
    const texts = await refusal(client, 'list_actors', { path: '/Game/Text/ST_Game' });
    expect(texts).toMatch(/^InvalidArgument: .*is not a level: its class is StringTable/);
    await expect(client.read('unreal://assets?path=/Nope')).rejects.toThrow();
    await expect(client.read('unreal://level/Game/Text/ST_Game')).rejects.toThrow(/not a level/);
  });

  it('its settings without its credentials, whatever the operator allows', async () => {
    const { settings, notes } = await json(client, 'unreal://project');
    expect(JSON.stringify(settings)).not.toContain('hunter2');
    expect(settings).toMatchObject({
      Services: { Name: 'harbour', ServerKey: expect.stringContaining('masked') },
    });
    expect(notes).toEqual([expect.stringMatching(/^2 settings .* masked/)]);
  });

  it('files with other extensions and names than usual, by the paths in the list', async () => {
    const listed = await answer(client, 'list_assets', { path: '/Game/Odd' });
    expect(each(listed, 'path')).toEqual(['/Game/Odd/IA_Jump', '/Game/Odd/IA_Jump.old']);
    for (const path of each(listed, 'path') as string[]) {
      expect(await answer(client, 'describe_asset', { path })).toMatchObject({ path, class: 'InputAction' });
      expect(await json(client, `unreal://asset${path}`)).toMatchObject({ path });
      expect((await answer(client, 'get_blueprint_contents', { path })).text).toMatch(/^Begin Object/);
      expect(await answer(client, 'get_references', { path })).toMatchObject({ path });
    }
  });

  it('a cycle of two assets in both directions', async () => {
    const [a, b] = ['/Game/DirectCycle/DirectCycleA', '/Game/DirectCycle/DirectCycleB'];
    for (const [path, other] of [
      [a, b],
      [b, a],
    ]) {
      expect(await answer(client, 'get_references', { path })).toMatchObject({
        references: [{ path: other, soft: false }],
        referencers: [{ path: other, soft: false }],
      });
    }
  });

  it('the rows of data tables and the texts of a string table', async () => {
    const describe = (path: string) => answer(client, 'describe_asset', { path });
    expect((await describe('/Game/Authoring/DT_Scalars')).dataTable).toMatchObject({
      rowStruct: expect.stringContaining('UEShedFixtureScalarsRow'),
      rows: {
        Scalar_Alpha: { Enabled: true, Count: 7, Ratio: 0.25, Key: 'Alpha' },
        Scalar_Beta: { Enabled: false, Count: 42 },
      },
      total: 2,
    });
    expect((await describe('/Game/Authoring/DT_Structs')).dataTable).toMatchObject({
      rows: { Struct_One: { Nested: { Count: 3, Offset: { X: 10, Y: 20, Z: 30 } } } },
    });
    expect((await describe('/Game/Text/ST_Game')).stringTable).toMatchObject({
      namespace: 'Fixture.StringTable',
      entries: { PromptContinue: 'Continue', StatusSaving: 'Saving progress…', PromptHold: 'Hold to skip' },
      total: 3,
    });
  });

  it('the size of a texture, and its properties', async () => {
    const texture = await answer(client, 'describe_asset', { path: TEXTURE });
    expect(texture).toMatchObject({ savedBy: '5.7.4', texture: { width: 1_024, height: 512 } });
    expect((await answer(client, 'get_property', { object: TEXTURE, property: 'LODGroup' })).value).toBe(
      'TEXTUREGROUP_UI',
    );
  });

  it('the thumbnail that an editor saved with an asset', async () => {
    const { mimeType, blob } = await client.read(`unreal://texture${REFS}`);
    expect(mimeType).toBe('image/png');
    expect(pngSize(blob)).toEqual({ width: 6, height: 4 });
    const bare = 'unreal://texture/Game/SimpleRefs/SimpleRefsSoftRef';
    await expect(client.read(bare)).rejects.toMatchObject({
      code: era.includes('2026') ? -32602 : -32002,
      message: expect.stringContaining('has no picture'),
      data: { kind: 'NotFound' },
    });
  });

  it('the actors of a level, and one of them', async () => {
    const actors = await answer(client, 'list_actors');
    expect(each(actors, 'label')).toEqual(['Brush', 'Cube', 'WorldSettings-1']);
    expect(items(await answer(client, 'list_actors', { path: CUBE_MAP, class: 'StaticMeshActor' }))).toEqual([
      expect.objectContaining({ path: CUBE, location: { x: 100, y: 200, z: 300 } }),
    ]);
    const cube = await answer(client, 'get_actor', { path: CUBE });
    expect(cube).toMatchObject({ label: 'Cube', class: 'StaticMeshActor', provenance: 'disk' });
    expect((cube.components as Facts[]).map(({ class: name }) => name)).toContain('StaticMeshComponent');
    expect(await json(client, `unreal://level${CUBE_MAP}`)).toMatchObject({ path: CUBE_MAP, total: 3 });
    expect((await json(client, `unreal://asset${CUBE_MAP}`)).level).toEqual({ actors: 3 });
  });

  it.each([
    [CUBE, 'RootComponent', `${CUBE}.StaticMeshComponent0`],
    [
      '/Game/Authoring/DT_Structs',
      'AssetImportData',
      '/Game/Authoring/DT_Structs.DT_Structs:AssetImportData',
    ],
    [REFS, 'UbergraphPages', `${REFS}.SimpleRefsRoot:EventGraph`],
  ])('the references of %s inside its package, as readable paths', async (object, property, path) => {
    const { value } = await answer(client, 'get_property', { object, property });
    expect([value].flat()).toEqual([path]);
    expect(await answer(client, 'get_property', { object: path })).toMatchObject({ object: path });
  });

  it('the end of the newest log, complete or filtered', async () => {
    expect(await answer(client, 'tail_log')).toEqual({
      lines: [
        {
          at: '2024-05-01T12:34:56.789Z',
          category: 'LogTemp',
          verbosity: 'Warning',
          text: 'the first line',
        },
      ],
      file: 'Saved/Logs/Demo.log',
      total: { bytes: 64 },
      returned: 1,
      provenance: 'disk',
      revision: 0,
    });
    expect((await answer(client, 'tail_log', { query: 'nowhere' })).lines).toEqual([]);
  });

  it.each([
    ['set_property', { object: CUBE, property: 'bHidden', value: true }],
    ['spawn_actor', { class: 'PointLight' }],
    ['destroy_actor', { path: CUBE }],
    ['open_level', { path: CUBE_MAP }],
    ['log_message', { message: 'x' }],
    ['execute_python', { code: '1' }],
  ])('and cannot write to them: %s says what would be needed', async (name, args) => {
    const files = await project.read('Content/Maps/SingleCube.umap');
    const text = await refusal(client, name, args);
    expect(text).toMatch(/^Unsupported: .*files .* are read-only/);
    expect(text).toMatch(/Hint: Writes need a running editor/);
    expect(await json(client, 'unreal://journal')).toEqual({ revision: 0, items: [] });
    expect(await project.read('Content/Maps/SingleCube.umap')).toEqual(files);
  });

  it.each([
    ['take_screenshot', {}],
    ['get_selection', {}],
  ])('and cannot see what only an editor shows: %s', async (name, args) => {
    expect(await refusal(client, name, args)).toMatch(/^Unsupported: .*running editor[\s\S]*--editor/);
  });
});

it('a project whose content is a link, with a note', async () => {
  const [project, other] = [await DiskProject.make(), await DiskProject.whole()];
  await symlink(join(other.folder, 'Content'), join(project.folder, 'Content'));
  onTestFinished(() => other.close());
  const client = await visitAlone(project);
  const notes = [expect.stringMatching(/^Content is a link, which is not followed/)];
  expect(await answer(client, 'get_editor_state')).toMatchObject({ notes });
  expect(await answer(client, 'list_assets')).toMatchObject({ items: [], notes });
  expect(await json(client, 'unreal://assets')).toMatchObject({ items: [], notes });
  expect(await refusal(client, 'describe_asset', { path: REFS })).toMatch(/Content is a link/);
});

describe.each(VERSIONS)('packages of %s', version => {
  it('are listed and described, with contents and references', async () => {
    const project = await DiskProject.make();
    await project.putAll(`uasset-rs/${version}`, 'Content');
    const client = await visitAlone(project);
    const refs = await answer(client, 'list_assets', { path: '/Game/SimpleRefs', class: 'Blueprint' });
    expect(each(refs, 'name')).toEqual([
      'SimpleRefsDefaultsRef',
      'SimpleRefsGraphRef',
      'SimpleRefsRoot',
      'SimpleRefsSoftRef',
    ]);
    const { blueprint } = (await answer(client, 'describe_asset', { path: REFS })) as { blueprint: Facts };
    expect(blueprint).toMatchObject({
      parent: expect.stringContaining('Object'),
      variables: [
        expect.objectContaining({ name: 'VarHard', default: expect.stringContaining('DefaultsRef_C') }),
        expect.objectContaining({ name: 'VarSoft' }),
      ],
      graphs: [{ name: 'EventGraph', nodes: expect.any(Number) }],
    });
    expect(await answer(client, 'get_references', { path: REFS })).toMatchObject({
      references: expect.arrayContaining([
        { path: '/Game/SimpleRefs/SimpleRefsDefaultsRef', soft: false },
        { path: '/Game/SimpleRefs/SimpleRefsGraphRef', soft: false },
        { path: '/Game/SimpleRefs/SimpleRefsSoftRef', soft: true },
      ]),
      referencers: [],
    });
    const soft = await answer(client, 'get_references', { path: '/Game/SimpleRefs/SimpleRefsSoftRef' });
    expect(soft).toMatchObject({ referencers: [{ path: REFS, soft: true }] });
    const { text } = await client.read(`unreal://blueprint${REFS}`);
    expect(text).toMatch(/^Begin Object Class=\/Script\/Engine\.Blueprint Name="SimpleRefsRoot"/m);
    expect(text).toContain('K2Node_CallFunction');
    expect(text.match(/Begin Object/g)?.length).toBe(text.match(/End Object/g)?.length);
    const { objects } = await answer(client, 'get_blueprint_contents', {
      path: REFS,
      format: 'json',
      limit: 200_000,
    });
    expect(objects).toEqual(expect.arrayContaining([expect.objectContaining({ name: 'SimpleRefsRoot' })]));
  });
});
