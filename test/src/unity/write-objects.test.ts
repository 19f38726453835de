import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { startUnity, type UnityServer } from './unity-server.js';

const HEALTH = 'Worldwire.Health';
const LIGHT = 'UnityEngine.Light';
const RIGIDBODY = 'UnityEngine.Rigidbody';

let server: UnityServer;
let explorer: Explorer;
beforeAll(async () => {
  server = await startUnity({
    grants: { writes: true },
    settings: {
      componentAllowlist: [LIGHT, RIGIDBODY],
      reflectionAllowlistMembers: [
        `${HEALTH}.maximum`,
        `${HEALTH}.current`,
        `${HEALTH}.Heal`,
        `${HEALTH}.Damage`,
        `${HEALTH}.Revive`,
        'UnityEngine.Transform.localPosition',
        'Worldwire.Spawner.Spawn',
      ],
    },
  });
  explorer = server.explorer;
});
afterAll(() => server.close());
// What one test changes or destroys is there again for the next.
beforeEach(async () => {
  await explorer.planned('LoadScene', { name: 'Arena' });
});

describe('the audit of a write', () => {
  it('names the object, the scene or the type that it is about', async () => {
    const objectId = await explorer.find('/Player');
    const before = server.audits.length;
    await explorer.tool('SetActive', { objectId, active: false });
    await explorer.tool('LoadScene', { name: 'Menu', mode: 'additive' });
    await explorer.tool('SetTimeScale', { value: 1 });
    expect(server.audits.slice(before).map(({ tool, about }) => [tool, about])).toEqual([
      ['SetActive', { object: objectId }],
      ['LoadScene', { object: 'Menu' }],
      ['SetTimeScale', undefined],
    ]);
  });
});

describe('an object', () => {
  it('[UNITY-4.2.4] is switched by SetActive, and the answer says from what to what', async () => {
    const objectId = await explorer.find('/Player');
    expect(await explorer.tool('SetActive', { objectId, active: false })).toEqual({
      ok: true,
      before: true,
      after: false,
    });
    expect(await explorer.active(objectId)).toBe(false);
    expect((await explorer.tool('SearchObjects', { name: 'Player', activeOnly: true })).Total).toBe(0);
    expect(await explorer.tool('SetActive', { objectId, active: false })).toMatchObject({ before: false });
    await explorer.tool('SetActive', { objectId, active: true });
    expect(await explorer.active(objectId)).toBe(true);
  });

  it('[UNITY-4.2.12] is put under another one by Reparent, and back to the root', async () => {
    const objectId = await explorer.find('/Player');
    const newParentId = await explorer.find('/Enemies');
    expect(await explorer.tool('Reparent', { objectId, newParentId })).toEqual({
      ok: true,
      before: null,
      after: newParentId,
    });
    expect(await explorer.find('/Enemies/Player')).toBe(objectId);
    const children = await explorer.tool('ListChildren', { objectId: newParentId });
    expect(children.Items.map(({ Id }) => Id)).toContain(objectId);
    await explorer.tool('Reparent', { objectId, newParentId: null });
    expect(await explorer.find('/Player')).toBe(objectId);
  });

  it('[UNITY-4.2.12] is not put under itself or its own descendant', async () => {
    const objectId = await explorer.find('/Arena/Turret');
    const barrel = await explorer.find('/Arena/Turret/Barrel');
    for (const newParentId of [objectId, barrel]) {
      const refusal = await explorer.refusal('Reparent', { objectId, newParentId });
      expect(refusal).toMatchObject({ status: 200, kind: 'InvalidArgument' });
    }
    expect(await explorer.find('/Arena/Turret/Barrel')).toBe(barrel);
  });

  it('LoadScene with mode single needs the digest of its dry run, or a person', async () => {
    const { kind, hint } = await explorer.refusal('LoadScene', { name: 'Arena' });
    expect([kind, hint]).toEqual(['Conflict', expect.stringContaining('expectDigest')]);
  });

  it('[UNITY-4.2.13] is destroyed with all below it, and its id stands for nothing ever after', async () => {
    const objectId = await explorer.find('/Arena/Turret');
    const below = await explorer.find('/Arena/Turret/Barrel/Muzzle');
    expect(await explorer.tool('DestroyObject', { objectId })).toMatchObject({ ok: true, after: null });
    for (const id of [objectId, below]) {
      expect(await explorer.refusal('GetObject', { id })).toMatchObject({ status: 404, kind: 'NotFound' });
    }
    const numbers = [objectId, below].map(id => Number(id.slice(4)));
    await explorer.planned('LoadScene', { name: 'Arena' });
    const again = Number((await explorer.find('/Arena/Turret')).slice(4));
    expect(again).toBeGreaterThan(Math.max(...numbers));
  });
});

describe('a component', () => {
  it('[UNITY-4.2.8] is added by its type', async () => {
    const objectId = await explorer.find('/Player');
    const { before, after } = await explorer.tool('AddComponent', { objectId, type: LIGHT });
    expect(after).toEqual([...(before as string[]), LIGHT]);
    const { Items } = await explorer.tool('GetComponents', { objectId });
    expect(Items.map(({ Type }) => Type)).toContain(LIGHT);
    expect((await explorer.tool('SearchObjects', { name: 'Player', type: LIGHT })).Total).toBe(1);
  });

  it('[UNITY-4.2.9] is removed by its type, and by its place', async () => {
    const objectId = await explorer.find('/Player');
    const types = async () =>
      (await explorer.tool('GetComponents', { objectId })).Items.map(({ Type }) => Type);
    const before = await types();
    await explorer.tool('AddComponent', { objectId, type: LIGHT });
    expect(await explorer.tool('RemoveComponent', { objectId, typeOrIndex: LIGHT })).toMatchObject({
      ok: true,
      after: before,
    });
    for (const spelled of [String, Number]) {
      await explorer.tool('AddComponent', { objectId, type: LIGHT });
      const typeOrIndex = spelled((await types()).indexOf(LIGHT));
      await explorer.tool('RemoveComponent', { objectId, typeOrIndex });
      expect(await types()).toEqual(before);
    }
  });

  it('[UNITY-4.2.9] that is not allowed is removed neither by its type nor by its place', async () => {
    const objectId = await explorer.find('/Player');
    const { Items } = await explorer.tool('GetComponents', { objectId });
    for (const typeOrIndex of [HEALTH, Items.findIndex(({ Type }) => Type === HEALTH)]) {
      const refusal = await explorer.refusal('RemoveComponent', { objectId, typeOrIndex });
      expect(refusal).toMatchObject({ status: 200, kind: 'PermissionDenied' });
      expect(`${refusal.message} ${refusal.hint}`).toContain('componentAllowlist');
    }
    expect((await explorer.tool('GetComponents', { objectId })).Total).toBe(Items.length);
    expect(await explorer.refusal('RemoveComponent', { objectId, typeOrIndex: 99 })).toMatchObject({
      kind: 'NotFound',
    });
    expect(await explorer.refusal('RemoveComponent', { objectId, typeOrIndex: LIGHT })).toMatchObject({
      kind: 'NotFound',
    });
  });
});

describe('a member', () => {
  it('[UNITY-4.2.6] is set and read back', async () => {
    const objectId = await explorer.find('/Arena/Turret');
    const set = (member: string, jsonValue: unknown, componentType = HEALTH) =>
      explorer.tool('SetMember', { objectId, componentType, member, jsonValue });
    expect(await set('maximum', '500')).toMatchObject({
      ok: true,
      before: { valueJson: 250 },
      after: { valueJson: 500 },
    });
    expect(await explorer.value(objectId, HEALTH, 'maximum')).toBe(500);
    await set('localPosition', '{"x":1,"y":2,"z":3}', 'UnityEngine.Transform');
    expect(await explorer.value(objectId, 'UnityEngine.Transform', 'localPosition')).toEqual({
      x: 1,
      y: 2,
      z: 3,
    });
    await set('maximum', 300);
    expect(await explorer.value(objectId, HEALTH, 'maximum')).toBe(300);
  });

  it('[UNITY-4.2.6] that the scene limits is not said to be set', async () => {
    const objectId = await explorer.find('/Arena/Turret');
    const args = { objectId, componentType: HEALTH, member: 'current', jsonValue: '9999' };
    const { status, body } = await explorer.call('SetMember', args);
    expect(status).toBe(200);
    const { error } = body.result.content[0]!.json;
    expect(error.kind).toBe('Conflict');
    expect(error.message).toContain('250');
  });

  it.each([
    ['not JSON', 'twelve'],
    ['of another type', '"twelve"'],
    ['nothing', 'null'],
  ])('[UNITY-4.2.6] is left alone by a value that is %s', async (_what, jsonValue) => {
    const objectId = await explorer.find('/Arena/Turret');
    const args = { objectId, componentType: HEALTH, member: 'maximum', jsonValue };
    expect(await explorer.refusal('SetMember', args)).toMatchObject({ status: 200, kind: 'InvalidArgument' });
    expect(await explorer.value(objectId, HEALTH, 'maximum')).toBe(250);
  });

  it('[UNITY-4.2.7] that is a method is called, and gives its result', async () => {
    const objectId = await explorer.find('/Arena/Turret');
    const call = (method: string, argsJson?: unknown) =>
      explorer.tool('CallMethod', { objectId, componentType: HEALTH, method, argsJson });
    expect(await call('Damage', '[100]')).toMatchObject({ ok: true });
    expect(await explorer.value(objectId, HEALTH, 'current')).toBe(150);
    expect(await call('Damage', '[10,"a bite"]')).toMatchObject({ ok: true });
    expect(await explorer.value(objectId, HEALTH, 'lastCause')).toBe('a bite');
    expect(await call('Heal', [5])).toMatchObject({ ok: true, result: 145 });
  });

  it('[UNITY-4.2.7] that gives an object gives its id', async () => {
    const objectId = await explorer.find('/Spawner');
    const args = { objectId, componentType: 'Worldwire.Spawner', method: 'Spawn' };
    const { result } = await explorer.tool('CallMethod', args);
    expect(await explorer.tool('GetObject', { id: result as string })).toMatchObject({
      Name: expect.stringMatching(/^Drone \d+$/),
    });
  });

  it.each(['[]', '["much"]', '[1,2,3]', '{}', '12', 'nonsense'])(
    '[UNITY-4.2.7] is not called with the arguments %s',
    async argsJson => {
      const objectId = await explorer.find('/Arena/Turret');
      const args = { objectId, componentType: HEALTH, method: 'Damage', argsJson };
      expect(await explorer.refusal('CallMethod', args)).toMatchObject({ kind: 'InvalidArgument' });
      expect(await explorer.value(objectId, HEALTH, 'current')).toBe(250);
    },
  );

  it('[UNITY-4.2.7] of which more than one fits is named with its signatures', async () => {
    const objectId = await explorer.find('/Arena/Turret');
    const args = { objectId, componentType: HEALTH, method: 'Revive', argsJson: '[1]' };
    const refusal = await explorer.refusal('CallMethod', args);
    expect(refusal).toMatchObject({ kind: 'InvalidArgument' });
    expect(refusal.hint).toContain('Revive(System.Single)');
  });
});
