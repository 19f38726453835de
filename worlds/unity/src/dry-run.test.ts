import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { OPEN, Stage, type Whole } from './stage.test.js';

const HEALTH = 'Worldwire.Health';
const HEAL = `System.Single ${HEALTH}::Heal(System.Single)`;
const LISTS = {
  componentAllowlist: ['UnityEngine.Light', 'UnityEngine.MeshFilter'],
  hookAllowlistSignatures: [HEALTH],
  reflectionAllowlistMembers: [`${HEALTH}.Heal`, 'UnityEngine.MeshRenderer.color'],
};

interface Case {
  readonly tool: string;
  readonly args: (ids: Ids) => object | Promise<object>;
  /** Its effect is known only after it. */
  readonly isUnknown?: boolean;
}

interface Ids {
  readonly turret: string;
  readonly crate: string;
  readonly enemy: string;
  readonly lastWrite: number;
}

/** Every write tool, in an order in which one leaves the next what it needs. */
const CASES: readonly Case[] = [
  { tool: 'SetActive', args: ({ turret }) => ({ objectId: turret, active: false }) },
  { tool: 'SelectObject', args: ({ turret }) => ({ objectId: turret }) },
  { tool: 'SetClipboardText', args: () => ({ text: 'x' }) },
  { tool: 'SetClipboardObject', args: ({ turret }) => ({ objectId: turret }) },
  { tool: 'ClearClipboard', args: () => ({}) },
  {
    tool: 'SetMember',
    args: ({ crate }) => ({
      objectId: crate,
      componentType: 'MeshRenderer',
      member: 'color',
      jsonValue: { r: 1, g: 0, b: 0 },
    }),
  },
  { tool: 'Reparent', args: ({ turret, enemy }) => ({ objectId: enemy, newParentId: turret }) },
  { tool: 'AddComponent', args: ({ crate }) => ({ objectId: crate, type: 'Light' }) },
  { tool: 'RemoveComponent', args: ({ crate }) => ({ objectId: crate, typeOrIndex: 'MeshFilter' }) },
  { tool: 'HookAdd', args: () => ({ type: HEALTH, methodOrSignature: 'Heal' }) },
  { tool: 'HookSetEnabled', args: () => ({ signature: HEAL, enabled: false }) },
  { tool: 'HookSetSource', args: () => ({ signature: HEAL, source: 'return 1;' }) },
  { tool: 'HookRemove', args: () => ({ signature: HEAL }) },
  { tool: 'SendInput', args: () => ({ steps: [{ kind: 'key', key: 'F1' }] }), isUnknown: true },
  { tool: 'RecordInput', args: () => ({ action: 'start' }) },
  { tool: 'StepScene', args: () => ({ frames: 2 }), isUnknown: true },
  { tool: 'SetTimeScale', args: () => ({ value: 0 }) },
  { tool: 'SetFreecamSpeed', args: () => ({ speed: 1_000 }) },
  { tool: 'SetFreecamPose', args: () => ({ pos: { X: 1, Y: 2, Z: 3 }, rot: { X: 4, Y: 5, Z: 6 } }) },
  { tool: 'SetFreecamEnabled', args: () => ({ enabled: true }) },
  { tool: 'WriteConsoleScript', args: () => ({ path: 'a.cs', content: 'return 1;' }) },
  { tool: 'RunConsoleScript', args: () => ({ path: 'a.cs' }), isUnknown: true },
  { tool: 'DeleteConsoleScript', args: () => ({ path: 'a.cs' }) },
  { tool: 'WriteStartupScript', args: () => ({ content: 'return 2;' }) },
  { tool: 'RunStartupScript', args: () => ({}), isUnknown: true },
  { tool: 'SetStartupScriptEnabled', args: () => ({ enabled: false }) },
  { tool: 'ConsoleEval', args: () => ({ code: "scene.find('Turret').active = false" }), isUnknown: true },
  { tool: 'CallMethod', args: callHeal, isUnknown: true },
  { tool: 'UndoWrite', args: ({ lastWrite }) => ({ id: lastWrite }) },
  { tool: 'SpawnTestUi', args: () => ({}), isUnknown: true },
  { tool: 'DestroyTestUi', args: () => ({}) },
  { tool: 'DestroyObject', args: ({ turret }) => ({ objectId: turret }) },
  { tool: 'SetConfig', args: () => ({ requireConfirm: false, hookAllowlistSignatures: [] }) },
  { tool: 'LoadScene', args: () => ({ name: 'Menu' }) },
];

/** The engine keeps numbers in single precision. */
function rounded(value: unknown): unknown {
  const json = JSON.stringify(value, (_, item) =>
    typeof item === 'number' ? Number(item.toFixed(4)) : item,
  );
  return JSON.parse(json);
}

function callHeal({ enemy }: Ids): object {
  return { objectId: enemy, componentType: HEALTH, method: 'Heal', argsJson: '[1]' };
}

describe('a dry run', () => {
  let engine: Engine;
  let stage: Stage;
  let ids: Ids;
  beforeAll(async () => {
    engine = await openEmbedded();
    stage = await Stage.open({ grants: OPEN, engine, config: LISTS });
    // A standing scene, so that nothing but the write changes it.
    await engine.call('time.set', { scale: 0, lock: true });
    ids = {
      turret: await stage.idOf('Turret'),
      crate: await stage.idOf('Crate 1'),
      enemy: await stage.idOf('Enemy 1'),
      lastWrite: 0,
    };
  });
  afterAll(() => engine.close());

  /** All that a client can read of the world, without the log and the time. */
  async function everything(): Promise<unknown> {
    const objects = await engine.call('object.list', { limit: 500 });
    const members = await Promise.all(
      [ids.crate, ids.enemy].map(object =>
        engine.call('component.list', { object }).catch(() => 'destroyed'),
      ),
    );
    const reads = [
      'GetFreecam',
      'GetSelection',
      'GetClipboard',
      'GetTimeScale',
      'GetStartupScript',
      'GetConfig',
    ];
    const rest = await Promise.all(reads.map(name => stage.call(name)));
    const hooks = await stage.resource('unity://hooks');
    const scripts = await stage.resource('unity://console/scripts');
    const journal = await stage.entries();
    return { objects, members, rest, hooks, scripts, journal };
  }

  it('is a promise of every write tool', () => {
    const tools = stage.unity.world.tools as readonly { name: string; common: readonly string[] }[];
    const writes = tools.filter(({ common }) => common.includes('dryRun'));
    expect(writes.map(({ name }) => name).sort()).toEqual(CASES.map(({ tool }) => tool).sort());
    for (const { name, common } of writes) {
      expect(common, name).toEqual(['operationKey', 'ifRevision', 'dryRun', 'expectDigest']);
    }
  });

  it.each(CASES)(
    'of $tool changes nothing, and says what the write then does',
    async ({ tool, args, isUnknown }) => {
      const given = await args(ids);
      const before = await everything();
      const plan = await stage.whole(tool, { ...given, dryRun: true });
      expect(plan).toMatchObject({
        ok: true,
        dryRun: true,
        digest: expect.any(String),
        undo: expect.any(String),
      });
      expect(plan).toHaveProperty('before');
      expect(plan).toHaveProperty('after');
      expect(await everything()).toEqual(before);
      expect((await stage.whole(tool, { ...given, dryRun: true })).digest).toBe(plan.digest);

      const wrong = await stage.fail(tool, { ...given, expectDigest: 'another' });
      expect(wrong).toMatchObject({ kind: 'Conflict', hint: expect.stringContaining('dryRun') });

      const done = await stage.whole(tool, {
        ...given,
        expectDigest: plan.digest,
        ifRevision: plan.revision,
      });
      const {
        dryRun: _,
        digest: __,
        revision: ___,
        undo,
        note,
        question: ____,
        ...fields
      } = plan as Whole & { note?: string; question?: string };
      if (isUnknown !== true) expect(rounded(done)).toMatchObject(rounded(fields) as object);
      else if (tool !== 'SpawnTestUi') expect(note).toContain('not known');
      expect(done.revision).toBe(done.journalId);
      expect(done.revision).toBeGreaterThan(plan.revision);
      expect(done.undo).toBe(undo?.startsWith('none') ? undo : `UndoWrite {"id":${done.journalId}}`);
      ids = {
        ...ids,
        lastWrite: tool === 'SetStartupScriptEnabled' ? (done.journalId as number) : ids.lastWrite,
      };
    },
  );

  it('fails as the write would', async () => {
    const failing: readonly (readonly [string, object])[] = [
      ['SetActive', { objectId: 'obj:999999', active: true }],
      ['LoadScene', { name: 'Nowhere' }],
      ['DeleteConsoleScript', { path: 'none.cs' }],
      ['SetStartupScriptEnabled', { enabled: 'yes' }],
      ['UndoWrite', { id: 99_999 }],
    ];
    for (const [name, args] of failing) {
      const dry = await stage.fail(name, { ...args, dryRun: true });
      expect(dry).toEqual(await stage.fail(name, args));
    }
  });

  it('is not in the journal, and neither is its failure', async () => {
    const before = await stage.entries();
    await stage.whole('SetTimeScale', { value: 2, dryRun: true });
    await stage.fail('SetActive', { objectId: 'obj:999999', active: true, dryRun: true });
    expect(await stage.entries()).toEqual(before);
  });

  it('does not run a write whose plan has changed since', async () => {
    const own = await Stage.open({ grants: OPEN, engine });
    const args = { path: 'b.cs' };
    await own.call('WriteConsoleScript', { ...args, content: 'return 1;' });
    const { digest } = await own.whole('RunConsoleScript', { ...args, dryRun: true });
    await writeFile(join(own.folder, 'Scripts', 'b.cs'), 'return 2;');
    expect(await own.fail('RunConsoleScript', { ...args, expectDigest: digest })).toMatchObject({
      kind: 'Conflict',
    });
  });
});
