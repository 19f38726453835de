import { randomUUID } from 'node:crypto';
import { TokenStore } from '@worldwire/transports/http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Dto, Explorer } from './explorer.js';
import { ALL, startUnity, type UnityServer } from './unity-server.js';

const HEALTH = 'Worldwire.Health';

let server: UnityServer;
let explorer: Explorer;
let player: string;
beforeAll(async () => {
  server = await startUnity({
    grants: ALL,
    settings: {
      componentAllowlist: ['UnityEngine.Light'],
      reflectionAllowlistMembers: [`${HEALTH}.maximum`, `${HEALTH}.Damage`],
    },
  });
  explorer = server.explorer;
});
afterAll(() => server.close());
beforeEach(async () => {
  await explorer.planned('LoadScene', { name: 'Arena' });
  player = await explorer.find('/Player');
});

async function newest(): Promise<Dto['Items'][number] & { Id: number & string }> {
  return (await explorer.tool('ListJournal', { limit: 1 })).Items[0] as never;
}

describe('ListJournal', () => {
  it('has principal, tool, values before and after, and outcome', async () => {
    await explorer.tool('SetActive', { objectId: player, active: false });
    expect(await newest()).toMatchObject({
      Id: expect.any(Number),
      At: expect.stringMatching(/^\d{4}-\d\d-\d\dT/),
      Principal: 'local',
      Tool: 'SetActive',
      Arguments: { objectId: player, active: false },
      Before: true,
      After: false,
      Outcome: 'done',
    });
    await explorer.refusal('SetActive', { objectId: 'obj:999999', active: false });
    expect(await newest()).toMatchObject({ Outcome: 'failed', Error: expect.stringContaining('obj:999999') });
    await explorer.refusal('AddComponent', { objectId: player, type: HEALTH });
    expect(await newest()).toMatchObject({ Tool: 'AddComponent', Outcome: 'denied' });
  });

  it('lists the newest first, a page at a time, and no reads', async () => {
    for (const value of [1, 2, 3]) await explorer.tool('SetTimeScale', { value });
    await explorer.tool('GetStatus');
    const { Total, Items } = await explorer.tool('ListJournal', { limit: 2, offset: 1 });
    expect(Total).toBeGreaterThanOrEqual(3);
    expect(Items.map(({ Arguments }) => Arguments)).toEqual([{ value: 2 }, { value: 1 }]);
    await explorer.tool('SetTimeScale', { value: 1 });
  });

  it('keeps no long texts', async () => {
    await explorer.tool('WriteConsoleScript', { path: 'long.cs', content: 'x'.repeat(100_000) });
    expect(JSON.stringify(await newest()).length).toBeLessThan(2_000);
  });
});

/** Every write that can be taken back: how it is done, and what then has to be as it was. */
const UNDOABLE: [string, () => object, () => Promise<unknown>][] = [
  ['SetActive', () => ({ objectId: player, active: false }), () => explorer.active(player)],
  [
    'SetMember',
    () => ({ objectId: player, componentType: HEALTH, member: 'maximum', jsonValue: '77' }),
    () => explorer.value(player, HEALTH, 'maximum'),
  ],
  [
    'Reparent',
    () => ({ objectId: player, newParentId: player.replace(/\d+/, String(spawnerNumber)) }),
    async () => (await explorer.tool('GetObject', { id: player })).Path,
  ],
  ['SelectObject', () => ({ objectId: player }), () => explorer.tool('GetSelection')],
  ['SetTimeScale', () => ({ value: 0.25, lock: true }), () => explorer.tool('GetTimeScale')],
  ['SetFreecamEnabled', () => ({ enabled: true }), async () => (await explorer.tool('GetFreecam')).Enabled],
  ['SetFreecamSpeed', () => ({ speed: 33 }), async () => (await explorer.tool('GetFreecam')).Speed],
  [
    'SetFreecamPose',
    () => ({ pos: { X: 5, Y: 5, Z: 5 }, rot: { X: 0, Y: 90, Z: 0 } }),
    async () => (await explorer.tool('GetFreecam')).Pos,
  ],
  ['SetClipboardText', () => ({ text: 'new' }), () => explorer.tool('GetClipboard')],
  ['SetClipboardObject', () => ({ objectId: player }), () => explorer.tool('GetClipboard')],
  ['ClearClipboard', () => ({}), () => explorer.tool('GetClipboard')],
];
let spawnerNumber = 0;

describe('UndoWrite', () => {
  it.each(UNDOABLE)('takes back a %s, once', async (tool, args, look) => {
    spawnerNumber = Number((await explorer.find('/Spawner')).slice(4));
    await explorer.tool('SetClipboardText', { text: `old, before ${tool}` });
    const before = await look();
    await explorer.tool(tool, args());
    expect(await look()).not.toEqual(before);
    const { Id: id } = await newest();
    expect(await explorer.tool('UndoWrite', { id })).toMatchObject({
      ok: true,
      before: expect.toSatisfy(value => value !== undefined),
    });
    expect(await look()).toEqual(before);
    const entry = (await explorer.tool('ListJournal')).Items.find(({ Id }) => Id === id);
    expect(entry).toMatchObject({ Tool: tool, Undone: true });
    const again = await explorer.refusal('UndoWrite', { id });
    expect(again.message).toContain('was undone by');
  });

  it.each<[string, () => object]>([
    ['DestroyTestUi', () => ({})],
    ['CallMethod', () => ({ objectId: player, componentType: HEALTH, method: 'Damage', argsJson: '[1]' })],
    ['ConsoleEval', () => ({ code: '1' })],
    ['LoadScene', () => ({ name: 'Menu', mode: 'additive' })],
  ])('says that a %s cannot be undone', async (tool, args) => {
    await explorer.tool(tool, args());
    const refusal = await explorer.refusal('UndoWrite', { id: (await newest()).Id });
    expect(refusal).toMatchObject({ kind: 'InvalidArgument' });
    expect(refusal.message).toContain(tool);
  });

  it('does not overwrite what changed since, and says so', async () => {
    await explorer.tool('SetTimeScale', { value: 2 });
    const { Id: id } = await newest();
    await explorer.tool('SetTimeScale', { value: 3 });
    const refusal = await explorer.refusal('UndoWrite', { id });
    expect(refusal).toMatchObject({ kind: 'Conflict' });
    expect(refusal.message).toContain('has changed again');
    expect(await explorer.tool('GetTimeScale')).toMatchObject({ value: 3 });
    await explorer.tool('SetTimeScale', { value: 1 });
  });

  it('says that what it would restore is gone', async () => {
    await explorer.tool('SetActive', { objectId: player, active: false });
    const { Id: id } = await newest();
    await explorer.tool('DestroyObject', { objectId: player });
    expect(await explorer.refusal('UndoWrite', { id })).toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining('cannot be undone'),
    });
  });

  it('takes back nothing of a call that was refused, and needs the allowlist as the write did', async () => {
    await explorer.refusal('SetActive', { objectId: 'obj:999999', active: false });
    const failed = await explorer.refusal('UndoWrite', { id: (await newest()).Id });
    expect(failed.message).toContain('changed nothing');
    await explorer.tool('SetMember', {
      objectId: player,
      componentType: HEALTH,
      member: 'maximum',
      jsonValue: 7,
    });
    const { Id: id } = await newest();
    const { reflectionAllowlistMembers } = await explorer.tool('GetConfig');
    await explorer.tool('SetConfig', { reflectionAllowlistMembers: [] });
    expect(await explorer.refusal('UndoWrite', { id })).toMatchObject({ kind: 'PermissionDenied' });
    expect(await explorer.value(player, HEALTH, 'maximum')).toBe(7);
    await explorer.tool('SetConfig', { reflectionAllowlistMembers });
  });
});

describe('an operation key', () => {
  const damage = () => ({ objectId: player, componentType: HEALTH, method: 'Damage', argsJson: '[10]' });
  const points = () => explorer.value(player, HEALTH, 'current') as Promise<number>;

  it('makes a retry harmless, also one that comes before the first is answered', async () => {
    const key = randomUUID();
    await explorer.tool('SetTimeScale', { value: 0 });
    const first = await points();
    const { Total } = await explorer.tool('ListJournal', { limit: 1 });
    const all = await Promise.all([1, 2, 3].map(() => explorer.tool('CallMethod', damage(), key)));
    expect(await explorer.tool('CallMethod', damage(), key)).toEqual(all[0]);
    expect(new Set(all.map(answer => JSON.stringify(answer))).size).toBe(1);
    expect(await points()).toBe(first - 10);
    expect((await explorer.tool('ListJournal', { limit: 1 })).Total).toBe(Total + 1);
    await explorer.tool('CallMethod', damage(), randomUUID());
    expect(await points()).toBe(first - 20);
    await explorer.tool('SetTimeScale', { value: 1 });
  });

  it('stands for one call only', async () => {
    const key = randomUUID();
    await explorer.tool('SetTimeScale', { value: 1 }, key);
    expect(await explorer.refusal('SetTimeScale', { value: 2 }, key)).toMatchObject({
      status: 200,
      kind: 'Conflict',
    });
    expect(await explorer.tool('GetTimeScale')).toMatchObject({ value: 1 });
  });

  it('belongs to its principal, and the journal names the principal', async () => {
    const tokens = TokenStore.parse('ada ada-0123456789abcdef\nbob bob-0123456789abcdef\n');
    const guarded = await startUnity({ grants: { writes: true }, http: { tokens } });
    const [ada, bob] = ['ada', 'bob'].map(
      name => new Explorer(guarded.base, { authorization: `Bearer ${name}-0123456789abcdef` }),
    ) as [Explorer, Explorer];
    await ada.tool('SetTimeScale', { value: 2 }, 'same key');
    await bob.tool('SetTimeScale', { value: 3 }, 'same key');
    expect(await ada.tool('GetTimeScale')).toMatchObject({ value: 3 });
    const { Items } = await ada.tool('ListJournal');
    expect(Items.map(({ Principal }) => Principal)).toEqual(['bob', 'ada']);
    await guarded.close();
  });

  it('is free again after a failure', async () => {
    const key = randomUUID();
    await explorer.tool('SetConfig', { componentAllowlist: [] });
    const args = { objectId: player, type: 'UnityEngine.Light' };
    await explorer.refusal('AddComponent', args, key);
    await explorer.tool('SetConfig', { componentAllowlist: ['UnityEngine.Light'] });
    expect(await explorer.tool('AddComponent', args, key)).toMatchObject({ ok: true });
  });
});
