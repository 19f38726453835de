import { beforeAll, describe, expect, it } from 'vitest';
import { CLOSED, Stage } from './stage.test.js';

interface Page {
  readonly Total: number;
  readonly Items: Record<string, unknown>[];
}

const CARD = ['Id', 'Name', 'Path', 'Tag', 'Layer', 'Active', 'ActiveInHierarchy', 'ComponentCount'];
const VECTOR = { X: expect.any(Number), Y: expect.any(Number), Z: expect.any(Number) };

describe('the read tools', () => {
  let stage: Stage;
  let player: string;
  beforeAll(async () => {
    stage = await Stage.open({ grants: CLOSED });
    player = await stage.idOf('Player');
  });

  it('GetStatus has the fields of StatusDto', async () => {
    expect(await stage.call('GetStatus')).toEqual({
      Version: '0.1.0',
      UnityVersion: expect.stringMatching(/\S+/),
      Platform: expect.any(String),
      Runtime: expect.any(String),
      ExplorerVersion: '0.1.0',
      Ready: true,
      ScenesLoaded: 1,
      Selection: [],
    });
  });

  it('GetVersion has the fields of VersionInfoDto', async () => {
    const version = await stage.call('GetVersion');
    expect(Object.keys(version)).toEqual(['ExplorerVersion', 'McpVersion', 'UnityVersion', 'Runtime']);
  });

  it('ListScenes has the loaded scene and the two pseudo-scenes', async () => {
    const { Total, Items } = await stage.call<Page>('ListScenes');
    expect(Total).toBe(3);
    expect(Items.map(({ Id, Index }) => [Id, Index])).toEqual([
      ['scn:0', 0],
      ['scn:ddol', -1],
      ['scn:hide', -2],
    ]);
    expect(Items[0]).toEqual({
      Id: 'scn:0',
      Name: 'Arena',
      Index: 0,
      IsLoaded: true,
      RootCount: expect.any(Number),
    });
    expect((await stage.call<Page>('ListScenes', { limit: 1, offset: 1 })).Items).toEqual([Items[1]]);
  });

  it('ListBuildScenes has index, name and path', async () => {
    const { Total, Items } = await stage.call<Page>('ListBuildScenes');
    expect(Total).toBe(Items.length);
    expect(Total).toBeGreaterThan(0);
    for (const item of Items) {
      expect(item).toEqual({ Index: expect.any(Number), Name: expect.any(String), Path: expect.any(String) });
    }
  });

  it('ListObjects pages through a scene, pseudo-scenes too', async () => {
    const first = await stage.call<Page>('ListObjects', { sceneId: 'scn:0', limit: 3 });
    const next = await stage.call<Page>('ListObjects', { sceneId: 'scn:0', limit: 3, offset: 3 });
    expect(first.Items).toHaveLength(3);
    expect(Object.keys(first.Items[0] as object)).toEqual(CARD);
    expect(new Set([...first.Items, ...next.Items].map(({ Id }) => Id)).size).toBe(6);
    for (const sceneId of ['scn:ddol', 'scn:hide']) {
      expect(await stage.call('ListObjects', { sceneId })).toHaveProperty('Total');
    }
    expect(await stage.fail('ListObjects', { sceneId: 'scn:99' })).toMatchObject({ kind: 'NotFound' });
  });

  it('ListObjects filters by name, type and activity', async () => {
    const byName = await stage.call<Page>('ListObjects', { name: 'crate 1' });
    expect(byName.Items.map(({ Name }) => Name)).toEqual(['Crate 1']);
    const near = { x: 0, y: 0, z: 0, radius: 20 };
    const close = await stage.call<{ Items: { Distance: number }[] }>('ListObjects', {
      near,
      fields: ['Name'],
    });
    const distances = close.Items.map(({ Distance }) => Distance);
    expect(distances.length).toBeGreaterThan(3);
    expect(distances).toEqual(distances.toSorted((a, b) => a - b));
    expect(Math.max(...distances)).toBeLessThanOrEqual(20);
    expect(close.Items[0]).not.toHaveProperty('Position');
    const objectId = await stage.idOf('Crates');
    const children = { objectId, name: 'Crate 1', fields: ['Path'] };
    expect(await stage.call('ListChildren', children)).toMatchObject({
      Items: expect.arrayContaining([{ Id: expect.any(String), Path: '/Arena/Crates/Crate 1' }]),
    });
    const unknown = await stage.fail('ListObjects', { type: 'UnityEngine.Camra' });
    expect(unknown).toMatchObject({
      message: 'There is no type UnityEngine.Camra.',
      hint: expect.stringMatching(/^Did you mean UnityEngine.Camera.*\? ListScenes/),
    });
    const contrary = { activeOnly: true, active: false };
    for (const tool of ['ListObjects', 'SearchObjects']) {
      expect(await stage.fail(tool, contrary)).toMatchObject({
        kind: 'InvalidArgument',
        hint: expect.stringContaining('active'),
      });
    }
    const byType = await stage.call<Page>('ListObjects', { type: 'UnityEngine.Camera', activeOnly: true });
    expect(byType.Items.map(({ Name }) => Name)).toContain('Main Camera');
  });

  it('SearchObjects needs all filters to match', async () => {
    const { Items } = await stage.call<Page>('SearchObjects', { query: 'crate', path: '/Arena/', name: '2' });
    expect(Items.map(({ Path }) => Path)).toEqual(['/Arena/Crates/Crate 2']);
  });

  it('GetObject gives a card, and says NotFound and InvalidArgument', async () => {
    const card = await stage.call('GetObject', { id: player });
    expect(card).toEqual({
      Id: player,
      Name: 'Player',
      Path: '/Player',
      Tag: 'Player',
      Layer: 0,
      Active: true,
      ActiveInHierarchy: true,
      ComponentCount: expect.any(Number),
    });
    expect((await stage.fail('GetObject', { id: 'obj:999999999' })).kind).toBe('NotFound');
    expect((await stage.fail('GetObject', { id: 'Player' })).kind).toBe('InvalidArgument');
    expect((await stage.fail('GetObject', {})).kind).toBe('InvalidArgument');
  });

  it('ListChildren lists direct children only, and an empty page where there are none', async () => {
    const crates = await stage.idOf('Crates');
    const { Total, Items } = await stage.call<Page>('ListChildren', { objectId: crates });
    expect(Total).toBe(6);
    expect(Items.every(({ Path }) => /^\/Arena\/Crates\/Crate \d$/.test(Path as string))).toBe(true);
    expect(await stage.call('ListChildren', { objectId: player })).toEqual({ Total: 0, Items: [] });
    expect((await stage.fail('ListChildren', { objectId: 'obj:999999999' })).kind).toBe('NotFound');
  });

  it('GetComponents lists types with summaries', async () => {
    const { Items } = await stage.call<Page>('GetComponents', { objectId: player });
    expect(Items.map(({ Type }) => Type)).toEqual(
      expect.arrayContaining(['UnityEngine.Transform', 'Worldwire.Health']),
    );
    expect(Object.keys(Items[0] as object)).toEqual(['Type', 'Summary']);
  });

  it('ListComponentMembers has methods only when asked', async () => {
    const args = { objectId: player, componentType: 'Worldwire.Health' };
    const fields = await stage.call<Page>('ListComponentMembers', args);
    const all = await stage.call<Page>('ListComponentMembers', { ...args, includeMethods: true });
    expect(fields.Items).toContainEqual({
      Name: 'maximum',
      Kind: 'field',
      Type: 'System.Single',
      CanRead: true,
      CanWrite: true,
    });
    expect(fields.Items.some(({ Kind }) => Kind === 'method')).toBe(false);
    expect(all.Items.some(({ Kind }) => Kind === 'method')).toBe(true);
    expect((await stage.fail('ListComponentMembers', { ...args, componentType: 'No.Such' })).kind).toBe(
      'NotFound',
    );
  });

  it('ReadComponentMember gives type, text and JSON, and objects as their ids', async () => {
    const health = { objectId: player, componentType: 'Worldwire.Health', name: 'maximum' };
    expect(await stage.call('ReadComponentMember', health)).toEqual({
      ok: true,
      type: 'System.Single',
      valueText: '100',
      valueJson: 100,
    });
    const place = { objectId: player, componentType: 'UnityEngine.Transform' };
    expect(await stage.call('ReadComponentMember', { ...place, name: 'position' })).toMatchObject({
      type: 'UnityEngine.Vector3',
      valueJson: { x: 0, z: -4 },
    });
    const owner = await stage.call('ReadComponentMember', { ...place, name: 'gameObject' });
    expect(owner).toMatchObject({ valueText: player, valueJson: player });
    expect((await stage.fail('ReadComponentMember', { ...place, name: 'nothing' })).kind).toBe('NotFound');
  });

  it('GetCameraInfo has name, field of view and pose', async () => {
    expect(await stage.call('GetCameraInfo')).toEqual({
      IsFreecam: false,
      Name: 'Main Camera',
      Fov: expect.any(Number),
      Pos: VECTOR,
      Rot: VECTOR,
    });
  });

  it('GetFreecam has state, speed and pose', async () => {
    expect(await stage.call('GetFreecam')).toEqual({
      Enabled: false,
      UsingGameCamera: true,
      Speed: expect.any(Number),
      Pos: VECTOR,
      Rot: VECTOR,
    });
  });

  it('MousePick of the world gives one id and no items, and null where nothing is', async () => {
    const hit = await stage.call('MousePick', { mode: 'world', x: 0.5, y: 0.6, normalized: true });
    expect(hit).toEqual({
      Mode: 'world',
      Hit: true,
      Id: expect.stringMatching(/^obj:\d+$/),
      Name: expect.any(String),
      Path: expect.stringMatching(/^\//),
      Distance: expect.any(Number),
      Point: VECTOR,
      Items: null,
    });
    const sky = await stage.call('MousePick', { mode: 'world', x: 0, y: 0, normalized: true });
    expect(sky).toEqual({ Mode: 'world', Hit: false, Id: null, Items: null });
    expect((await stage.fail('MousePick', { mode: 'sideways' })).kind).toBe('InvalidArgument');
  });

  it('MousePick of the user interface gives no items where there is none', async () => {
    expect(await stage.call('MousePick', { mode: 'ui' })).toEqual({
      Mode: 'ui',
      Hit: false,
      Id: null,
      Items: [],
    });
  });

  it('GetTimeScale has value and lock', async () => {
    expect(await stage.call('GetTimeScale')).toEqual({ ok: true, value: 1, locked: false });
  });

  it('GetSelection and GetClipboard are empty at first', async () => {
    expect(await stage.call('GetSelection')).toEqual({ ActiveId: null, Items: [] });
    expect(await stage.call('GetClipboard')).toEqual({
      HasValue: false,
      Type: null,
      Preview: null,
      ObjectId: null,
    });
  });

  it('GetConfig has everything closed but values of members', async () => {
    expect(await stage.call('GetConfig')).toEqual({
      ok: true,
      enabled: true,
      bindAddress: '127.0.0.1',
      port: 51477,
      allowWrites: false,
      requireConfirm: false,
      exportRoot: stage.folder,
      logLevel: 'info',
      componentAllowlist: [],
      reflectionAllowlistMembers: ['values'],
      enableConsoleEval: false,
      hookAllowlistSignatures: [],
      membersOpen: expect.stringMatching(/^values that can be read back; methods and references need/),
    });
  });

  it('TailLogs has failed calls as [MCP] error, and each is published', async () => {
    await stage.fail('GetObject', { id: 'obj:888888888' });
    const { Items } = await stage.call<Page>('TailLogs', { count: 1 });
    expect(Items).toEqual([
      {
        T: expect.stringMatching(/^2026-/),
        Level: 'error',
        Message: expect.stringMatching(/^\[MCP\] error -32004: /),
        Source: 'mcp',
        Category: 'error',
      },
    ]);
    expect(stage.events('log').at(-1)).toEqual({
      level: 'error',
      message: Items[0]?.Message,
      source: 'mcp',
      category: 'error',
      t: Items[0]?.T,
    });
  });

  it('a failure that the transport reports again is one line', async () => {
    const { message } = await stage.fail('GetObject', { id: 'obj:777777777' });
    stage.unity.noteError(-32004, message);
    await Promise.all([
      stage.fail('GetObject', { id: 'obj:666666666' }),
      stage.fail('GetObject', { id: 'obj:666666666' }),
    ]);
    const twice = message.replace('777777777', '666666666');
    for (let count = 0; count < 2; count++) stage.unity.noteError(-32004, twice);
    stage.unity.noteError(-32601, 'There is no such method.');
    const { Items } = await stage.call<Page>('TailLogs', { count: 10 });
    const lines = Items.map(({ Message }) => Message);
    expect(lines.filter(line => line === `[MCP] error -32004: ${message}`)).toHaveLength(1);
    expect(lines.filter(line => line === `[MCP] error -32004: ${twice}`)).toHaveLength(2);
    expect(lines.at(-1)).toBe('[MCP] error -32601: There is no such method.');
  });

  it('every call is published as tool_result, with its result or error', async () => {
    const { revision: _, ...result } = await stage.whole('GetTimeScale');
    expect(stage.events('tool_result').at(-1)).toEqual({ name: 'GetTimeScale', ok: true, result });
    const { message, hint } = await stage.fail('GetObject', { id: 'nonsense' });
    expect(stage.events('tool_result').at(-1)).toEqual({
      name: 'GetObject',
      ok: false,
      error: { code: -32602, message, data: { kind: 'InvalidArgument', hint } },
    });
  });

  it('unknown arguments are refused by name', async () => {
    const { kind, message } = await stage.fail('ListScenes', { limit: 5, colour: 'red' });
    expect(kind).toBe('InvalidArgument');
    expect(message).toContain('colour');
  });
});
