import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, each, type Facts, factsOf, items, pngSize, refusal } from './answers.js';
import {
  BOATHOUSE_DOOR,
  DOOR_CLASS,
  HARBOUR,
  harbour,
  ISLAND,
  island,
  PLANKS,
  TIMETABLE,
  WINDOW,
} from './saltmere.js';
import { ALL, startUnreal, type UnrealServer } from './unreal-server.js';

const READS = [
  'describe_asset',
  'find_assets',
  'find_unused_assets',
  'get_asset_picture',
  'get_actor',
  'get_blueprint_contents',
  'get_editor_state',
  'get_property',
  'get_references',
  'get_selection',
  'list_actors',
  'list_assets',
  'list_writes',
  'search_project',
  'tail_log',
  'take_screenshot',
];
const WRITES = [
  'call_function',
  'destroy_actor',
  'execute_python',
  'log_message',
  'open_level',
  'run_console_command',
  'select_actors',
  'set_actor_transform',
  'set_property',
  'spawn_actor',
];

let server: UnrealServer;
beforeAll(async () => {
  server = await startUnreal();
});
afterAll(() => server.close());

describe.each(ERAS)('%s reads the sample', (_era, visit) => {
  let client: Visitor;
  beforeAll(async () => {
    client = await visit(server.url);
  });
  afterAll(() => client.close());

  it('[UNREAL-5.1.1] [UNREAL-11.3] by tools that are all listed where they are allowed, with input and output schemas', async () => {
    expect((await client.tools()).map(({ name }) => name).toSorted()).toEqual(READS.toSorted());
    const open = await startUnreal({ grants: ALL });
    const writer = await visit(open.url);
    const tools = await writer.tools();
    await writer.close();
    await open.close();
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining([...READS, ...WRITES]));
    for (const { name, description, inputSchema, outputSchema, annotations } of tools) {
      expect(description?.length, name).toBeGreaterThan(20);
      expect(inputSchema, name).toMatchObject({ type: 'object' });
      expect(outputSchema, name).toMatchObject({
        type: 'object',
        required: expect.arrayContaining(['provenance']),
      });
      expect(annotations, name).toMatchObject({ readOnlyHint: READS.includes(name), openWorldHint: false });
    }
  });

  it('[UNREAL-5.1.7] the state of the editor: source, project, level and revision', async () => {
    const result = await client.call('get_editor_state', {});
    expect(result._meta).toMatchObject({ 'worldwire/revision': 0 });
    const state = factsOf('get_editor_state', result);
    expect(state).toMatchObject({
      provenance: 'sample',
      revision: 0,
      project: { name: 'Saltmere', engineVersion: expect.stringMatching(/^5\./) },
      level: HARBOUR,
      sources: [{ provenance: 'sample', status: 'ready', since: expect.any(String) }],
    });
    expect(state).not.toHaveProperty('notes');
  });

  it('lists of assets, by folder and by class', async () => {
    const all = await answer(client, 'list_assets');
    expect(all).toMatchObject({ total: 24, provenance: 'sample' });
    expect(new Set(each(all, 'class'))).toEqual(
      new Set([
        'Blueprint',
        'DataTable',
        'StringTable',
        'World',
        'Material',
        'MaterialInstanceConstant',
        'StaticMesh',
        'Texture2D',
      ]),
    );
    const maps = await answer(client, 'list_assets', { path: 'Game/Maps/', class: 'World' });
    expect(items(maps)).toEqual([
      { path: HARBOUR, name: 'Harbour', class: 'World' },
      { path: ISLAND, name: 'LighthouseIsland', class: 'World' },
    ]);
  });

  it('an error with the nearest paths for a missing folder', async () => {
    expect(await refusal(client, 'list_assets', { path: '/Nope' })).toMatch(/^NotFound: .*\n.*\/Game/);
    expect(await refusal(client, 'find_assets', { path: '/Game/Map', query: 'a' })).toMatch(/\/Game\/Maps/);
    expect(await refusal(client, 'list_actors', { path: '/Game/Maps/Moon' })).toMatch(/^NotFound: /);
    expect(await refusal(client, 'list_actors', { path: DOOR_CLASS })).toMatch(
      /^InvalidArgument: .*Blueprint/,
    );
  });

  it('assets by a part of their name, in any case', async () => {
    const found = await answer(client, 'find_assets', { query: 'LANTERN' });
    expect(each(found, 'path')).toEqual([
      '/Game/Blueprints/BP_Lantern',
      '/Game/Materials/M_LanternGlass',
      '/Game/Meshes/SM_LanternPost',
    ]);
    expect(
      each(await answer(client, 'find_assets', { query: 'lantern', class: 'Material' }), 'name'),
    ).toEqual(['M_LanternGlass']);
  });

  it('a Blueprint: parent, interfaces, variables, functions, components and graphs', async () => {
    const { blueprint } = await answer(client, 'describe_asset', {
      path: `Blueprint'${DOOR_CLASS}.BP_Door'`,
    });
    expect(blueprint).toMatchObject({
      parent: '/Script/Engine.Actor',
      generatedClass: `${DOOR_CLASS}.BP_Door_C`,
      interfaces: ['/Game/Blueprints/BPI_Interactable.BPI_Interactable_C'],
      variables: expect.arrayContaining([
        expect.objectContaining({ name: 'OpenAngle', default: 95, category: 'Movement' }),
      ]),
      functions: expect.arrayContaining([
        { name: 'Unlock', graph: 'Unlock', parameters: { Key: 'FName' }, returns: { bUnlocked: 'bool' } },
      ]),
      components: expect.arrayContaining([{ name: 'Panel', class: 'StaticMeshComponent', parent: 'Hinge' }]),
    });
    const { graphs, callers } = blueprint as { graphs: { name: string }[]; callers: Facts };
    expect(graphs.find(({ name }) => name === 'EventGraph')).toEqual({
      name: 'EventGraph',
      nodes: 4,
      events: ['Event BeginPlay'],
      others: ['Branch'],
      calls: ['Open', 'Close'],
    });
    expect(graphs.find(({ name }) => name === 'Open')).toMatchObject({ sets: ['bIsOpen'] });
    expect(callers).toEqual({ Open: ['EventGraph', 'Interact'], Close: ['EventGraph', 'Interact'] });
  });

  it('a data table, a string table, a texture and a level', async () => {
    const describe = (path: string) => answer(client, 'describe_asset', { path });
    expect((await describe(TIMETABLE)).dataTable).toMatchObject({
      rows: { Morning: { Hour: 7, Minute: 30, To: 'LighthouseIsland' } },
      total: 3,
    });
    expect((await describe('/Game/Data/ST_Harbour')).stringTable).toMatchObject({
      namespace: 'Harbour',
      entries: { 'door.locked': 'It is locked.' },
      total: 6,
    });
    expect((await describe(PLANKS)).texture).toEqual({ width: 128, height: 128, format: 'PF_B8G8R8A8' });
    expect((await describe(HARBOUR)).level).toEqual({ actors: 19 });
  });

  it('the contents of a Blueprint, as text or as objects', async () => {
    const whole = await answer(client, 'get_blueprint_contents', { path: DOOR_CLASS });
    expect(whole).toMatchObject({ path: DOOR_CLASS, format: 't3d', offset: 0, provenance: 'sample' });
    const text = whole.text as string;
    expect(text).toMatch(/^Begin Object Class=\/Script\/Engine\.Blueprint Name="BP_Door"\n/);
    expect(text.match(/Begin Object/g)?.length).toBe(text.match(/End Object/g)?.length);
    expect(text).toContain('FunctionReference=(MemberName="Open",bSelfContext=True)');
    expect(whole.characters).toBe(text.length);
    const { objects } = await answer(client, 'get_blueprint_contents', {
      path: DOOR_CLASS,
      format: 'json',
      limit: 200_000,
    });
    expect((objects as object[])[0]).toMatchObject({
      class: '/Script/Engine.Blueprint',
      name: 'BP_Door',
      children: expect.arrayContaining([expect.objectContaining({ name: 'EventGraph' })]),
    });
  });

  it('references and referencers of an asset, with soft ones', async () => {
    const door = await answer(client, 'get_references', { path: DOOR_CLASS });
    expect(door).toMatchObject({
      references: expect.arrayContaining([
        { path: '/Game/Data/ST_Harbour', soft: false },
        { path: '/Game/Meshes/SM_DoorPanel', soft: false },
      ]),
      referencers: ['/Game/Blueprints/BP_Lighthouse', HARBOUR, ISLAND].map(path => ({ path, soft: false })),
      total: { references: 4, referencers: 3 },
    });
    const ferry = await answer(client, 'get_references', { path: '/Game/Blueprints/BP_Ferry' });
    const soft = (ferry.references as Facts[]).filter(reference => reference.soft);
    expect(soft).toEqual([{ path: ISLAND, soft: true }]);
    expect((await answer(client, 'get_references', { path: '/Game/Textures/T_OldSeaChart' })).total).toEqual({
      references: 0,
      referencers: 0,
    });
  });

  it('the actors of a level, by class and by label', async () => {
    expect(await answer(client, 'list_actors')).toMatchObject({ total: 19, provenance: 'sample' });
    const doors = await answer(client, 'list_actors', { class: DOOR_CLASS });
    expect(each(doors, 'label')).toEqual(['TavernDoor', 'BoathouseDoor']);
    const night = await answer(client, 'list_actors', { path: ISLAND, query: 'moon' });
    expect(items(night)).toMatchObject([{ path: island('DirectionalLight_0'), label: 'Moon' }]);
    expect(items(await answer(client, 'list_actors', { query: 'no such actor' }))).toEqual([]);
  });

  it('an actor with its transform, components and properties', async () => {
    expect(await answer(client, 'get_actor', { path: BOATHOUSE_DOOR })).toMatchObject({
      name: 'BP_Door_C_2',
      label: 'BoathouseDoor',
      class: 'BP_Door_C',
      level: HARBOUR,
      location: { x: -490, y: 600, z: 0 },
      components: expect.arrayContaining([
        { path: `${BOATHOUSE_DOOR}.Hinge`, name: 'Hinge', class: 'SceneComponent' },
      ]),
      properties: { bLocked: true, KeyName: 'BrassKey' },
    });
  });

  it('one property or all, of actors, components, assets and the defaults of a class', async () => {
    const get = async (object: string, property?: string) =>
      (await answer(client, 'get_property', { object, ...(property && { property }) })).value;
    expect(await answer(client, 'get_property', { object: BOATHOUSE_DOOR, property: 'keyname' })).toEqual({
      object: BOATHOUSE_DOOR,
      property: 'keyname',
      value: 'BrassKey',
      type: expect.stringContaining('Name'),
      provenance: 'sample',
      revision: 0,
    });
    expect(await get(`${WINDOW}.LightComponent0`)).toMatchObject({ Intensity: 1_800, bVisible: true });
    expect(await get(PLANKS, 'ImportedSize')).toEqual({ X: 128, Y: 128 });
    expect(await get(`${DOOR_CLASS}.Default__BP_Door_C`, 'OpenAngle')).toBe(95);
    expect(await get(harbour('Note_0'), 'Text')).toContain('BrassKey');
  });

  it('the selection, which is empty at first', async () => {
    expect(await answer(client, 'get_selection')).toEqual({
      items: [],
      total: 0,
      returned: 0,
      provenance: 'sample',
      revision: 0,
    });
  });

  it('the newest lines of the log, also filtered', async () => {
    const { lines } = (await answer(client, 'tail_log')) as { lines: { text: string }[] };
    expect(lines[0]).toMatchObject({ category: 'LogInit', text: 'Running engine for game: Saltmere' });
    const tide = await answer(client, 'tail_log', { query: 'tide table', lines: 1 });
    expect(tide.lines).toMatchObject([{ category: 'LogTideTables', verbosity: 'Warning' }]);
  });

  it.each([
    { width: 64, height: 48 },
    { width: 4_096, height: 16 },
  ])('a picture of the viewport, as an image beside its facts: %j', async size => {
    const result = await client.call('take_screenshot', size);
    const facts = factsOf('take_screenshot', result);
    const [picture] = result.content as unknown as { type: string; mimeType: string; data: string }[];
    expect(picture).toMatchObject({ type: 'image', mimeType: 'image/png' });
    expect(pngSize(picture?.data ?? '')).toEqual(size);
    expect(facts).toEqual({
      ...size,
      mimeType: 'image/png',
      bytes: Buffer.from(picture?.data ?? '', 'base64').length,
      provenance: 'sample',
      revision: 0,
      shows: expect.stringMatching(/^The 19 actors of \/Game\/Maps\/Harbour from above: .*BP_Door_C \(2\)/),
      note: expect.stringContaining('not a rendered view'),
    });
  });
});
