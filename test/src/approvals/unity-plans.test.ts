import { describe, expect, it } from 'vitest';
import { ApprovedServer, factsOf, textOf } from '../../../apps/worldwire/src/testing/approvals.js';

const HEALTH = 'Worldwire.Health';
const HEAL = `System.Single ${HEALTH}::Heal(System.Single)`;
const NOTHING = { removes: 0, overwrites: 0, changes: 0, adds: 0 };

interface Case {
  readonly tool: string;
  readonly args: object | ((ids: ReadonlyMap<string, string>) => object);
  readonly sentence: string | RegExp;
  /** Without those that are 0. */
  readonly totals: object;
}

const of =
  (name: string, more: object = {}) =>
  (ids: ReadonlyMap<string, string>) => ({ objectId: ids.get(name), ...more });
const light = (member: string, jsonValue: unknown) =>
  of('Sun', { componentType: 'Light', member, jsonValue });

/** In an order in which one leaves the next what it needs. */
const CASES: readonly Case[] = [
  {
    tool: 'SetActive',
    args: of('Brazier', { active: false }),
    sentence: 'Changes the active state of Brazier (/Lighting/Brazier) from true to false.',
    totals: { overwrites: 1 },
  },
  {
    tool: 'SetActive',
    args: of('Brazier', { active: false }),
    sentence: 'Changes nothing.',
    totals: {},
  },
  {
    tool: 'Reparent',
    args: of('Crate 6', { newParentId: null }),
    sentence:
      'Changes the parent of Crate 6 (/Arena/Crates/Crate 6) from "Crates (/Arena/Crates)" to "the root of its scene".',
    totals: { overwrites: 1 },
  },
  {
    tool: 'SetMember',
    args: light('intensity', 3),
    sentence: 'Changes UnityEngine.Light.intensity of Sun (/Lighting/Sun) from 1.2 to 3.',
    totals: { overwrites: 1 },
  },
  {
    tool: 'AddComponent',
    args: of('Crate 6', { type: 'UnityEngine.Light' }),
    sentence: 'Adds the UnityEngine.Light of Crate 6 (/Crate 6).',
    totals: { adds: 1 },
  },
  {
    tool: 'RemoveComponent',
    args: of('Crate 6', { typeOrIndex: 'Light' }),
    sentence: 'Deletes the UnityEngine.Light of Crate 6 (/Crate 6).',
    totals: { removes: 1 },
  },
  {
    tool: 'SelectObject',
    args: of('Brazier'),
    sentence: /^Changes the selection from /,
    totals: { changes: 1 },
  },
  {
    tool: 'SetClipboardText',
    args: { text: `${'x'.repeat(1_000)}1` },
    sentence: /^Adds the clipboard\.$/,
    totals: { adds: 1 },
  },
  {
    tool: 'SetClipboardText',
    args: { text: `${'x'.repeat(1_000)}2` },
    sentence: /^Changes the clipboard from /,
    totals: { overwrites: 1 },
  },
  {
    tool: 'ClearClipboard',
    args: {},
    sentence: 'Deletes the clipboard.',
    totals: { removes: 1 },
  },
  {
    tool: 'SetTimeScale',
    args: { value: 0.5 },
    sentence: 'Changes the time scale from {"value":1,"locked":false} to {"value":0.5,"locked":false}.',
    totals: { overwrites: 1 },
  },
  {
    tool: 'StepScene',
    args: { frames: 2 },
    sentence: 'Changes the scene by 2 frames and whether the scene is paused.',
    totals: { changes: 2 },
  },
  {
    tool: 'StepScene',
    args: {},
    sentence: 'Changes the scene by 1 frame.',
    totals: { changes: 1 },
  },
  {
    tool: 'SetFreecamSpeed',
    args: { speed: 7 },
    sentence: 'Changes Speed of the freecam from 10 to 7.',
    totals: { overwrites: 1 },
  },
  {
    tool: 'RecordInput',
    args: { action: 'start' },
    sentence: 'Changes whether input is recorded.',
    totals: { changes: 1 },
  },
  {
    tool: 'RecordInput',
    args: { action: 'stop' },
    sentence: 'Adds the recording last.',
    totals: { adds: 1 },
  },
  {
    tool: 'RecordInput',
    args: { action: 'start' },
    sentence: 'Changes whether input is recorded.',
    totals: { changes: 1 },
  },
  {
    tool: 'RecordInput',
    args: { action: 'stop' },
    sentence: 'Changes the recording last.',
    totals: { overwrites: 1 },
  },
  {
    tool: 'HookAdd',
    args: { type: HEALTH, method: 'Heal' },
    sentence: `Adds the hook on ${HEAL}.`,
    totals: { adds: 1 },
  },
  {
    tool: 'HookSetSource',
    args: { signature: HEAL, source: 'return 1;' },
    sentence: /^Changes the code of the hook on .*Heal.* to "return 1;"\.$/,
    totals: { overwrites: 1 },
  },
  {
    tool: 'HookSetEnabled',
    args: { signature: HEAL, enabled: false },
    sentence: `Changes whether the hook on ${HEAL} is enabled from true to false.`,
    totals: { overwrites: 1 },
  },
  {
    tool: 'HookRemove',
    args: { signature: HEAL },
    sentence: `Deletes the hook on ${HEAL}.`,
    totals: { removes: 1 },
  },
  {
    tool: 'SpawnTestUi',
    args: {},
    sentence: 'Adds McpTestCanvas with its blocks.',
    totals: { adds: 1 },
  },
  {
    tool: 'DestroyTestUi',
    args: {},
    sentence: /^Deletes McpTestCanvas \(obj:\d+\) with all below it\.$/,
    totals: { removes: 1 },
  },
  { tool: 'DestroyTestUi', args: {}, sentence: 'Changes nothing.', totals: {} },
  {
    tool: 'WriteStartupScript',
    args: { content: 'return 1;' },
    sentence: 'Adds the content of the startup script.',
    totals: { adds: 1 },
  },
  {
    tool: 'WriteStartupScript',
    args: { content: 'return 2;' },
    sentence: 'Changes the content of the startup script from "return 1;" to "return 2;".',
    totals: { overwrites: 1 },
  },
  {
    tool: 'SetStartupScriptEnabled',
    args: { enabled: false },
    sentence: 'Changes the startup script from "enabled" to "disabled".',
    totals: { overwrites: 1 },
  },
  {
    tool: 'WriteConsoleScript',
    args: { path: 'a.cs', content: 'return 1;' },
    sentence: 'Adds the content of a.cs.',
    totals: { adds: 1 },
  },
  {
    tool: 'DeleteConsoleScript',
    args: { path: 'a.cs' },
    sentence: 'Deletes the script a.cs.',
    totals: { removes: 1 },
  },
  {
    tool: 'ConsoleEval',
    args: { code: 'return 1;' },
    sentence: /^It is not known what Run code .* changes\.$/,
    // Nothing says that it loses nothing.
    totals: { overwrites: 1 },
  },
  {
    tool: 'DestroyObject',
    args: of('Turret'),
    sentence: 'Deletes Turret (/Arena/Turret) and 2 objects below it.',
    totals: { removes: 3 },
  },
  {
    tool: 'LoadScene',
    args: { name: 'Menu' },
    sentence: 'Deletes the scene Arena with all its objects; adds the scene Menu.',
    totals: { removes: 1, adds: 1 },
  },
  {
    tool: 'LoadScene',
    args: { name: 'Arena', mode: 'additive' },
    sentence: 'Adds the scene Arena.',
    totals: { adds: 1 },
  },
];

describe('the plan of a write to unity', () => {
  it('is one sentence with the names of things, and has all that changes in numbers', async () => {
    const allow = ['writes', 'eval', 'remote-config'].flatMap(what => ['--allow', what]);
    const server = await ApprovedServer.start('unity', { flags: [...allow, '--approve', 'writes'] });
    const found = factsOf(await server.send('SearchObjects', { limit: 100 }));
    const ids: ReadonlyMap<string, string> = new Map(
      found.Items.map(({ Name, Id }: { Name: string; Id: string }) => [Name, Id]),
    );
    const planned = async (tool: string, args: object) => {
      const answer = server.send(tool, args, 'coder');
      const shown = await Promise.race([server.lastOf(1), answer.then(textOf)]);
      if (typeof shown === 'string') throw new Error(`${tool} was answered: ${shown}`);
      await server.decide(shown.id);
      expect([tool, (await answer).isError, textOf(await answer)]).toEqual([
        tool,
        undefined,
        expect.anything(),
      ]);
      return shown;
    };
    await planned('SetConfig', {
      componentAllowlist: ['UnityEngine.Light'],
      hookAllowlistSignatures: [HEALTH],
    });
    for (const { tool, args, sentence, totals } of CASES) {
      const shown = await planned(tool, typeof args === 'function' ? args(ids) : args);
      expect([tool, shown.sentence]).toEqual([
        tool,
        typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
      ]);
      expect([tool, shown.totals]).toEqual([tool, { ...NOTHING, ...totals }]);
    }
  });

  it('of an undo names each value that it restores', async () => {
    const server = await ApprovedServer.start('unity', {
      flags: ['--allow', 'writes', '--approve', 'destructive'],
    });
    const [crate] = factsOf(await server.send('SearchObjects', { name: 'Crate 6' })).Items;
    for (const [tool, more] of [
      ['Reparent', { newParentId: null }],
      ['SetActive', { active: false }],
    ] as const) {
      const answer = server.send(tool, { objectId: crate.Id, ...more });
      await server.decide((await server.lastOf(1)).id);
      expect((await answer).isError).not.toBe(true);
    }
    const undone = server.send('UndoWrite', { since: 0 });
    const shown = await server.lastOf(1);
    expect(shown.sentence).toBe(
      'Overwrites the active state of Crate 6 (/Crate 6) and the parent of Crate 6 (/Arena/Crates/Crate 6).',
    );
    expect(shown.items).toMatchObject([
      { what: 'overwrites', before: false, after: true },
      // The root is a value, too.
      { what: 'overwrites', before: null, after: expect.stringMatching(/^obj:/) },
    ]);
    await server.decide(shown.id);
    expect((await undone).isError).not.toBe(true);
  });

  it('of a destruction names what goes with the object, and is void when that is another one', async () => {
    const server = await ApprovedServer.start('unity', {
      flags: ['--allow', 'writes', '--approve', 'destructive'],
    });
    const found = factsOf(await server.send('SearchObjects', { limit: 100 }));
    const idOf = (name: string) => found.Items.find(({ Name }: { Name: string }) => Name === name).Id;
    const destroyed = server.send('DestroyObject', { objectId: idOf('Turret') });
    const shown = await server.lastOf(1);
    expect(shown.items).toEqual([
      expect.objectContaining({ what: 'removes', subject: 'Turret (/Arena/Turret)' }),
      { what: 'removes', subject: 'Barrel (/Arena/Turret/Barrel)' },
      { what: 'removes', subject: 'Muzzle (/Arena/Turret/Barrel/Muzzle)' },
    ]);
    expect(shown).not.toHaveProperty('unlisted');
    expect(shown).not.toHaveProperty('note');
    const swap = [
      { objectId: idOf('Muzzle'), newParentId: null },
      { objectId: idOf('Sun'), newParentId: idOf('Barrel') },
    ];
    for (const args of swap) {
      const moved = server.send('Reparent', args);
      await server.decide((await server.lastOf(2)).id);
      expect((await moved).isError).not.toBe(true);
    }
    await server.decide(shown.id);
    expect(textOf(await destroyed)).toContain('The world changed after the approval');
  });
});
