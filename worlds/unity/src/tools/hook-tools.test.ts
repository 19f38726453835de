import { beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage } from '../stage.test.js';

const TYPE = 'Worldwire.Health';
const HEAL = 'System.Single Worldwire.Health::Heal(System.Single)';

describe('hooks', () => {
  let stage: Stage;
  let turret: string;
  beforeAll(async () => {
    const config = { hookAllowlistSignatures: [TYPE], reflectionAllowlistMembers: [`${TYPE}.Heal`] };
    stage = await Stage.open({ grants: OPEN, config });
    turret = await stage.idOf('Turret');
  });
  const heal = async () => {
    const args = { objectId: turret, componentType: TYPE, method: 'Heal', argsJson: '[1]' };
    return (await stage.call('CallMethod', args)).result;
  };

  it('HookListAllowedTypes mirrors the allowlist', async () => {
    expect(await stage.call('HookListAllowedTypes')).toEqual({ ok: true, items: [TYPE], Total: 1 });
  });

  it('HookListMethods lists methods of allowed types with their signatures, and of no others', async () => {
    const { Items } = await stage.call<{ Items: object[] }>('HookListMethods', {
      type: TYPE,
      filter: 'heal',
    });
    expect(Items).toContainEqual({ Name: 'Heal', Signature: HEAL });
    const other = await stage.fail('HookListMethods', { type: 'UnityEngine.GameObject' });
    expect(other).toMatchObject({ kind: 'PermissionDenied', hint: expect.stringContaining('hookAllowlist') });
  });

  it.each(['health', 'Health', 'worldwire.health'])('take the type as %s, too', async type => {
    const { Items } = await stage.call<{ Items: object[] }>('HookListMethods', { type, filter: 'heal' });
    expect(Items).toContainEqual({ Name: 'Heal', Signature: HEAL });
    const added = await stage.call('HookAdd', { type, methodOrSignature: 'Heal' });
    expect(added).toMatchObject({ signature: HEAL });
    await stage.call('HookRemove', { signature: HEAL });
  });

  it('that are not allowed are refused with the full name of the type', async () => {
    for (const [tool, more] of [['HookListMethods'], ['HookAdd', { method: 'Update' }]] as const) {
      expect(await stage.fail(tool, { type: 'rotator', ...more })).toMatchObject({
        kind: 'PermissionDenied',
        message: expect.stringContaining('"Worldwire.Rotator" is not in hookAllowlistSignatures'),
      });
    }
  });

  it('HookAdd refuses two names of a method', async () => {
    const names = { methodOrSignature: 'Heal', method: 'Kill' };
    const failure = await stage.fail('HookAdd', { type: TYPE, ...names });
    expect(failure).toMatchObject({ kind: 'InvalidArgument', hint: expect.stringContaining('method') });
  });

  it('HookAdd, HookSetEnabled, HookSetSource and HookRemove change what the method does', async () => {
    const before = await heal();
    const added = await stage.call('HookAdd', { type: TYPE, methodOrSignature: 'Heal' });
    expect(added).toEqual({
      ok: true,
      signature: HEAL,
      before: null,
      after: { Signature: HEAL, Enabled: true },
    });
    expect(await stage.resource('unity://hooks')).toEqual({
      Total: 1,
      Items: [{ Signature: HEAL, Enabled: true }],
    });
    expect(await heal()).toBe(before);

    const source = 'return 42;';
    const set = await stage.call('HookSetSource', { signature: HEAL, source });
    expect(set).toMatchObject({ ok: true, after: source });
    expect(await stage.call('HookGetSource', { signature: HEAL })).toEqual({
      ok: true,
      signature: HEAL,
      source,
    });
    expect(await heal()).toBe(42);

    expect(await stage.call('HookSetEnabled', { signature: HEAL, enabled: false })).toEqual({
      ok: true,
      before: true,
      after: false,
    });
    expect(await heal()).toBe(before);
    await stage.call('HookSetEnabled', { signature: HEAL, enabled: true });
    expect(await stage.call('HookRemove', { signature: HEAL })).toMatchObject({ ok: true, after: null });
    expect(await heal()).toBe(before);
    expect(stage.updated).toContain('unity://hooks');
    for (const [name, args] of [
      ['HookRemove', {}],
      ['HookGetSource', {}],
      ['HookSetSource', { source: '' }],
      ['HookSetEnabled', { enabled: true }],
    ] as const) {
      expect(await stage.fail(name, { signature: HEAL, ...args })).toMatchObject({
        kind: 'NotFound',
        hint: expect.stringContaining('unity://hooks'),
      });
    }
  });

  it.each(['Heal', HEAL])('HookAdd of %s where there is a hook says what changes that one', async method => {
    await stage.call('HookAdd', { type: TYPE, methodOrSignature: HEAL });
    expect(await stage.fail('HookAdd', { type: TYPE, methodOrSignature: method })).toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining(HEAL),
      hint: expect.stringContaining('HookSetSource'),
    });
    await stage.call('HookRemove', { signature: HEAL });
  });

  it('HookAdd wants a signature where a name is ambiguous, and says where they are', async () => {
    const failure = await stage.fail('HookAdd', { type: TYPE, methodOrSignature: 'Damage' });
    expect(failure).toMatchObject({ kind: 'InvalidArgument', hint: expect.stringMatching(/signature|::/) });
    const signature = 'System.Void Worldwire.Health::Damage(System.Single)';
    await stage.call('HookAdd', { type: TYPE, methodOrSignature: signature });
    await stage.call('HookRemove', { signature });
  });

  it('HookAdd refuses a signature of another type than the allowed one', async () => {
    const methodOrSignature = 'System.Void UnityEngine.GameObject::SetActive(System.Boolean)';
    expect((await stage.fail('HookAdd', { type: TYPE, methodOrSignature })).kind).toBe('InvalidArgument');
  });

  it('a hook of a type that is no longer allowed can be switched off and removed, but not on or rewritten', async () => {
    expect((await stage.fail('HookAdd', { type: TYPE })).kind).toBe('InvalidArgument');
    await stage.call('HookAdd', { type: TYPE, method: 'Kill' });
    const signature = 'System.Void Worldwire.Health::Kill()';
    const stricter = await Stage.open({ grants: OPEN });
    await stricter.denied('HookSetEnabled', { signature, enabled: true });
    await stricter.denied('HookSetSource', { signature, source: 'return 1;' });
    await stricter.call('HookSetEnabled', { signature, enabled: false });
    await stricter.call('HookRemove', { signature });
  });
});
