import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { ALL, startUnity, type UnityServer } from './unity-server.js';

let server: UnityServer;
let explorer: Explorer;
beforeAll(async () => {
  server = await startUnity({ grants: ALL });
  explorer = server.explorer;
  // In a scene that stands still from its beginning nothing comes between the camera and what it looks at.
  await explorer.tool('SetTimeScale', { value: 0 });
  await explorer.planned('LoadScene', { name: 'Arena' });
});
afterAll(() => server.close());

const VECTOR = { X: expect.any(Number), Y: expect.any(Number), Z: expect.any(Number) };

describe('the picture', () => {
  it('[UNITY-4.1.12] [UNITY-3.12] is seen from a camera that can be asked about', async () => {
    const camera = await explorer.tool('GetCameraInfo');
    expect(camera).toEqual({
      IsFreecam: false,
      Name: 'Main Camera',
      Fov: expect.any(Number),
      Pos: { X: 0, Y: 10, Z: -16 },
      Rot: VECTOR,
    });
    expect((camera.Rot as { X: number }).X).toBeCloseTo(30);
    expect(await explorer.read('unity://camera/active')).toEqual(camera);
  });

  it('[UNITY-4.1.13] [UNITY-3.13] has a freecam, which begins where the camera of the game is', async () => {
    const freecam = await explorer.tool('GetFreecam');
    expect(freecam).toEqual({
      Enabled: false,
      UsingGameCamera: true,
      Speed: expect.any(Number),
      Pos: { X: 0, Y: 10, Z: -16 },
      Rot: VECTOR,
    });
    expect(await explorer.read('unity://freecam')).toEqual(freecam);
  });

  it('[UNITY-4.1.14] shows an object in its middle, and none beyond its edge', async () => {
    const middle = await explorer.tool('MousePick');
    const { Name, Path } = await explorer.tool('GetObject', { id: middle.Id as string });
    expect(Path).toMatch(/^\//);
    expect(middle).toEqual({
      Mode: 'world',
      Hit: true,
      Id: expect.stringMatching(/^obj:/),
      Name,
      Path,
      Distance: expect.any(Number),
      Point: { X: expect.any(Number), Y: expect.any(Number), Z: expect.any(Number) },
      Items: null,
    });
    const same = await explorer.tool('MousePick', { mode: 'world', x: 0.5, y: 0.5, normalized: true });
    expect(same.Id).toBe(middle.Id);
    // The camera looks down at the field: above the horizon there is nothing.
    expect(await explorer.tool('MousePick', { mode: 'world', x: 0.5, y: 0, normalized: true })).toEqual({
      Mode: 'world',
      Hit: false,
      Id: null,
      Items: null,
    });
  });

  it('[UNITY-4.1.14] shows in the world what moves into it', async () => {
    const player = await explorer.find('/Player');
    await explorer.tool('SetFreecamPose', { pos: { X: 0, Y: 1, Z: -14 }, rot: { X: 0, Y: 0, Z: 0 } });
    await explorer.tool('SetFreecamEnabled', { enabled: true });
    expect((await explorer.tool('MousePick')).Id).toBe(player);
    await explorer.tool('SetActive', { objectId: player, active: false });
    expect((await explorer.tool('MousePick')).Id).not.toBe(player);
    await explorer.tool('SetFreecamEnabled', { enabled: false });
    expect(await explorer.tool('GetCameraInfo')).toMatchObject({ IsFreecam: false, Name: 'Main Camera' });
  });

  it('[UNITY-4.1.15] shows the user interface, topmost first', async () => {
    await explorer.planned('LoadScene', { name: 'Menu' });
    const { Id, Items, ...rest } = await explorer.tool('MousePick', { mode: 'ui' });
    expect(rest).toEqual({ Mode: 'ui', Hit: true });
    expect(Items.map(({ Path }) => Path)).toEqual([
      '/Canvas/Main Panel/Options Button/Label',
      '/Canvas/Main Panel/Options Button',
      '/Canvas/Main Panel',
      '/Canvas/Backdrop',
    ]);
    expect(Id).toBe(Items[0]!.Id);
    for (const item of Items) {
      expect(Object.keys(item)).toEqual(['Id', 'Name', 'Path']);
      expect(await explorer.tool('GetObject', { id: item.Id })).toMatchObject({ Path: item.Path });
    }
  });

  it('[UNITY-4.1.15] has an empty list where no user interface is', async () => {
    await explorer.planned('LoadScene', { name: 'SolarGarden' });
    expect(await explorer.tool('MousePick', { mode: 'ui' })).toEqual({
      Mode: 'ui',
      Hit: false,
      Id: null,
      Items: [],
    });
  });

  it('[UNITY-3.12] has no camera where the scene has none', async () => {
    const objectId = await explorer.find('/Main Camera');
    await explorer.tool('DestroyObject', { objectId });
    expect(await explorer.tool('GetCameraInfo')).toMatchObject({ IsFreecam: false, Name: '<none>' });
    expect(await explorer.read('unity://camera/active')).toMatchObject({ Name: '<none>' });
    expect(await explorer.tool('MousePick')).toMatchObject({ Hit: false, Id: null });
  });
});

describe('what is read beside the scene', () => {
  it('[UNITY-4.1.16] [UNITY-3.14] is the log, newest last, by count', async () => {
    const { Items } = await explorer.tool('TailLogs');
    expect(Items.length).toBeLessThanOrEqual(200);
    expect(Items.at(-1)).toMatchObject({
      T: expect.stringMatching(/^\d{4}-/),
      Level: expect.stringMatching(/^(info|warning|error)$/),
      Message: expect.any(String),
      Source: expect.any(String),
    });
    expect(Items.map(({ Message }) => Message).join()).toContain('loaded Menu');
    const two = await explorer.tool('TailLogs', { count: 2 });
    expect(two.Items).toHaveLength(2);
    const times = Items.map(({ T }) => T as string);
    expect(times).toEqual(times.toSorted());
    expect((await explorer.read('unity://logs/tail?count=1')).Items).toHaveLength(1);
  });

  it('[UNITY-4.1.20] is the speed of time', async () => {
    expect(await explorer.tool('GetTimeScale')).toEqual({ ok: true, value: 0, locked: false });
  });

  it('[UNITY-4.1.18] [UNITY-3.10] is the selection, empty at first', async () => {
    expect(await explorer.tool('GetSelection')).toEqual({ ActiveId: null, Items: [] });
    expect(await explorer.read('unity://selection')).toEqual({ ActiveId: null, Items: [] });
  });

  it('[UNITY-4.1.19] [UNITY-3.11] is the clipboard, empty at first', async () => {
    const empty = { HasValue: false, Type: null, Preview: null, ObjectId: null };
    expect(await explorer.tool('GetClipboard')).toEqual(empty);
    expect(await explorer.read('unity://clipboard')).toEqual(empty);
  });

  it('[UNITY-4.2.2] is the configuration, without secrets', async () => {
    expect(await explorer.tool('GetConfig')).toEqual({
      ok: true,
      enabled: true,
      bindAddress: '127.0.0.1',
      port: 51_477,
      allowWrites: true,
      requireConfirm: false,
      exportRoot: expect.any(String),
      logLevel: 'info',
      componentAllowlist: [],
      reflectionAllowlistMembers: ['values'],
      enableConsoleEval: true,
      hookAllowlistSignatures: [],
      membersOpen: expect.any(String),
    });
  });
});
