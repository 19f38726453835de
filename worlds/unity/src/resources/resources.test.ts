import type { WorldError } from '@worldwire/server';
import { beforeAll, describe, expect, it } from 'vitest';
import { alteredEngine, OPEN, Stage } from '../stage.test.js';

/** Each address of the specification, and the tool that gives the same. */
const SAME: readonly (readonly [uri: string, tool: string, args: object])[] = [
  ['unity://status', 'GetStatus', {}],
  ['unity://scenes', 'ListScenes', {}],
  ['unity://scenes?limit=1&offset=1', 'ListScenes', { limit: 1, offset: 1 }],
  ['unity://scene/scn:0/objects?limit=2', 'ListObjects', { sceneId: 'scn:0', limit: 2 }],
  [
    'unity://scene/scn%3A0/objects?limit=2&offset=1',
    'ListObjects',
    { sceneId: 'scn:0', limit: 2, offset: 1 },
  ],
  ['unity://scene/scn:ddol/objects', 'ListObjects', { sceneId: 'scn:ddol' }],
  ['unity://scene/scn:hide/objects', 'ListObjects', { sceneId: 'scn:hide' }],
  ['unity://object/PLAYER', 'GetObject', { id: 'PLAYER' }],
  ['unity://object/PLAYER/components', 'GetComponents', { objectId: 'PLAYER' }],
  [
    'unity://object/PLAYER/components?limit=1&offset=1',
    'GetComponents',
    { objectId: 'PLAYER', limit: 1, offset: 1 },
  ],
  [
    'unity://object/PLAYER/component/members?type=Worldwire.Health&includeMethods=true&limit=3',
    'ListComponentMembers',
    { objectId: 'PLAYER', componentType: 'Worldwire.Health', includeMethods: true, limit: 3 },
  ],
  [
    'unity://object/PLAYER/component/members?type=Worldwire.Health&includeMethods=&limit=&offset=',
    'ListComponentMembers',
    { objectId: 'PLAYER', componentType: 'Worldwire.Health' },
  ],
  [
    'unity://object/PLAYER/component/member?type=Worldwire.Health&name=maximum',
    'ReadComponentMember',
    { objectId: 'PLAYER', componentType: 'Worldwire.Health', name: 'maximum' },
  ],
  ['unity://object/PLAYER/children?limit=5', 'ListChildren', { objectId: 'PLAYER', limit: 5 }],
  [
    'unity://search?query=crate&activeOnly=true&limit=2',
    'SearchObjects',
    { query: 'crate', activeOnly: true, limit: 2 },
  ],
  ['unity://search?name=Wall%20North', 'SearchObjects', { name: 'Wall North' }],
  [
    'unity://search?type=UnityEngine.Light&path=/Lighting',
    'SearchObjects',
    { type: 'UnityEngine.Light', path: '/Lighting' },
  ],
  ['unity://selection', 'GetSelection', {}],
  ['unity://clipboard', 'GetClipboard', {}],
  ['unity://camera/active', 'GetCameraInfo', {}],
  ['unity://freecam', 'GetFreecam', {}],
  ['unity://console/script?path=a.cs', 'ReadConsoleScript', { path: 'a.cs' }],
];

describe('the resources', () => {
  let stage: Stage;
  let player: string;
  beforeAll(async () => {
    stage = await Stage.open({ grants: OPEN });
    player = await stage.idOf('Player');
    await stage.call('WriteConsoleScript', { path: 'a.cs', content: 'return 1;' });
    await stage.call('SetTimeScale', { value: 0 });
  });
  const real = <Value>(value: Value): Value => JSON.parse(JSON.stringify(value).replaceAll('PLAYER', player));

  it.each(SAME)('%s is what %s gives, by the kernel and past it', async (uri, tool, args) => {
    const expected = await stage.call(tool, real(args));
    expect(await stage.resource(real(uri))).toEqual(expected);
    const past = await stage.unity.readResource(real(uri));
    expect(past).toEqual({ ...expected, revision: expect.any(Number) });
  });

  it('unity://logs/tail?count= gives the newest lines', async () => {
    stage.unity.noteError(-32601, 'one');
    stage.unity.noteError(-32601, 'two');
    expect(await stage.resource('unity://logs/tail?count=1')).toMatchObject({
      Items: [{ Message: '[MCP] error -32601: two' }],
    });
    expect(await stage.resource('unity://logs/tail')).toHaveProperty('Items');
    expect(stage.updated).toContain('unity://logs/tail');
  });

  it('unity://console/scripts lists names and paths', async () => {
    expect(await stage.resource('unity://console/scripts')).toEqual({
      Total: 1,
      Items: [{ Name: 'a.cs', Path: `${stage.folder}/Scripts/a.cs` }],
    });
  });

  it('unity://hooks is a page', async () => {
    expect(await stage.resource('unity://hooks')).toEqual({ Total: 0, Items: [] });
  });

  it.each([
    ['unity://object/obj:999999999', 'NotFound'],
    ['unity://object/PLAYER/component/member?type=Worldwire.Health&name=nothing', 'NotFound'],
    ['unity://scene/scn:99/objects', 'NotFound'],
    ['unity://console/script?path=none.cs', 'NotFound'],
    ['unity://nothing', 'NotFound'],
    ['unity://search?colour=red', 'NotFound'],
    ['unity://status?x=1', 'NotFound'],
    ['unity://object/%zz', 'NotFound'],
    ['http://example.org/', 'NotFound'],
    ['unity://object/Player', 'InvalidArgument'],
    ['unity://scenes?limit=many', 'InvalidArgument'],
    ['unity://scenes?limit=0', 'InvalidArgument'],
    ['unity://search?activeOnly=perhaps', 'InvalidArgument'],
    ['unity://object/PLAYER/component/members', 'InvalidArgument'],
    ['unity://object/PLAYER/component/member?type=Worldwire.Health', 'InvalidArgument'],
    ['unity://console/script', 'InvalidArgument'],
    ['unity://console/script?path=../mcp.config.json', 'InvalidArgument'],
    ['unity://console/script?path=%2e%2e%2fmcp.config.json', 'InvalidArgument'],
    ['unity://console/script?path=a.cs%00', 'InvalidArgument'],
  ])('%s is %s', async (uri, kind) => {
    await expect(stage.unity.readResource(real(uri))).rejects.toMatchObject({ kind });
    await expect(stage.resource(real(uri))).rejects.toThrow(
      kind === 'NotFound' ? /NotFound|not found/ : kind,
    );
    const { Items } = await stage.call<{ Items: { Message: string }[] }>('TailLogs', { count: 2 });
    expect(Items.map(({ Message }) => Message).join()).toContain('[MCP] error -32');
  });

  it.each([
    ['unity://scene/scn:99/objects', 'Loaded are scn:0'],
    ['unity://object/PLAYER/component/member?type=Worldwire.Health&name=maximun', 'Did you mean maximum?'],
    ['unity://console/script?path=none.cs', 'unity://console/scripts'],
  ])('%s is not found in the same words through the kernel and past it', async (uri, hint) => {
    const past: unknown = await stage.unity.readResource(real(uri)).catch(thrown => thrown);
    expect(past).toMatchObject({ kind: 'NotFound', hint: expect.stringContaining(hint) });
    const through = await stage.resource(real(uri)).catch((thrown: Error) => JSON.parse(thrown.message));
    const { message, hint: said } = past as WorldError;
    expect(through).toEqual({
      code: -32602,
      message,
      data: { uri: real(uri), kind: 'NotFound', hint: said },
    });
  });

  it('say what is wrong where the scene has no answer that they could give', async () => {
    const engine = await alteredEngine(async (operation, params, call) => {
      const found = await call(operation, params);
      const nowhere = { x: null, y: null, z: null };
      return operation === 'camera.get' ? { ...(found as object), position: nowhere } : found;
    });
    const broken = await Stage.open({ engine });
    const words = { kind: 'Internal', message: expect.stringContaining('Pos.X') };
    await expect(broken.unity.readResource('unity://camera/active')).rejects.toMatchObject(words);
    await expect(broken.resource('unity://camera/active')).rejects.toThrow('"kind":"Internal"');
    expect(await broken.fail('GetCameraInfo')).toMatchObject(words);
    expect(broken.events('tool_result')).toMatchObject([
      { name: 'GetCameraInfo', ok: false, error: { code: -32603, data: { kind: 'Internal' } } },
    ]);
  });

  it('are all listed, those with names in them too', () => {
    const listed = stage.unity.resourceList() as { uri: string; mimeType: string }[];
    expect(listed.map(({ uri }) => uri)).toEqual([
      'unity://status',
      'unity://scenes',
      'unity://scene/{sceneId}/objects{?active,visible,moving,fields,limit,offset,maxBytes}',
      'unity://object/{id}',
      'unity://object/{id}/components{?limit,offset,maxBytes}',
      'unity://object/{id}/component/members{?type,includeMethods,limit,offset,maxBytes}',
      'unity://object/{id}/component/member{?type,name}',
      'unity://object/{id}/children{?limit,offset,maxBytes}',
      'unity://search',
      'unity://selection',
      'unity://clipboard',
      'unity://camera/active',
      'unity://freecam',
      'unity://logs/tail',
      'unity://errors',
      'unity://console/scripts',
      'unity://console/script{?path,offset,maxBytes}',
      'unity://hooks',
    ]);
    for (const item of listed) {
      expect(item).toEqual({
        uri: expect.any(String),
        name: expect.any(String),
        description: expect.any(String),
        mimeType: 'application/json',
      });
    }
  });

  it('can be read as they are where resources/list shows them', async () => {
    const resources = stage.unity.world.resources as readonly { uri: string }[];
    expect(resources.length).toBe(11);
    for (const { uri } of resources) expect(await stage.resource(uri)).toBeTypeOf('object');
  });

  it('complete scene ids and script paths', async () => {
    const templates = stage.unity.world.templates ?? [];
    const find = (name: string) => templates.find(template => template.name === name)?.complete;
    expect(await find('scene-objects')?.sceneId?.('scn:d', {})).toEqual(['scn:ddol']);
    expect(await find('script')?.path?.(stage.folder, {})).toEqual([`${stage.folder}/Scripts/a.cs`]);
  });

  it('give the snapshots with which a stream opens', async () => {
    expect(await stage.unity.scenes()).toEqual(await stage.resource('unity://scenes'));
    expect(stage.unity.selection()).toEqual(await stage.resource('unity://selection'));
  });

  it('are of a world with the name and the experimental capability of the specification', () => {
    const { name, experimental } = stage.unity.world;
    expect([name, experimental]).toEqual(['UnityExplorer.Mcp', { streamEvents: {} }]);
  });
});
