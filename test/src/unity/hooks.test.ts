import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { startUnity, type UnityServer } from './unity-server.js';

const HEALTH = 'Worldwire.Health';
const DAMAGE = `System.Void ${HEALTH}::Damage(System.Single)`;
const DAMAGE_BY = `System.Void ${HEALTH}::Damage(System.Single, System.String)`;
const HEAL = `System.Single ${HEALTH}::Heal(System.Single)`;

let server: UnityServer;
let explorer: Explorer;
let turret: string;
beforeAll(async () => {
  server = await startUnity({
    grants: { writes: true, eval: true },
    settings: {
      hookAllowlistSignatures: [HEALTH, 'UnityEngine.GameObject'],
      reflectionAllowlistMembers: [`${HEALTH}.Damage`, `${HEALTH}.Heal`],
    },
  });
  explorer = server.explorer;
});
afterAll(() => server.close());
beforeEach(async () => {
  await explorer.planned('LoadScene', { name: 'Arena' });
  turret = await explorer.find('/Arena/Turret');
  for (const { Signature: signature } of (await explorer.read('unity://hooks')).Items)
    await explorer.tool('HookRemove', { signature });
});

const call = (method: string, argsJson: string) =>
  explorer.tool('CallMethod', { objectId: turret, componentType: HEALTH, method, argsJson });
const points = () => explorer.value(turret, HEALTH, 'current');
const hooks = async () => (await explorer.read('unity://hooks')).Items;

/** How often a hooked method was called, which the interface itself does not show. */
async function counted(signature: string): Promise<number | undefined> {
  const { items } = await server.engine.call('hook.list', { limit: 100 });
  return items.find(hook => hook.signature === signature)?.calls;
}

describe('what may be hooked', () => {
  it('[UNITY-5.2.1] are the types of hookAllowlistSignatures', async () => {
    expect(await explorer.tool('HookListAllowedTypes')).toEqual({
      ok: true,
      items: [HEALTH, 'UnityEngine.GameObject'],
      Total: 2,
    });
  });

  it('[UNITY-5.2.2] are methods, by filter and page', async () => {
    const page = await explorer.tool('HookListMethods', { type: HEALTH });
    expect(page.Items).toContainEqual({ Name: 'Damage', Signature: DAMAGE });
    expect(page.Items).toContainEqual({ Name: 'Damage', Signature: DAMAGE_BY });
    expect(page.Total).toBe(page.Items.length);
    const some = await explorer.tool('HookListMethods', { type: HEALTH, filter: 'damage' });
    expect(some.Items.map(({ Name }) => Name)).toEqual(['Damage', 'Damage']);
    const part = await explorer.tool('HookListMethods', { type: HEALTH, limit: 1, offset: 1 });
    expect(part).toEqual({ Total: page.Total, Items: [page.Items[1]], NextOffset: 2 });
    const object = await explorer.tool('HookListMethods', { type: 'UnityEngine.GameObject' });
    expect(object.Items.map(({ Signature }) => Signature)).toContain(
      'System.Void UnityEngine.GameObject::SetActive(System.Boolean)',
    );
  });

  it('[UNITY-5.2.2] is nothing of another type', async () => {
    expect(await explorer.refusal('HookListMethods', { type: 'Worldwire.Spawner' })).toMatchObject({
      status: 403,
      kind: 'PermissionDenied',
      message: expect.stringContaining('hookAllowlistSignatures'),
    });
    expect(await explorer.refusal('HookListMethods', { type: 'Worldwire.Spawnr' })).toMatchObject({
      status: 404,
      hint: expect.stringContaining('Worldwire.Spawner'),
    });
  });
});

describe('a hook', () => {
  it('[UNITY-5.2.6] is not added by a name that several methods have: the hint has their signatures', async () => {
    const refusal = await explorer.refusal('HookAdd', { type: HEALTH, methodOrSignature: 'Damage' });
    expect(refusal).toMatchObject({ status: 200, kind: 'InvalidArgument' });
    expect(refusal.hint).toContain('signature');
    expect(refusal.hint).toContain(DAMAGE);
    expect(refusal.hint).toContain(DAMAGE_BY);
    expect(await hooks()).toEqual([]);
  });

  it('[UNITY-4.2.10] [UNITY-3.16] is added by name or by signature, and listed', async () => {
    expect(await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: 'Heal' })).toMatchObject({
      ok: true,
      signature: HEAL,
    });
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    expect(await explorer.read('unity://hooks')).toEqual({
      Total: 2,
      Items: [
        { Signature: HEAL, Enabled: true },
        { Signature: DAMAGE, Enabled: true },
      ],
    });
    expect(await explorer.read('unity://hooks?limit=1&offset=1')).toMatchObject({
      Total: 2,
      Items: [{ Signature: DAMAGE }],
    });
    const twice = await explorer.refusal('HookAdd', { type: HEALTH, methodOrSignature: HEAL });
    expect(twice).toMatchObject({ status: 200, kind: 'Conflict' });
    expect(twice.hint).toContain('HookSetSource');
  });

  it('is not added to a method of another type than it names', async () => {
    const stranger = 'System.Void Worldwire.Spawner::Update()';
    const refusal = await explorer.refusal('HookAdd', { type: HEALTH, methodOrSignature: stranger });
    expect(['InvalidArgument', 'NotFound', 'PermissionDenied']).toContain(refusal.kind);
    expect(await hooks()).toEqual([]);
  });

  it('[UNITY-4.2.10] sees calls and leaves them as they are', async () => {
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    const before = (await points()) as number;
    await call('Damage', '[10]');
    await call('Damage', '[10]');
    await call('Damage', '[10,"another overload"]');
    expect(await points()).toBe(before - 30);
    expect(await counted(DAMAGE)).toBe(2);
  });

  it('[UNITY-5.2.4] is switched off and on', async () => {
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    expect(await explorer.tool('HookSetEnabled', { signature: DAMAGE, enabled: false })).toEqual({
      ok: true,
      before: true,
      after: false,
    });
    expect(await hooks()).toEqual([{ Signature: DAMAGE, Enabled: false }]);
    await call('Damage', '[1]');
    expect(await counted(DAMAGE)).toBe(0);
    await explorer.tool('HookSetEnabled', { signature: DAMAGE, enabled: true });
    await call('Damage', '[1]');
    expect(await counted(DAMAGE)).toBe(1);
  });

  it('[UNITY-5.2.3] [UNITY-5.2.5] runs the source it is given, with the method at hand', async () => {
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    const first = await explorer.tool('HookGetSource', { signature: DAMAGE });
    expect(first).toEqual({ ok: true, signature: DAMAGE, source: expect.stringContaining('original') });
    const source = 'return original(args[0] * 2);';
    expect(await explorer.tool('HookSetSource', { signature: DAMAGE, source })).toMatchObject({
      ok: true,
      before: first.source,
      after: source,
    });
    expect(await explorer.tool('HookGetSource', { signature: DAMAGE })).toMatchObject({ source });
    await call('Damage', '[10]');
    expect(await points()).toBe(230);
    await explorer.tool('HookSetSource', { signature: DAMAGE, source: '// nothing hurts' });
    await call('Damage', '[10]');
    expect(await points()).toBe(230);
    await explorer.tool('HookSetEnabled', { signature: DAMAGE, enabled: false });
    await call('Damage', '[10]');
    expect(await points()).toBe(220);
  });

  it('[UNITY-5.2.5] refuses a source that is no code, and keeps the one it had', async () => {
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    const { source } = await explorer.tool('HookGetSource', { signature: DAMAGE });
    expect(await explorer.refusal('HookSetSource', { signature: DAMAGE, source: 'return (' })).toMatchObject({
      kind: 'InvalidArgument',
    });
    expect((await explorer.tool('HookGetSource', { signature: DAMAGE })).source).toBe(source);
  });

  it('[UNITY-5.2.5] whose source fails or never ends lets the method be', async () => {
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    for (const source of ['throw new Error("broken")', 'while (true) {}']) {
      const before = (await points()) as number;
      await explorer.tool('HookSetSource', { signature: DAMAGE, source });
      await call('Damage', '[10]');
      expect(await points()).toBe(before - 10);
    }
    expect((await explorer.tool('GetStatus')).Ready).toBe(true);
  });

  it('[UNITY-4.2.11] is removed without a trace', async () => {
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    await explorer.tool('HookSetSource', { signature: DAMAGE, source: '' });
    const before = (await points()) as number;
    await call('Damage', '[10]');
    expect(await points()).toBe(before);
    expect(await explorer.tool('HookRemove', { signature: DAMAGE })).toMatchObject({ ok: true, after: null });
    expect(await explorer.read('unity://hooks')).toEqual({ Total: 0, Items: [] });
    await call('Damage', '[10]');
    expect(await points()).toBe(before - 10);
    for (const name of ['HookRemove', 'HookGetSource']) {
      expect(await explorer.refusal(name, { signature: DAMAGE })).toMatchObject({ kind: 'NotFound' });
    }
    await explorer.tool('HookAdd', { type: HEALTH, methodOrSignature: DAMAGE });
    expect(await counted(DAMAGE)).toBe(0);
    expect((await explorer.tool('HookGetSource', { signature: DAMAGE })).source).toContain('original');
  });
});
