import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { startUnity, type UnityServer } from './unity-server.js';

let server: UnityServer;
let explorer: Explorer;
beforeAll(async () => {
  server = await startUnity();
  explorer = server.explorer;
});
afterAll(() => server.close());

const CARD = {
  Id: expect.stringMatching(/^obj:-?\d+$/),
  Name: expect.any(String),
  Path: expect.stringMatching(/^\//),
  Tag: expect.any(String),
  Layer: expect.any(Number),
  Active: expect.any(Boolean),
  ComponentCount: expect.any(Number),
};

describe('what the engine is', () => {
  it('[UNITY-4.1.1] [UNITY-3.1] is in GetStatus and unity://status', async () => {
    const status = await explorer.tool('GetStatus');
    expect(status).toEqual({
      Version: expect.any(String),
      UnityVersion: expect.any(String),
      Platform: expect.any(String),
      Runtime: expect.any(String),
      ExplorerVersion: expect.any(String),
      Ready: true,
      ScenesLoaded: 1,
      Selection: [],
    });
    expect(await explorer.read('unity://status')).toEqual(status);
  });

  it('[UNITY-4.1.10] is in GetVersion', async () => {
    const { Runtime, UnityVersion } = await explorer.tool('GetStatus');
    expect(await explorer.tool('GetVersion')).toEqual({
      ExplorerVersion: expect.stringMatching(/^\d/),
      McpVersion: expect.stringMatching(/^\d/),
      UnityVersion,
      Runtime,
    });
  });
});

describe('scenes', () => {
  it('[UNITY-4.1.2] [UNITY-3.2] are listed with those that outlive them', async () => {
    const page = await explorer.tool('ListScenes');
    expect(page).toEqual({
      Total: 3,
      Items: [
        { Id: 'scn:0', Name: 'Arena', Index: 0, IsLoaded: true, RootCount: expect.any(Number) },
        expect.objectContaining({ Id: 'scn:ddol', Index: -1 }),
        expect.objectContaining({ Id: 'scn:hide', Index: -2 }),
      ],
    });
    const { Items } = await explorer.tool('ListScenes', { limit: 1, offset: 1 });
    expect(Items.map(({ Id }) => Id)).toEqual(['scn:ddol']);
    expect((await explorer.read('unity://scenes')).Items.map(({ Id }) => Id)).toEqual(
      page.Items.map(({ Id }) => Id),
    );
  });

  it('[UNITY-4.1.3] that can be loaded are listed with names that come from their files', async () => {
    const { Total, Items } = await explorer.tool('ListBuildScenes');
    expect({ Total, Names: Items.map(({ Name }) => Name) }).toEqual({
      Total: 3,
      Names: ['Arena', 'Menu', 'SolarGarden'],
    });
    for (const [index, { Index, Name, Path }] of Items.entries()) {
      expect({ Index, Path }).toEqual({ Index: index, Path: expect.stringMatching(`/${Name}\\.unity$`) });
    }
    expect((await explorer.tool('ListBuildScenes', { limit: 1, offset: 2 })).Items).toHaveLength(1);
    expect((await explorer.tool('ListBuildScenes', { offset: 9 })).Items).toEqual([]);
  });
});

/** A filter, the same in an address, and the paths it finds. */
const SEARCHES: [object, string, string[]][] = [
  [{ query: 'BRAZIER' }, 'query=BRAZIER', ['/Lighting/Brazier']],
  [{ query: 'worldwire.spawner' }, 'query=worldwire.spawner', ['/Spawner']],
  [{ name: 'muzz' }, 'name=muzz', ['/Arena/Turret/Barrel/Muzzle']],
  [{ type: 'Worldwire.Rotator' }, 'type=Worldwire.Rotator', ['/Arena/Turret']],
  [{ path: '/enemies/enemy 2/' }, 'path=%2Fenemies%2Fenemy%202%2F', ['/Enemies/Enemy 2/Eye']],
  [{ name: 'wall', path: 'north' }, 'name=wall&path=north', ['/Arena/Wall North']],
  [{ name: 'wall', type: 'UnityEngine.Light' }, 'name=wall&type=UnityEngine.Light', []],
  [{ name: 'turret', activeOnly: true }, 'name=turret&activeOnly=true', ['/Arena/Turret']],
];

describe('objects', () => {
  it('[UNITY-4.1.4] [UNITY-3.3] are listed by scene, name, type and switch', async () => {
    const all = await explorer.tool('ListObjects', { sceneId: 'scn:0' });
    expect(all.Total).toBeGreaterThan(20);
    for (const card of all.Items) expect(card).toEqual(CARD);
    const crates = await explorer.tool('ListObjects', { name: 'crate ' });
    // Without a scene: of all scenes, and scn:hide is one.
    expect(crates.Items.map(({ Name }) => Name)).toEqual([
      ...[1, 2, 3, 4, 5, 6].map(n => `Crate ${n}`),
      'Crate Template',
    ]);
    const lights = await explorer.tool('ListObjects', { type: 'UnityEngine.Light' });
    expect(lights.Items.map(({ Path }) => Path)).toEqual(['/Lighting/Sun', '/Lighting/Brazier']);
    const hidden = await explorer.tool('ListObjects', { sceneId: 'scn:hide' });
    expect(hidden.Items.map(({ Name }) => Name)).toContain('Crate Template');
    expect(await explorer.tool('ListObjects', { sceneId: 'scn:hide', activeOnly: true })).toEqual({
      Total: 0,
      Items: [],
    });
    for (const sceneId of ['scn:ddol', 'scn:hide']) {
      const uri = `unity://scene/${sceneId}/objects`;
      expect(await explorer.read(uri)).toEqual(await explorer.tool('ListObjects', { sceneId }));
    }
    expect(await explorer.read('unity://scene/scn%3Addol/objects')).toMatchObject({ Total: 2 });
  });

  it('[UNITY-3.3] come a page at a time, with how many there are in all', async () => {
    const uri = 'unity://scene/scn:ddol/objects';
    const whole = await explorer.read(uri);
    const pages = [await explorer.read(`${uri}?limit=1`), await explorer.read(`${uri}?limit=1&offset=1`)];
    expect(pages.flatMap(({ Items }) => Items)).toEqual(whole.Items);
    expect(pages.map(({ Total }) => Total)).toEqual([2, 2]);
    expect(await explorer.read(`${uri}?offset=2`)).toEqual({ Total: 2, Items: [] });
    expect((await explorer.tool('ListObjects')).Items.length).toBeLessThanOrEqual(50);
  });

  it('[UNITY-4.1.5] [UNITY-3.4] have a card each, by their ids', async () => {
    const id = await explorer.find('/Player');
    const card = await explorer.tool('GetObject', { id });
    expect(card).toEqual({
      ...CARD,
      Id: id,
      Name: 'Player',
      Path: '/Player',
      Tag: 'Player',
      Layer: 0,
      Active: true,
      ActiveInHierarchy: true,
    });
    expect(await explorer.read(`unity://object/${id}`)).toEqual(card);
  });

  it('[UNITY-4.1.9] [UNITY-3.8] have direct children, or none', async () => {
    const objectId = await explorer.find('/Arena');
    const { Items } = await explorer.tool('ListChildren', { objectId });
    expect(Items.map(({ Name }) => Name)).toEqual(expect.arrayContaining(['Ground', 'Crates', 'Turret']));
    for (const { Path } of Items) expect(Path).toMatch(/^\/Arena\/[^/]+$/);
    expect(await explorer.read(`unity://object/${objectId}/children?limit=2&offset=1`)).toEqual({
      Total: Items.length,
      Items: Items.slice(1, 3),
      NextOffset: 3,
    });
    const muzzle = await explorer.find('/Arena/Turret/Barrel/Muzzle');
    expect(await explorer.tool('ListChildren', { objectId: muzzle })).toEqual({ Total: 0, Items: [] });
  });

  it.each(SEARCHES)('[UNITY-4.1.11] [UNITY-3.9] are found by %j', async (filter, query, paths) => {
    const page = await explorer.tool('SearchObjects', filter);
    expect(page.Items.map(({ Path }) => Path)).toEqual(paths);
    expect(page.Total).toBe(paths.length);
    for (const card of page.Items) expect(card).toEqual(CARD);
    expect(await explorer.read(`unity://search?${query}`)).toEqual(page);
  });

  it('[UNITY-4.1.11] are found a page at a time', async () => {
    const { Total, Items } = await explorer.tool('SearchObjects', {
      path: '/Arena/Crates/Crate ',
      limit: 2,
      offset: 4,
    });
    expect(Total).toBe(6);
    expect(Items.map(({ Name }) => Name)).toEqual(['Crate 5', 'Crate 6']);
  });
});

describe('reading', () => {
  it.each<[string, object]>([
    ['GetObject', { id: 'obj:999999' }],
    ['GetComponents', { objectId: 'obj:999999' }],
    ['ListChildren', { objectId: 'obj:999999' }],
    ['ListComponentMembers', { objectId: 'obj:999999', componentType: 'UnityEngine.Transform' }],
    ['ReadComponentMember', { objectId: 'obj:999999', componentType: 'UnityEngine.Transform', name: 'tag' }],
    ['ListObjects', { sceneId: 'scn:77' }],
    ['ReadConsoleScript', { path: 'missing.cs' }],
    ['HookGetSource', { signature: 'System.Void Worldwire.Health::Kill()' }],
  ])('[UNITY-7.4] what is not there is NotFound: %s %j', async (name, args) => {
    expect(await explorer.refusal(name, args)).toMatchObject({ status: 404, kind: 'NotFound' });
  });

  it.each<[string, object, string]>([
    ['GetStatus', { verbose: true }, 'verbose'],
    ['ListScenes', { limit: 0 }, 'limit'],
    ['ListScenes', { limit: 501 }, 'limit'],
    ['ListScenes', { limit: 'all' }, 'limit'],
    ['ListBuildScenes', { offset: -1 }, 'offset'],
    ['ListObjects', { scene: 'scn:0' }, 'scene'],
    ['ListObjects', { activeOnly: 'yes' }, 'activeOnly'],
    ['GetObject', {}, 'id'],
    ['GetObject', { id: 7 }, 'id'],
    ['GetComponents', { objectId: 'scn:0' }, 'objectId'],
    ['ListComponentMembers', { objectId: 'obj:1' }, 'componentType'],
    ['ReadComponentMember', { objectId: 'obj:1', componentType: 'UnityEngine.Transform' }, 'name'],
    ['ListChildren', { objectId: 'obj:1', depth: 2 }, 'depth'],
    ['GetVersion', { x: 1 }, 'x'],
    ['SearchObjects', { nam: 'Crate' }, 'nam'],
    ['GetCameraInfo', { camera: 1 }, 'camera'],
    ['GetFreecam', { live: true }, 'live'],
    ['MousePick', { mode: 'mixed' }, 'mode'],
    ['MousePick', { x: '10' }, 'x'],
    ['TailLogs', { count: 0 }, 'count'],
    ['ReadConsoleScript', { path: 5 }, 'path'],
    ['GetSelection', { all: true }, 'all'],
    ['GetClipboard', { all: true }, 'all'],
    ['GetTimeScale', { unit: 's' }, 'unit'],
    ['GetConfig', { full: true }, 'full'],
    ['GetStartupScript', { path: 'x' }, 'path'],
    ['HookListAllowedTypes', { limt: 1 }, 'Did you mean limit'],
    ['HookListMethods', { type: '' }, 'type'],
    ['HookGetSource', {}, 'signature'],
    ['ListJournal', { limit: -5 }, 'limit'],
  ])('[UNITY-7.6] a bad argument is named: %s %j', async (name, args, word) => {
    const refusal = await explorer.refusal(name, args);
    expect(refusal).toMatchObject({ status: 400, kind: 'InvalidArgument' });
    expect(refusal.message).toContain(word);
  });
});
