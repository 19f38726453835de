import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { answer, each, type Facts, json, pngSize } from './answers.js';
import { BOATHOUSE_DOOR, DOOR_CLASS, HARBOUR, ISLAND, island, PLANKS } from './saltmere.js';
import { startUnreal, type UnrealServer } from './unreal-server.js';

let server: UnrealServer;
beforeAll(async () => {
  server = await startUnreal();
});
afterAll(() => server.close());

describe.each(ERAS)('the resources that %s reads', (era, visit) => {
  const modern = era.includes('2026');
  let client: Visitor;
  beforeAll(async () => {
    client = await visit(server.url);
  });
  afterAll(() => client.close());

  it('[UNREAL-5.2.1] are listed: Blueprints, textures, materials and levels by their paths', async () => {
    const listed = await client.resources();
    const uris = listed.map(({ uri }) => uri);
    expect(uris).toEqual(
      expect.arrayContaining([
        `unreal://blueprint${DOOR_CLASS}`,
        `unreal://texture${PLANKS}`,
        'unreal://asset/Game/Materials/M_Wood',
        `unreal://level${HARBOUR}`,
      ]),
    );
    expect(new Set(uris).size).toBe(uris.length);
    expect(uris.filter(uri => /^unreal:\/\/(asset|blueprint|texture|level)\//.test(uri))).toHaveLength(24);
  });

  it('[UNREAL-5.2.2] are the project, the state of the editor, its log, its assets and the journal', async () => {
    const listed = (await client.resources()).map(({ uri }) => uri);
    const fixed = ['project', 'editor/state', 'log', 'assets', 'journal'].map(name => `unreal://${name}`);
    expect(listed).toEqual(expect.arrayContaining(fixed));
    expect(await json(client, 'unreal://project')).toMatchObject({
      name: 'Saltmere',
      provenance: 'sample',
      modules: expect.arrayContaining([expect.objectContaining({ name: 'Saltmere' })]),
      settings: {
        '/Script/EngineSettings.GameMapsSettings': { GameDefaultMap: `${HARBOUR}.Harbour` },
      },
    });
    const state = await answer(client, 'get_editor_state');
    expect(await json(client, 'unreal://editor/state')).toEqual(state);
    const { lines } = await json(client, 'unreal://log');
    expect((lines as Facts[])[0]).toMatchObject({ category: 'LogInit' });
    expect(await json(client, 'unreal://assets')).toMatchObject({ total: 24, provenance: 'sample' });
    expect(await json(client, 'unreal://journal')).toEqual({ revision: 0, items: [] });
  });

  it('have templates for filtered lists and for everything with a path', async () => {
    expect((await client.templates()).map(({ uriTemplate }) => uriTemplate).toSorted()).toEqual(
      [
        'unreal://actor/{+path}{?maxBytes}',
        'unreal://asset/{+path}{?maxBytes}',
        'unreal://assets{?path,class,cursor,maxBytes}',
        'unreal://blueprint/{+path}{?maxBytes}',
        'unreal://journal{?cursor,maxBytes}',
        'unreal://level/{+path}{?maxBytes}',
        'unreal://log{?lines,maxBytes}',
        'unreal://project{?section,maxBytes}',
        'unreal://texture/{+path}{?width,height,maxBytes}',
      ].toSorted(),
    );
  });

  it('are filtered by a query', async () => {
    const { lines } = await json(client, 'unreal://log?lines=2');
    expect(lines).toHaveLength(2);
    const maps = await json(client, 'unreal://assets?path=%2FGame%2FMaps&class=World');
    expect(each(maps, 'path')).toEqual([HARBOUR, ISLAND]);
  });

  it('are an asset, and a Blueprint as text', async () => {
    const described = await answer(client, 'describe_asset', { path: DOOR_CLASS });
    expect(await json(client, `unreal://asset${DOOR_CLASS}`)).toEqual(described);
    const { mimeType, text } = await client.read(`unreal://blueprint${DOOR_CLASS}`);
    expect(mimeType).toBe('text/plain');
    const { text: whole } = await answer(client, 'get_blueprint_contents', {
      path: DOOR_CLASS,
      limit: 200_000,
    });
    expect(text).toBe(whole);
  });

  it('are the pixels of a texture, and the picture of a material', async () => {
    const { mimeType, blob } = await client.read(`unreal://texture${PLANKS}`);
    expect(mimeType).toBe('image/png');
    expect(pngSize(blob)).toEqual({ width: 128, height: 128 });
    const ball = await client.read('unreal://texture/Game/Materials/M_Wood');
    expect(pngSize(ball.blob).width).toBeGreaterThan(0);
    expect(ball.blob).not.toBe(blob);
  });

  it('are a level with its actors, and an actor of any level', async () => {
    const level = await json(client, `unreal://level${ISLAND}`);
    expect(level).toMatchObject({ path: ISLAND, total: 8, provenance: 'sample' });
    expect((level.actors as Facts[]).map(({ label }) => label)).toContain('TowerDoor');
    const door = await answer(client, 'get_actor', { path: BOATHOUSE_DOOR });
    expect(await json(client, `unreal://actor${BOATHOUSE_DOOR}`)).toEqual(door);
    expect(await json(client, `unreal://actor${island('Note_0')}`)).toMatchObject({ label: 'KeepersLog' });
  });

  it.each([
    'unreal://asset/Game/Blueprints/BP_Dragon',
    'unreal://blueprint/Game/None',
    'unreal://texture/Game/None',
    'unreal://level/Game/Maps/Moon',
    `unreal://actor${HARBOUR}.Harbour:PersistentLevel.Missing`,
    'unreal://nothing',
    'unity://status',
  ])('are not found where nothing is: %s', async uri => {
    await expect(client.read(uri)).rejects.toMatchObject({ code: modern ? -32602 : -32002, data: { uri } });
  });

  it('are not found for an asset without a picture, with a message', async () => {
    const uri = `unreal://texture${DOOR_CLASS}`;
    await expect(client.read(uri)).rejects.toMatchObject({
      code: modern ? -32602 : -32002,
      message: expect.stringContaining(`no picture of ${DOOR_CLASS}`),
      data: { uri, kind: 'NotFound', hint: expect.stringContaining('describe_asset') },
    });
  });

  it.each([
    ['unreal://log?lines=0', /lines must be a whole number/],
    ['unreal://log?lines=many', /lines must be a whole number/],
    ['unreal://assets?cursor=x', /cursor/],
    ['unreal://assets?path=..%2F..', /is not the path of a folder/],
    ['unreal://journal?cursor=x', /cursor/],
    ['unreal://asset/Game/../etc/passwd', /is not the path of an asset/],
  ])('are refused where the address makes no sense: %s', async (uri, words) => {
    await expect(client.read(uri)).rejects.toMatchObject({
      code: -32602,
      message: expect.stringMatching(words),
    });
  });

  it('have completions for their paths', async () => {
    const complete = (uri: string, value: string) =>
      client.complete({ type: 'ref/resource', uri }, 'path', value);
    expect(await complete('unreal://asset/{+path}{?maxBytes}', '/Game/Blueprints/BP_L')).toEqual([
      '/Game/Blueprints/BP_Lantern',
      '/Game/Blueprints/BP_Lighthouse',
    ]);
    expect(await complete('unreal://blueprint/{+path}{?maxBytes}', 'bp_d')).toEqual([DOOR_CLASS]);
    expect(await complete('unreal://texture/{+path}{?width,height,maxBytes}', 'Game/Tex')).toHaveLength(3);
    expect(await complete('unreal://level/{+path}{?maxBytes}', '')).toEqual([HARBOUR, ISLAND]);
    expect(await complete('unreal://actor/{+path}{?maxBytes}', 'BP_Door')).toContain(BOATHOUSE_DOOR);
    expect(await complete('unreal://assets{?path,class,cursor,maxBytes}', '/Game/Maps/H')).toEqual([HARBOUR]);
    expect(await complete('unreal://asset/{+path}{?maxBytes}', 'zzz')).toEqual([]);
  });
});
