import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { REVISIONS } from '@worldwire/protocol';
import { beforeAll, describe, expect, it } from 'vitest';
import { CLOSED, OPEN, REMOTE, Stage } from '../stage.test.js';
import { loosening, settingsSchema } from './settings.js';

/** Every guarded tool with arguments that would do if it were allowed. */
const GUARDED: readonly (readonly [string, object])[] = [
  ['SetActive', { objectId: 'obj:1', active: false }],
  ['SelectObject', { objectId: 'obj:1' }],
  ['SetClipboardText', { text: 'x' }],
  ['SetClipboardObject', { objectId: 'obj:1' }],
  ['ClearClipboard', {}],
  ['SetMember', { objectId: 'obj:1', componentType: 'T', member: 'm', jsonValue: '1' }],
  ['CallMethod', { objectId: 'obj:1', componentType: 'T', method: 'm' }],
  ['AddComponent', { objectId: 'obj:1', type: 'T' }],
  ['RemoveComponent', { objectId: 'obj:1', typeOrIndex: 'T' }],
  ['HookAdd', { type: 'T', methodOrSignature: 'm' }],
  ['HookRemove', { signature: 's' }],
  ['HookSetEnabled', { signature: 's', enabled: true }],
  ['HookSetSource', { signature: 's', source: '' }],
  ['Reparent', { objectId: 'obj:1', newParentId: null }],
  ['DestroyObject', { objectId: 'obj:1' }],
  ['ConsoleEval', { code: '1' }],
  ['WriteConsoleScript', { path: 'a.cs', content: '' }],
  ['DeleteConsoleScript', { path: 'a.cs' }],
  ['RunConsoleScript', { path: 'a.cs' }],
  ['LoadScene', { name: 'Arena' }],
  ['SetTimeScale', { value: 1 }],
  ['StepScene', {}],
  ['SendInput', { steps: [{ kind: 'release-all' }] }],
  ['RecordInput', { action: 'start' }],
  ['SetFreecamEnabled', { enabled: false }],
  ['SetFreecamSpeed', { speed: 1 }],
  ['SetFreecamPose', { pos: { X: 0, Y: 0, Z: 0 }, rot: { X: 0, Y: 0, Z: 0 } }],
  ['SpawnTestUi', {}],
  ['DestroyTestUi', {}],
  ['SetStartupScriptEnabled', { enabled: true }],
  ['WriteStartupScript', { content: '' }],
  ['RunStartupScript', {}],
  ['UndoWrite', { id: 1 }],
];
const EVALUATING = ['HookSetSource', 'ConsoleEval', 'RunConsoleScript', 'RunStartupScript'];
/** These let code run later. */
const PLANTING = ['HookSetEnabled', 'SetStartupScriptEnabled', 'WriteStartupScript'];
const UNASKED = ['SelectObject', 'RecordInput'];

describe('the gates', () => {
  it('the list of guarded tools in this test is complete', async () => {
    const stage = await Stage.open();
    const tools = stage.unity.world.tools as readonly { name: string; access: string }[];
    const guarded = tools.filter(({ access }) => access !== 'read').map(({ name }) => name);
    expect(guarded.sort()).toEqual(GUARDED.map(([name]) => name).sort());
  });

  it.each(GUARDED)('%s is denied by default, and the refusal names the start flag', async (name, args) => {
    const stage = await Stage.open({ grants: CLOSED });
    const { hint } = await stage.denied(name, args);
    expect(hint).toContain([...EVALUATING, ...PLANTING].includes(name) ? '--allow eval' : '--allow writes');
    expect(stage.events('tool_result').find(event => event.name === name)).toMatchObject({
      ok: false,
      error: { code: -32003, data: { kind: 'PermissionDenied' } },
    });
  });

  it.each(GUARDED)('%s is denied by the world itself where only its gate is closed', async (name, args) => {
    const stage = await Stage.open({ grants: REMOTE });
    const { message, hint } = await stage.denied(name, args);
    expect(message).toContain('allowWrites is off');
    expect(hint).toContain('SetConfig');
  });

  it.each(EVALUATING)('%s needs enableConsoleEval beside allowWrites', async name => {
    const stage = await Stage.open({ grants: REMOTE, config: { allowWrites: true } });
    const [, args] = GUARDED.find(([known]) => known === name) as [string, object];
    expect((await stage.denied(name, args)).message).toContain('enableConsoleEval is off');
  });

  it.each(GUARDED.filter(([name]) => !UNASKED.includes(name) && !name.startsWith('Hook')))(
    '%s needs confirm=true if requireConfirm is on and the client cannot ask the person',
    async (name, args) => {
      const everything = {
        requireConfirm: true,
        reflectionAllowlistMembers: ['T.m'],
        componentAllowlist: ['T'],
      };
      const stage = await Stage.open({ grants: OPEN, config: everything });
      for (const confirm of [{}, { confirm: false }]) {
        const { hint } = await stage.denied(name, { ...args, ...confirm });
        expect(hint).toContain('resend with confirm=true');
      }
    },
  );

  it('opens with confirm=true for a client that cannot be asked, in every revision', async () => {
    const stage = await Stage.open({ grants: OPEN, config: { requireConfirm: true } });
    for (const revision of REVISIONS) {
      const { isError } = await stage.result('SetClipboardText', { text: 'x', confirm: true }, { revision });
      expect(isError).toBeUndefined();
    }
    expect(stage.questions).toEqual([]);
  });

  const ASKABLE = REVISIONS.filter(({ id }) => id >= '2025-06-18');

  it.each(ASKABLE)(
    'asks the person where there is one, and goes on when they accept ($id)',
    async revision => {
      const stage = await Stage.open({ grants: OPEN, config: { requireConfirm: true } });
      await stage.call('SetClipboardText', { text: 'mine' }, { person: 'accept', revision });
      expect(stage.questions).toEqual(['Allow SetClipboardText {"text":"mine"}?']);
      expect(await stage.call('GetClipboard')).toMatchObject({ Preview: '"mine" (System.String)' });
      expect(await stage.entries()).toHaveLength(1);
    },
  );

  it.each(ASKABLE)(
    'does not take confirm=true for the word of a person who declines ($id)',
    async revision => {
      for (const person of ['decline', 'cancel'] as const) {
        const stage = await Stage.open({ grants: OPEN, config: { requireConfirm: true } });
        const args = { text: 'not mine', confirm: true };
        const { message } = await stage.denied('SetClipboardText', args, { person, revision });
        expect(message).toContain('declined');
        expect(await stage.call('GetClipboard')).toMatchObject({ HasValue: false });
      }
    },
  );

  it('does not ask if requireConfirm is off', async () => {
    const stage = await Stage.open({ grants: OPEN });
    await stage.call('SetClipboardText', { text: 'x' }, { person: 'decline' });
    expect(stage.questions).toEqual([]);
  });

  it('selects without a question, since SelectObject has no confirm', async () => {
    const stage = await Stage.open({ grants: OPEN, config: { requireConfirm: true } });
    const objectId = await stage.idOf('Player');
    await stage.call('SelectObject', { objectId }, { person: 'decline' });
    expect(stage.questions).toEqual([]);
    expect(await stage.call('GetSelection')).toMatchObject({ ActiveId: objectId });
  });
});

describe('the allowlists', () => {
  let stage: Stage;
  let player: string;
  beforeAll(async () => {
    stage = await Stage.open({ grants: OPEN, config: { reflectionAllowlistMembers: [] } });
    player = await stage.idOf('Player');
  });

  const HEALTH = { componentType: 'Worldwire.Health' };

  it.each([
    ['SetMember', { ...HEALTH, member: 'maximum', jsonValue: '5' }, 'reflectionAllowlistMembers'],
    ['CallMethod', { ...HEALTH, method: 'Kill' }, 'reflectionAllowlistMembers'],
    ['AddComponent', { type: 'UnityEngine.Rigidbody' }, 'componentAllowlist'],
    ['RemoveComponent', { typeOrIndex: 'Worldwire.Health' }, 'componentAllowlist'],
    ['RemoveComponent', { typeOrIndex: 1 }, 'componentAllowlist'],
    ['RemoveComponent', { typeOrIndex: '1' }, 'componentAllowlist'],
  ])('%s %j is denied by an empty %s', async (name, args, list) => {
    const { message, hint } = await stage.denied(name, { objectId: player, ...args });
    expect(message).toContain(list);
    expect(hint).toContain('--allow remote-config');
  });

  it('HookAdd is denied by an empty hookAllowlistSignatures', async () => {
    const { message } = await stage.denied('HookAdd', {
      type: 'Worldwire.Health',
      methodOrSignature: 'Kill',
    });
    expect(message).toContain('hookAllowlistSignatures');
  });

  it('a list without the entry values opens only what it names', async () => {
    const config = { reflectionAllowlistMembers: ['Worldwire.Health.Heal'] };
    const listed = await Stage.open({ grants: OPEN, config });
    const args = { objectId: player, ...HEALTH };
    await listed.call('CallMethod', { ...args, method: 'Heal', argsJson: '[1]' });
    await listed.denied('SetMember', { ...args, member: 'maximum', jsonValue: '100' });
    expect(await listed.call('GetConfig')).toMatchObject({ membersOpen: expect.stringMatching(/^listed/) });
  });

  it('an entry opens what it names, beside the values of the entry values', async () => {
    const config = { reflectionAllowlistMembers: ['values', 'Worldwire.Health.Heal'] };
    const listed = await Stage.open({ grants: OPEN, config });
    const args = { objectId: player, ...HEALTH };
    await listed.call('CallMethod', { ...args, method: 'Heal', argsJson: '[1]' });
    // A short name is resolved before the list is read.
    await listed.call('CallMethod', { ...args, componentType: 'health', method: 'Heal', argsJson: '[1]' });
    await listed.denied('CallMethod', { ...args, componentType: 'Health', method: 'Kill' });
    await listed.call('SetMember', { ...args, member: 'maximum', jsonValue: '100' });
    const parent = { componentType: 'UnityEngine.Transform', member: 'parent', jsonValue: 'null' };
    await listed.denied('SetMember', { objectId: player, ...parent });
    expect(await listed.call('GetConfig')).toMatchObject({ membersOpen: expect.stringMatching(/^values/) });
  });

  it('the hint has all entries of the list, so that it can be sent as it is', async () => {
    const entries = Array.from({ length: 12 }, (_, at) => `A.b${at}`);
    const grants = { ...OPEN, remoteConfig: true };
    const open = await Stage.open({ grants, config: { reflectionAllowlistMembers: entries } });
    const { hint = '' } = await open.denied('CallMethod', { objectId: player, ...HEALTH, method: 'Kill' });
    const sent = JSON.parse(/SetConfig (\{.*\})/.exec(hint)?.[1] as string);
    expect(sent).toEqual({ reflectionAllowlistMembers: [...entries, 'Worldwire.Health.Kill'] });
    const many = Array.from({ length: 400 }, (_, at) => `Some.Long.Name.Of.A.Type.member${at}`);
    await open.call('SetConfig', { reflectionAllowlistMembers: many });
    const { hint: long } = await open.denied('CallMethod', { objectId: player, ...HEALTH, method: 'Kill' });
    expect(long).toContain('Add "Worldwire.Health.Kill" to the 400 entries that GetConfig shows');
  });

  it.each([
    ['SetMember', { ...HEALTH, member: 'Maximum', jsonValue: '5' }, 'Did you mean maximum'],
    ['SetMember', { ...HEALTH, member: 'maximu', jsonValue: '5' }, 'Did you mean maximum'],
    ['SetMember', { ...HEALTH, member: 'Kill', jsonValue: '5' }, 'CallMethod'],
    ['SetMember', { componentType: 'Helth', member: 'maximum', jsonValue: '5' }, 'Worldwire.Health'],
    ['CallMethod', { ...HEALTH, method: 'Kil' }, 'Did you mean Kill'],
    ['CallMethod', { ...HEALTH, method: 'maximum' }, 'SetMember'],
    ['CallMethod', { componentType: 'Worldwire.Helth', method: 'Kill' }, 'Did you mean Worldwire.Health'],
    ['AddComponent', { type: 'UnityEngine.Rigidbdy' }, 'UnityEngine.Rigidbody'],
    ['RemoveComponent', { typeOrIndex: 'Worldwire.Helth' }, 'Did you mean Worldwire.Health'],
    ['RemoveComponent', { typeOrIndex: 99 }, 'GetComponents'],
  ])('%s %j is answered with the nearest name, not with a permission', async (name, args, hint) => {
    const failure = await stage.fail(name, { objectId: player, ...args });
    expect(failure.kind).toMatch(/^(NotFound|InvalidArgument)$/);
    expect(failure.hint).toContain(hint);
    expect(failure.hint).not.toMatch(/allow/i);
  });

  it.each([
    ['HookAdd', { type: 'Worldwire.Helth', methodOrSignature: 'Kill' }, 'Worldwire.Health'],
    ['HookAdd', { type: 'Worldwire.Health', methodOrSignature: 'Kil' }, 'Did you mean Kill'],
    ['HookListMethods', { type: 'Worldwire.Helth' }, 'Worldwire.Health'],
    ['HookSetEnabled', { signature: 'System.Void Worldwire.Health::Kil()', enabled: true }, 'unity://hooks'],
    ['HookRemove', { signature: 'Kill' }, 'unity://hooks'],
    ['HookSetSource', { signature: 'Kill', source: '' }, 'unity://hooks'],
    ['HookGetCalls', { signature: 'Kill' }, 'unity://hooks'],
  ])('%s %j is answered with the nearest name, too', async (name, args, hint) => {
    const failure = await stage.fail(name, args);
    expect(failure.kind).toMatch(/^(NotFound|InvalidArgument)$/);
    expect(failure.hint).toContain(hint);
  });
});

describe('members without a list', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await Stage.open({ grants: { ...CLOSED, writes: true } });
  });
  const member = async (object: string, componentType: string, member: string, jsonValue: unknown) => {
    return { objectId: await stage.idOf(object), componentType, member, jsonValue };
  };

  it.each([
    ['a number', 'Turret', 'Worldwire.Health', 'regeneration', 0.5],
    ['a boolean', 'Turret', 'UnityEngine.MeshRenderer', 'receiveShadows', false],
    ['a text', 'Turret', 'UnityEngine.GameObject', 'tag', '"Tower"'],
    ['an enum', 'Brazier', 'UnityEngine.Light', 'type', '"Spot"'],
    ['a vector', 'Turret', 'UnityEngine.Transform', 'localScale', { x: 2, y: 2, z: 2 }],
    ['a colour', 'Turret', 'UnityEngine.MeshRenderer', 'color', { r: 1, g: 0, b: 0, a: 1 }],
    ['a quaternion', 'Wall North', 'UnityEngine.Transform', 'rotation', { x: 0, y: 1, z: 0, w: 0 }],
  ])('are open for %s, which UndoWrite restores', async (_, object, type, name, value) => {
    const args = await member(object, type, name, value);
    const { objectId } = args;
    const read = () => stage.call('ReadComponentMember', { objectId, componentType: type, name });
    const before = await read();
    const { journalId } = await stage.whole('SetMember', args);
    expect(await read()).not.toEqual(before);
    await stage.call('UndoWrite', { id: journalId });
    expect(await read()).toEqual(before);
  });

  it('are closed for a reference, and the refusal has the line of the settings', async () => {
    const args = await member('Turret', 'UnityEngine.Transform', 'parent', 'null');
    const { hint } = await stage.denied('SetMember', args);
    expect(hint).toContain(
      '"reflectionAllowlistMembers": ["values","UnityEngine.Transform.parent"] in mcp.config.json',
    );
  });

  it('are closed for methods', async () => {
    const objectId = await stage.idOf('Turret');
    const args = { objectId, componentType: 'Worldwire.Health', method: 'Kill' };
    const { hint } = await stage.denied('CallMethod', args);
    expect(hint).toContain(
      '"reflectionAllowlistMembers": ["values","Worldwire.Health.Kill"] in mcp.config.json',
    );
  });

  it('are closed by an empty list of the operator, and by SetConfig', async () => {
    const own = await Stage.open({
      grants: { ...CLOSED, writes: true },
      config: { reflectionAllowlistMembers: [] },
    });
    const args = await member('Turret', 'Worldwire.Health', 'regeneration', 1);
    await own.denied('SetMember', args);
    const closed = await Stage.open({ grants: { ...CLOSED, writes: true } });
    await closed.call('SetConfig', { reflectionAllowlistMembers: [] });
    await closed.denied('SetMember', args);
    expect(await closed.call('GetConfig')).toMatchObject({ membersOpen: expect.stringMatching(/^listed/) });
  });
});

describe('SetConfig', () => {
  it('tightens while everything else is closed', async () => {
    const stage = await Stage.open({ grants: CLOSED, config: { componentAllowlist: ['A', 'B'] } });
    const answer = await stage.call('SetConfig', { requireConfirm: true, componentAllowlist: ['B'] });
    expect(answer).toMatchObject({
      ok: true,
      before: { requireConfirm: false, componentAllowlist: ['A', 'B'] },
      after: { requireConfirm: true, componentAllowlist: ['B'] },
    });
    expect(await stage.call('GetConfig')).toMatchObject({ requireConfirm: true, componentAllowlist: ['B'] });
  });

  it('closes writes for good, as far as clients are concerned', async () => {
    const stage = await Stage.open({ grants: OPEN });
    await stage.call('SetConfig', { allowWrites: false, enableConsoleEval: false });
    expect((await stage.denied('ClearClipboard')).hint).toContain('A client closed it with SetConfig');
    for (const change of [{ allowWrites: true }, { enableConsoleEval: true }]) {
      expect((await stage.denied('SetConfig', change)).hint).toContain('--allow remote-config');
    }
    await stage.denied('ClearClipboard');
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false, enableConsoleEval: false });
  });

  it.each([
    [{ allowWrites: true }, {}],
    [{ enableConsoleEval: true }, {}],
    [{ requireConfirm: false }, { requireConfirm: true }],
    [{ componentAllowlist: ['A'] }, {}],
    [{ componentAllowlist: ['B'] }, { componentAllowlist: ['A'] }],
    [{ reflectionAllowlistMembers: ['A.b'] }, {}],
    [{ hookAllowlistSignatures: ['A'] }, {}],
    [{ requireConfirm: true, hookAllowlistSignatures: ['A'] }, {}],
  ])('%j loosens %j: denied, and nothing of it is taken', async (change, config) => {
    const stage = await Stage.open({ grants: CLOSED, config });
    const before = await stage.call('GetConfig');
    expect((await stage.denied('SetConfig', change)).hint).toContain('--allow remote-config');
    expect(await stage.call('GetConfig')).toEqual(before);
  });

  it('opens gates with --allow remote-config, and saves it', async () => {
    const stage = await Stage.open({ grants: REMOTE });
    const change = { allowWrites: true, enableConsoleEval: true, componentAllowlist: ['T'] };
    await stage.call('SetConfig', change);
    await stage.call('ClearClipboard');
    expect(JSON.parse(await readFile(join(stage.folder, 'mcp.config.json'), 'utf8'))).toMatchObject(change);
    await stage.start();
    expect(await stage.call('GetConfig')).toMatchObject(change);
    await stage.start(CLOSED);
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false, enableConsoleEval: false });
  });

  it('opens nothing under --read-only, whatever the other flags', async () => {
    const grants = { writes: true, eval: true, remoteConfig: true, readOnly: true };
    const stage = await Stage.open({ grants, config: { allowWrites: true } });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false, enableConsoleEval: false });
    expect((await stage.denied('SetConfig', { allowWrites: true })).hint).toContain('--read-only');
  });

  it('asks the person before it loosens, where requireConfirm is on', async () => {
    const stage = await Stage.open({ grants: REMOTE, config: { requireConfirm: true } });
    await stage.denied('SetConfig', { allowWrites: true }, { person: 'decline' });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false });
    await stage.call('SetConfig', { allowWrites: true }, { person: 'accept' });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: true });
    expect(stage.questions).toHaveLength(2);
  });

  it('keeps what the operator wrote into the file meanwhile, and goes by it', async () => {
    const stage = await Stage.open({ grants: CLOSED, config: { componentAllowlist: ['A'] } });
    const path = join(stage.folder, 'mcp.config.json');
    const operators = { componentAllowlist: [], requireConfirm: true, logLevel: 'warning' };
    await writeFile(path, JSON.stringify(operators));
    await stage.call('SetConfig', { enableConsoleEval: false });
    expect(JSON.parse(await readFile(path, 'utf8'))).toMatchObject({
      ...operators,
      enableConsoleEval: false,
    });
    expect(await stage.call('GetConfig')).toMatchObject(operators);
  });

  it.each([
    [{ componentAllowlist: ['A'] }, { componentAllowlist: [] }],
    [{ requireConfirm: false }, { requireConfirm: true }],
  ])('%j opens again what the operator closed in the file: denied', async (change, operators) => {
    const stage = await Stage.open({ grants: CLOSED, config: { componentAllowlist: ['A'] } });
    const path = join(stage.folder, 'mcp.config.json');
    await writeFile(path, JSON.stringify(operators));
    expect((await stage.denied('SetConfig', change)).hint).toContain('--allow remote-config');
    expect(JSON.parse(await readFile(path, 'utf8'))).toEqual(operators);
  });

  it.each(['{', '{"requireConfirm":"yes"}', '{"enabled":false}'])(
    'leaves a file alone that it cannot go by: %s',
    async text => {
      const stage = await Stage.open({ grants: CLOSED });
      const path = join(stage.folder, 'mcp.config.json');
      await writeFile(path, text);
      expect((await stage.fail('SetConfig', { requireConfirm: true })).kind).toBe('Conflict');
      expect(await readFile(path, 'utf8')).toBe(text);
      expect(await stage.call('GetConfig')).toMatchObject({ requireConfirm: false });
    },
  );

  it('does not open a gate that a client has closed', async () => {
    const stage = await Stage.open({ grants: { ...OPEN, remoteConfig: true } });
    await stage.call('SetConfig', { allowWrites: false, enableConsoleEval: false });
    await stage.call('SetConfig', { requireConfirm: true });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false, enableConsoleEval: false });
  });

  it('closes what the operator closed in the file, where the file has a say in it', async () => {
    const open = { allowWrites: true, enableConsoleEval: true };
    const stage = await Stage.open({ grants: REMOTE, config: open });
    await writeFile(join(stage.folder, 'mcp.config.json'), JSON.stringify({ allowWrites: false }));
    await stage.call('SetConfig', { requireConfirm: false });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false, enableConsoleEval: false });
  });

  it('with restart reads the file of the operator again', async () => {
    const stage = await Stage.open({ grants: CLOSED });
    await writeFile(join(stage.folder, 'mcp.config.json'), JSON.stringify({ componentAllowlist: ['New'] }));
    await stage.call('SetConfig', { restart: true });
    expect(await stage.call('GetConfig')).toMatchObject({ componentAllowlist: ['New'] });
  });

  it('with restart plans what it opens', async () => {
    const stage = await Stage.open({ grants: { ...OPEN, remoteConfig: true } });
    await stage.call('SetConfig', { allowWrites: false });
    const list = { componentAllowlist: ['New'] };
    await writeFile(join(stage.folder, 'mcp.config.json'), JSON.stringify(list));
    const { before, after } = await stage.call('SetConfig', { restart: true, dryRun: true });
    expect(before).toMatchObject({ allowWrites: false, componentAllowlist: [] });
    expect(after).toMatchObject({ allowWrites: true, ...list });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false, componentAllowlist: [] });
    await stage.call('SetConfig', { restart: true });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: true, ...list });
  });

  it('with restart says what is wrong with the file, and changes nothing', async () => {
    const stage = await Stage.open({ grants: CLOSED });
    await writeFile(join(stage.folder, 'mcp.config.json'), '{');
    expect(await stage.fail('SetConfig', { restart: true })).toMatchObject({
      kind: 'Conflict',
      message: expect.stringContaining('is not JSON'),
    });
    expect(await stage.call('GetConfig')).toMatchObject({ requireConfirm: false });
  });

  it('loses none of several changes that arrive together', async () => {
    const stage = await Stage.open({ grants: OPEN });
    await Promise.all([
      stage.call('SetConfig', { requireConfirm: true }),
      stage.call('SetConfig', { enableConsoleEval: false }),
      stage.call('SetConfig', { allowWrites: false }),
    ]);
    const closed = { allowWrites: false, requireConfirm: true, enableConsoleEval: false };
    expect(await stage.call('GetConfig')).toMatchObject(closed);
    expect(JSON.parse(await readFile(join(stage.folder, 'mcp.config.json'), 'utf8'))).toMatchObject(closed);
  });

  it('needs at least one setting', async () => {
    const stage = await Stage.open();
    expect((await stage.fail('SetConfig')).kind).toBe('InvalidArgument');
  });
});

describe('mcp.config.json', () => {
  it('is made with everything closed', async () => {
    const stage = await Stage.open({ grants: OPEN });
    const settings = JSON.parse(await readFile(join(stage.folder, 'mcp.config.json'), 'utf8'));
    expect(settings).toEqual(settingsSchema.parse({}));
    expect(settings).toMatchObject({ allowWrites: false, enableConsoleEval: false });
  });

  it('opens neither writes nor code', async () => {
    const config = { allowWrites: true, enableConsoleEval: true };
    const stage = await Stage.open({ grants: CLOSED, config });
    expect(await stage.call('GetConfig')).toMatchObject({ allowWrites: false, enableConsoleEval: false });
  });

  it.each([
    ['{', 'is not JSON'],
    ['[]', 'has invalid settings'],
    ['{"allowWrite":true}', 'allowWrite'],
    ['{"requireConfirm":"yes"}', 'requireConfirm'],
    ['{"enabled":false}', 'disables the interface'],
  ])('%s is an error at start that says what is wrong', async (config, words) => {
    await expect(Stage.open({ config })).rejects.toThrow(words);
  });
});

describe('loosening', () => {
  const now = settingsSchema.parse({ componentAllowlist: ['A'], requireConfirm: true, allowWrites: true });

  it('is what opens something, and not what closes it or leaves it', () => {
    const same = { allowWrites: true, requireConfirm: true, componentAllowlist: ['A'] };
    expect(loosening(now, same)).toEqual([]);
    expect(loosening(now, { allowWrites: false, componentAllowlist: [], enableConsoleEval: false })).toEqual(
      [],
    );
    expect(loosening(now, { requireConfirm: false, componentAllowlist: ['A', 'B'] })).toEqual([
      'requireConfirm',
      'componentAllowlist',
    ]);
  });
});

describe('mcp.config.json', () => {
  it('is refused where it is a pipe, which would never end', async () => {
    const prepare = async (folder: string) => {
      execFileSync('mkfifo', [join(folder, 'mcp.config.json')]);
    };
    await expect(Stage.open({ prepare })).rejects.toThrow('is not a file');
  });

  it('is refused where it is larger than any settings', async () => {
    await expect(Stage.open({ config: ' '.repeat(5_000_000) })).rejects.toThrow('more than');
  });
});
