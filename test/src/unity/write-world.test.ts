import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { startUnity, type UnityServer } from './unity-server.js';

let server: UnityServer;
let explorer: Explorer;
beforeAll(async () => {
  server = await startUnity({ grants: { writes: true } });
  explorer = server.explorer;
});
afterAll(() => server.close());

async function scenes(): Promise<string[]> {
  return (await explorer.tool('ListScenes')).Items.filter(({ Index }) => Index >= 0).map(({ Name }) => Name);
}

describe('scenes', () => {
  it('[UNITY-4.2.15] are loaded beside the others or in their place', async () => {
    const beside = await explorer.tool('LoadScene', { name: 'SolarGarden', mode: 'additive' });
    expect(beside).toMatchObject({ ok: true, name: 'SolarGarden', mode: 'additive' });
    expect(await scenes()).toEqual(['Arena', 'SolarGarden']);
    expect((await explorer.tool('GetStatus')).ScenesLoaded).toBe(2);
    expect(await explorer.find('/Planets/Moon')).toMatch(/^obj:/);
    const player = await explorer.find('/Player');
    expect(await explorer.planned('LoadScene', { name: 'Menu' })).toMatchObject({ mode: 'single' });
    expect(await scenes()).toEqual(['Menu']);
    expect(await explorer.refusal('GetObject', { id: player })).toMatchObject({ kind: 'NotFound' });
    expect((await explorer.read('unity://scene/scn:ddol/objects')).Total).toBe(2);
    await explorer.planned('LoadScene', { name: 'Arena', mode: 'single' });
    expect(await scenes()).toEqual(['Arena']);
  });

  it('[UNITY-4.2.15] that do not exist or are there already are refused', async () => {
    expect(await explorer.refusal('LoadScene', { name: 'Arenna' })).toMatchObject({
      status: 200,
      kind: 'NotFound',
      hint: expect.stringContaining('Arena'),
    });
    expect(await explorer.refusal('LoadScene', { name: 'Arena', mode: 'additive' })).toMatchObject({
      kind: 'InvalidArgument',
    });
    expect(await scenes()).toEqual(['Arena']);
  });
});

describe('time', () => {
  it('[UNITY-4.2.16] is slowed, clamped and locked', async () => {
    expect(await explorer.tool('SetTimeScale', { value: 0.5 })).toMatchObject({
      ok: true,
      value: 0.5,
      locked: false,
      before: { value: 1, locked: false },
      after: { value: 0.5, locked: false },
    });
    expect(await explorer.tool('SetTimeScale', { value: 99 })).toMatchObject({ value: 4 });
    expect(await explorer.tool('SetTimeScale', { value: -1 })).toMatchObject({ value: 0 });
    expect(await explorer.tool('SetTimeScale', { value: 2, lock: true })).toMatchObject({
      value: 2,
      locked: true,
    });
    expect(await explorer.tool('GetTimeScale')).toEqual({ ok: true, value: 2, locked: true });
    expect(await explorer.tool('SetTimeScale', { value: 1, lock: false })).toMatchObject({ locked: false });
  });

  it('[UNITY-4.2.16] stands still at 0, and goes on', async () => {
    const turret = await explorer.find('/Arena/Turret');
    const angle = () => explorer.value(turret, 'Worldwire.Rotator', 'angle');
    await explorer.tool('SetTimeScale', { value: 0 });
    // A frame that had begun may end; from then on nothing moves.
    await angle();
    const still = await angle();
    for (let reads = 0; reads < 20; reads++) expect(await angle()).toBe(still);
    await explorer.tool('SetTimeScale', { value: 1 });
    await expect.poll(angle).not.toBe(still);
  });
});

describe('the selection', () => {
  it('[UNITY-4.2.5] [UNITY-3.1] [UNITY-3.10] follows SelectObject, and is in the status', async () => {
    const [first, second] = [await explorer.find('/Player'), await explorer.find('/Spawner')];
    expect(await explorer.tool('SelectObject', { objectId: first })).toMatchObject({
      ok: true,
      before: { ActiveId: null, Items: [] },
      after: { ActiveId: first, Items: [first] },
    });
    await explorer.tool('SelectObject', { objectId: second });
    expect(await explorer.tool('GetSelection')).toMatchObject({ ActiveId: second });
    expect(await explorer.read('unity://selection')).toEqual(await explorer.tool('GetSelection'));
    expect((await explorer.read('unity://status')).Selection).toEqual([first, second]);
  });

  it('[UNITY-4.1.18] loses what is destroyed', async () => {
    const objectId = await explorer.find('/Lighting/Brazier');
    await explorer.tool('SelectObject', { objectId });
    await explorer.tool('DestroyObject', { objectId });
    const { ActiveId, Items } = await explorer.tool('GetSelection');
    expect(ActiveId).not.toBe(objectId);
    expect(Items).not.toContain(objectId);
  });
});

describe('the clipboard', () => {
  it('[UNITY-4.3.3] [UNITY-4.3.1] takes a text, and shows the beginning of it', async () => {
    expect(await explorer.tool('SetClipboardText', { text: 'hello' })).toMatchObject({ ok: true });
    const clipboard = await explorer.tool('GetClipboard');
    expect(clipboard).toEqual({
      HasValue: true,
      Type: 'System.String',
      Preview: expect.stringMatching(/hello.*System\.String/),
      ObjectId: null,
    });
    expect(await explorer.read('unity://clipboard')).toEqual(clipboard);
    await explorer.tool('SetClipboardText', { text: 'long '.repeat(2000) });
    const { Preview } = await explorer.tool('GetClipboard');
    expect(Preview).toMatch(/long long/);
    expect((Preview as string).length).toBeLessThanOrEqual(256);
    await explorer.tool('SetClipboardText', { text: '' });
    expect(await explorer.tool('GetClipboard')).toMatchObject({ HasValue: true, Type: 'System.String' });
  });

  it('[UNITY-4.3.4] [UNITY-4.3.2] takes an object, for as long as it lives', async () => {
    const objectId = await explorer.find('/Arena/Crates/Crate 1');
    await explorer.tool('SetClipboardObject', { objectId });
    expect(await explorer.tool('GetClipboard')).toEqual({
      HasValue: true,
      Type: 'UnityEngine.GameObject',
      Preview: expect.stringMatching(/Crate 1.*UnityEngine\.GameObject/),
      ObjectId: objectId,
    });
    await explorer.tool('DestroyObject', { objectId });
    expect(await explorer.tool('GetClipboard')).toMatchObject({ ObjectId: null });
  });

  it('[UNITY-4.3.5] is emptied', async () => {
    await explorer.tool('SetClipboardText', { text: 'something' });
    expect(await explorer.tool('ClearClipboard')).toMatchObject({
      ok: true,
      before: { HasValue: true },
      after: { HasValue: false },
    });
    const empty = { HasValue: false, Type: null, Preview: null, ObjectId: null };
    expect(await explorer.read('unity://clipboard')).toEqual(empty);
  });
});

describe('the freecam', () => {
  const pose = { pos: { X: 1, Y: 2, Z: 3 }, rot: { X: 10, Y: 20, Z: 0 } };
  const near = ({ X, Y, Z }: typeof pose.rot) => ({
    X: expect.closeTo(X, 3),
    Y: expect.closeTo(Y, 3),
    Z: expect.closeTo(Z, 3),
  });

  it('[UNITY-4.4.1] [UNITY-4.4.3] is switched on, moved, and keeps its pose while it is off', async () => {
    await explorer.tool('SetFreecamEnabled', { enabled: true });
    expect(await explorer.tool('GetFreecam')).toMatchObject({ Enabled: true });
    expect(await explorer.tool('GetCameraInfo')).toMatchObject({ IsFreecam: true });
    expect(await explorer.tool('SetFreecamPose', pose)).toMatchObject({ ok: true });
    expect(await explorer.read('unity://camera/active')).toMatchObject({
      Pos: pose.pos,
      Rot: near(pose.rot),
    });
    await explorer.tool('SetFreecamEnabled', { enabled: false });
    expect(await explorer.tool('GetCameraInfo')).toMatchObject({ IsFreecam: false, Name: 'Main Camera' });
    expect(await explorer.read('unity://freecam')).toMatchObject({ Enabled: false, Pos: pose.pos });
    await explorer.tool('SetFreecamPose', { ...pose, pos: { X: 7, Y: 8, Z: 9 } });
    await explorer.tool('SetFreecamEnabled', { enabled: true });
    expect(await explorer.tool('GetCameraInfo')).toMatchObject({
      Pos: { X: 7, Y: 8, Z: 9 },
      Rot: near(pose.rot),
    });
    await explorer.tool('SetFreecamEnabled', { enabled: false });
  });

  it.each([12, 0, -5, 1e6])('[UNITY-4.4.2] takes the speed %d, clamped to what is safe', async speed => {
    const set = await explorer.tool('SetFreecamSpeed', { speed });
    expect(set.ok).toBe(true);
    expect(set.speed).toBeGreaterThan(0);
    if (speed === 12) expect(set.speed).toBe(12);
    expect((await explorer.tool('GetFreecam')).Speed).toBe(set.speed);
  });
});

describe('the test interface', () => {
  it('[UNITY-4.2.17] [UNITY-4.2.18] [UNITY-4.1.15] is made once, can be picked, and goes', async () => {
    const made = await explorer.tool('SpawnTestUi');
    expect(made).toMatchObject({ ok: true, rootId: expect.stringMatching(/^obj:/) });
    const blocks = made.blocks as { name: string; id: string }[];
    expect(blocks.map(({ name }) => name)).toEqual(['McpTestBlock_Left', 'McpTestBlock_Right']);
    const pick = await explorer.tool('MousePick', { mode: 'ui' });
    expect(pick).toMatchObject({ Mode: 'ui', Hit: true, Id: blocks[0]!.id });
    expect(pick.Items.map(({ Path }) => Path)).toEqual([
      '/McpTestCanvas/McpTestBlock_Left',
      '/McpTestCanvas/McpTestBlock_Right',
    ]);
    expect(await explorer.tool('SpawnTestUi')).toMatchObject({ rootId: made.rootId, blocks });
    expect(await explorer.tool('DestroyTestUi')).toMatchObject({
      ok: true,
      before: made.rootId,
      after: null,
    });
    for (const id of [made.rootId, ...blocks.map(block => block.id)]) {
      expect(await explorer.refusal('GetObject', { id })).toMatchObject({ kind: 'NotFound' });
    }
    expect(await explorer.tool('DestroyTestUi')).toMatchObject({ ok: true });
  });
});
