import { beforeAll, describe, expect, it } from 'vitest';
import { alteredEngine, OPEN, Stage } from '../stage.test.js';

interface Page {
  readonly Total: number;
  readonly Items: Record<string, unknown>[];
}

const HEALTH = 'Worldwire.Health';
const LISTS = {
  reflectionAllowlistMembers: [
    `${HEALTH}.maximum`,
    `${HEALTH}.current`,
    `${HEALTH}.dead`,
    `${HEALTH}.Heal`,
    `${HEALTH}.Damage`,
    'UnityEngine.Transform.position',
    'UnityEngine.Transform.eulerAngles',
  ],
  componentAllowlist: ['UnityEngine.Rigidbody', 'UnityEngine.Light'],
};
const GONE = 'obj:999999999';

describe('the guarded tools', () => {
  let stage: Stage;
  let turret: string;
  beforeAll(async () => {
    stage = await Stage.open({ grants: OPEN, config: LISTS });
    turret = await stage.idOf('Turret');
  });
  const read = async (componentType: string, name: string) =>
    (await stage.call('ReadComponentMember', { objectId: turret, componentType, name })).valueJson;

  it('SetActive deactivates an object, and GetObject shows it', async () => {
    const off = { objectId: turret, active: false };
    expect(await stage.call('SetActive', off)).toEqual({ ok: true, before: true, after: false });
    expect(await stage.call('GetObject', { id: turret })).toMatchObject({ Active: false });
    expect(await stage.call('SetActive', off)).toEqual({ ok: true, before: false, after: false });
    expect(await stage.call('SetActive', { ...off, active: true })).toMatchObject({ after: true });
    expect(stage.updated).toContain(`unity://object/${turret}`);
    expect((await stage.fail('SetActive', { ...off, objectId: GONE })).kind).toBe('NotFound');
    expect((await stage.fail('SetActive', { ...off, active: 'no' })).kind).toBe('InvalidArgument');
  });

  it('SetMember writes a value from JSON text or as it is, and reads it back', async () => {
    const args = { objectId: turret, componentType: HEALTH, member: 'maximum' };
    expect(await stage.call('SetMember', { ...args, jsonValue: '260.5' })).toEqual({
      ok: true,
      before: { type: 'System.Single', valueText: '250', valueJson: 250 },
      after: { type: 'System.Single', valueText: '260.5', valueJson: 260.5 },
    });
    await stage.call('SetMember', { ...args, jsonValue: 300 });
    expect(await read(HEALTH, 'maximum')).toBe(300);
    const place = { objectId: turret, componentType: 'UnityEngine.Transform', member: 'position' };
    await stage.call('SetMember', { ...place, jsonValue: '{"x":1,"y":2,"z":3}' });
    expect(await read('UnityEngine.Transform', 'position')).toEqual({ x: 1, y: 2, z: 3 });
    const angles = { ...place, member: 'eulerAngles', jsonValue: { x: 0, y: 370, z: 0 } };
    expect(await stage.call('SetMember', angles)).toMatchObject({ ok: true });
  });

  it('SetMember says Conflict with both values where the scene takes another one', async () => {
    const args = { objectId: turret, componentType: HEALTH, member: 'current', jsonValue: '100000' };
    const { kind, detail } = await stage.fail('SetMember', args);
    expect(kind).toBe('Conflict');
    expect(detail).toMatchObject({ before: { valueJson: 250 }, after: { valueJson: 300 } });
    expect((await stage.entries())[0]).toMatchObject({ Outcome: 'failed', After: { valueJson: 300 } });
  });

  it('SetMember refuses what is not JSON, not writable, not there or of another type', async () => {
    const args = { objectId: turret, componentType: HEALTH, member: 'maximum' };
    expect((await stage.fail('SetMember', { ...args, jsonValue: '[1e999]' })).kind).toBe('InvalidArgument');
    expect(await stage.fail('SetMember', { ...args, jsonValue: '"hello' })).toMatchObject({
      kind: 'InvalidArgument',
      hint: expect.stringContaining('quotes'),
    });
    // A word without quotes is text, which this member does not take.
    expect(await stage.fail('SetMember', { ...args, jsonValue: 'hello' })).toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining('does not take "hello"'),
    });
    expect((await stage.fail('SetMember', args)).kind).toBe('InvalidArgument');
    expect((await stage.fail('SetMember', { ...args, jsonValue: '"many"' })).kind).toBe('InvalidArgument');
    expect((await stage.fail('SetMember', { ...args, member: 'dead', jsonValue: 'true' })).kind).toBe(
      'InvalidArgument',
    );
    expect((await stage.fail('SetMember', { ...args, objectId: GONE, jsonValue: '1' })).kind).toBe(
      'NotFound',
    );
  });

  it('CallMethod calls a method and gives its result', async () => {
    const args = { objectId: turret, componentType: HEALTH };
    await stage.call('CallMethod', { ...args, method: 'Damage', argsJson: '[50]' });
    const healed = await stage.call('CallMethod', { ...args, method: 'Heal', argsJson: [10] });
    expect(healed).toEqual({ ok: true, result: 260, type: 'System.Single' });
    expect((await stage.fail('CallMethod', { ...args, method: 'Heal', argsJson: '{}' })).kind).toBe(
      'InvalidArgument',
    );
    expect((await stage.fail('CallMethod', { ...args, method: 'Heal', argsJson: '[' })).kind).toBe(
      'InvalidArgument',
    );
    expect((await stage.fail('CallMethod', { ...args, method: 'Heal' })).kind).toBe('InvalidArgument');
  });

  it('AddComponent and RemoveComponent change the list of components', async () => {
    const types = async () =>
      (await stage.call<Page>('GetComponents', { objectId: turret })).Items.map(({ Type }) => Type);
    const before = await types();
    const added = await stage.call('AddComponent', { objectId: turret, type: 'UnityEngine.Light' });
    expect(added).toEqual({ ok: true, before, after: [...before, 'UnityEngine.Light'] });
    expect(await types()).toEqual(added.after);
    await stage.call('RemoveComponent', { objectId: turret, typeOrIndex: 'UnityEngine.Light' });
    await stage.call('AddComponent', { objectId: turret, type: 'UnityEngine.Light' });
    await stage.call('RemoveComponent', { objectId: turret, typeOrIndex: String(before.length) });
    expect(await types()).toEqual(before);
    expect((await stage.fail('RemoveComponent', { objectId: turret, typeOrIndex: 99 })).kind).toBe(
      'NotFound',
    );
    expect(
      (await stage.fail('RemoveComponent', { objectId: turret, typeOrIndex: 'UnityEngine.Light' })).kind,
    ).toBe('NotFound');
  });

  it('Reparent moves an object and brings it back to the root', async () => {
    const [crate, crates] = [await stage.idOf('Crate 6'), await stage.idOf('Crates')];
    const args = { objectId: crate, newParentId: turret };
    expect(await stage.call('Reparent', args)).toEqual({ ok: true, before: crates, after: turret });
    expect(await stage.call('GetObject', { id: crate })).toMatchObject({ Path: '/Arena/Turret/Crate 6' });
    for (const newParentId of [null, '']) {
      expect(await stage.call('Reparent', { ...args, newParentId })).toMatchObject({ ok: true, after: null });
    }
    expect(await stage.call('GetObject', { id: crate })).toMatchObject({ Path: '/Crate 6' });
    await stage.call('Reparent', { ...args, newParentId: crates });
    expect((await stage.fail('Reparent', { ...args, newParentId: GONE })).kind).toBe('NotFound');
    expect((await stage.fail('Reparent', { ...args, newParentId: 'Turret' })).kind).toBe('InvalidArgument');
    expect((await stage.fail('Reparent', { ...args, newParentId: crate })).kind).toBe('InvalidArgument');
  });

  it('DestroyObject destroys an object with all below it, for good', async () => {
    const enemy = await stage.idOf('Enemy 3');
    const { Items } = await stage.call<Page>('ListChildren', { objectId: enemy });
    const answer = await stage.planned('DestroyObject', { objectId: enemy });
    expect(answer).toMatchObject({ ok: true, before: { Id: enemy, Name: 'Enemy 3' }, after: null });
    for (const id of [enemy, Items[0]?.Id]) {
      expect((await stage.fail('GetObject', { id })).kind).toBe('NotFound');
    }
    expect((await stage.fail('DestroyObject', { objectId: enemy })).kind).toBe('NotFound');
  });

  it('DestroyObject does not run a plan in which as many other objects were below', async () => {
    const [barrel, muzzle, sun] = [
      await stage.idOf('Barrel'),
      await stage.idOf('Muzzle'),
      await stage.idOf('Sun'),
    ];
    const { digest } = await stage.whole('DestroyObject', { objectId: barrel, dryRun: true });
    await stage.call('Reparent', { objectId: muzzle, newParentId: null });
    await stage.call('Reparent', { objectId: sun, newParentId: barrel });
    const refused = await stage.fail('DestroyObject', { objectId: barrel, expectDigest: digest });
    expect(refused.kind).toBe('Conflict');
    expect(await stage.call('GetObject', { id: sun })).toMatchObject({ Name: 'Sun' });
  });

  it('SetTimeScale clamps to 0 to 4, locks, and GetTimeScale shows it', async () => {
    const answer = await stage.call('SetTimeScale', { value: 9, lock: true });
    expect(answer).toEqual({
      ok: true,
      value: 4,
      locked: true,
      before: { value: 1, locked: false },
      after: { value: 4, locked: true },
    });
    expect(await stage.call('GetTimeScale')).toEqual({ ok: true, value: 4, locked: true });
    expect(await stage.call('SetTimeScale', { value: -1 })).toMatchObject({ value: 0, locked: false });
    await stage.call('SetTimeScale', { value: 1 });
    expect((await stage.fail('SetTimeScale', { value: 'fast' })).kind).toBe('InvalidArgument');
  });

  it('SetFreecamEnabled, SetFreecamSpeed and SetFreecamPose are seen through the camera', async () => {
    expect(await stage.call('SetFreecamSpeed', { speed: 1e9 })).toMatchObject({
      speed: 100,
      after: { Speed: 100 },
    });
    const pose = { pos: { X: 1, Y: 50, Z: -3 }, rot: { X: 80, Y: 200, Z: 0 } };
    expect(await stage.call('SetFreecamPose', pose)).toMatchObject({ ok: true, after: { Pos: pose.pos } });
    await stage.call('SetFreecamEnabled', { enabled: true });
    expect(await stage.call('GetCameraInfo')).toMatchObject({ IsFreecam: true, Pos: pose.pos });
    expect(stage.updated).toEqual(expect.arrayContaining(['unity://freecam', 'unity://camera/active']));
    await stage.call('SetFreecamEnabled', { enabled: false });
    expect(await stage.call('GetFreecam')).toMatchObject({ Enabled: false, Pos: pose.pos });
    expect((await stage.fail('SetFreecamPose', { pos: { X: 1 }, rot: pose.rot })).kind).toBe(
      'InvalidArgument',
    );
  });

  it('SpawnTestUi makes blocks that MousePick finds, and DestroyTestUi removes them', async () => {
    const { rootId, blocks } = await stage.call<{ rootId: string; blocks: { name: string; id: string }[] }>(
      'SpawnTestUi',
    );
    expect(blocks.map(({ name }) => name)).toEqual(['McpTestBlock_Left', 'McpTestBlock_Right']);
    expect(await stage.call('SpawnTestUi')).toMatchObject({ rootId, blocks });
    const [left, right] = blocks.map(({ name, id }) => ({
      Id: id,
      Name: name,
      Path: `/McpTestCanvas/${name}`,
    }));
    expect(await stage.call('MousePick', { mode: 'ui' })).toMatchObject({
      Mode: 'ui',
      Hit: true,
      Id: left?.Id,
      Items: [left, right],
    });
    const aside = { mode: 'ui', x: 0.62, y: 0.5, normalized: true };
    expect(await stage.call('MousePick', aside)).toMatchObject({ Id: right?.Id, Items: [right] });
    expect(await stage.call('DestroyTestUi')).toEqual({ ok: true, before: rootId, after: null });
    expect(await stage.call('MousePick', { mode: 'ui' })).toMatchObject({ Hit: false, Id: null, Items: [] });
    expect(await stage.call('DestroyTestUi')).toEqual({ ok: true, before: null, after: null });
  });

  it('LoadScene adds and replaces scenes, and the change is published', async () => {
    const added = await stage.call('LoadScene', { name: 'Menu', mode: 'additive' });
    expect(added).toMatchObject({ ok: true, name: 'Menu', mode: 'additive' });
    const { Items } = await stage.call<Page>('ListScenes');
    expect(Items.map(({ Name }) => Name)).toEqual(expect.arrayContaining(['Arena', 'Menu']));
    expect(stage.events('scenes_diff').at(-1)).toEqual({
      added: [expect.stringMatching(/^scn:/)],
      removed: [],
    });
    await stage.planned('LoadScene', { name: 'Arena', mode: 'single' });
    const after = await stage.call<Page>('ListScenes');
    expect(after.Items.filter(({ Index }) => (Index as number) >= 0).map(({ Name }) => Name)).toEqual([
      'Arena',
    ]);
    expect(stage.updated).toContain('unity://scenes');
    expect((await stage.fail('GetObject', { id: turret })).kind).toBe('NotFound');
    expect((await stage.fail('LoadScene', { name: 'Nowhere' })).kind).toBe('NotFound');
    expect((await stage.fail('LoadScene', { name: 'Menu', mode: 'twice' })).kind).toBe('InvalidArgument');
  });

  it('LoadScene returns the warnings of the engine', async () => {
    const warning = 'a script of the scene has failed';
    const engine = await alteredEngine(async (operation, params, call) => {
      const result = await call(operation, params);
      return operation === 'scene.load' ? { ...(result as object), warning } : result;
    });
    const own = await Stage.open({ grants: OPEN, engine });
    expect(await own.planned('LoadScene', { name: 'Arena' })).toMatchObject({ ok: true, warning });
    await own.close();
  });
});
