import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

export const HEALTH = 'Worldwire.Health';
export const KILL = `System.Void ${HEALTH}::Kill()`;
const SPAWNER = 'Worldwire.Spawner';
const SPAWNED = 'System.Void Worldwire.Spawner::Update()';

/** Everything that the calls below need to be allowed. */
export const OPEN_LISTS = {
  componentAllowlist: ['UnityEngine.Light', 'UnityEngine.MeshFilter'],
  reflectionAllowlistMembers: [`${HEALTH}.maximum`, `${HEALTH}.Heal`],
  hookAllowlistSignatures: [HEALTH, SPAWNER],
};

export interface Guarded {
  readonly name: string;
  /** Runs code, and needs enableConsoleEval. */
  readonly evaluates?: boolean;
  /** Lets code run later, and needs the access of code. */
  readonly plants?: boolean;
  /** Is never asked to be confirmed. */
  readonly unconfirmed?: boolean;
  /** Arguments that work once everything is allowed, for an object of the scene. */
  readonly args: (objectId: string) => object;
  /** Arguments it cannot take, and the word that its refusal says. */
  readonly bad: readonly [args: object, word: string];
  /** Arguments that name what is not there. */
  readonly missing?: object;
  /** Arguments that an allowlist refuses, and the name of that list. */
  readonly unlisted?: readonly [args: object, list: keyof typeof OPEN_LISTS];
}

const MISSING_ID = 'obj:999999';

/** Every guarded tool of the document and of ours, but SetConfig, which guards itself. One leaves the next what it needs. */
export const GUARDED: readonly Guarded[] = [
  {
    name: 'SetActive',
    args: objectId => ({ objectId, active: true }),
    bad: [{ objectId: 'obj:1', active: 'yes' }, 'active'],
    missing: { objectId: MISSING_ID, active: true },
  },
  {
    name: 'SelectObject',
    unconfirmed: true,
    args: objectId => ({ objectId }),
    bad: [{ objectId: 5 }, 'objectId'],
    missing: { objectId: MISSING_ID },
  },
  { name: 'SetClipboardText', args: () => ({ text: 'x' }), bad: [{ text: 1 }, 'text'] },
  {
    name: 'SetClipboardObject',
    args: objectId => ({ objectId }),
    bad: [{ objectId: 'me' }, 'objectId'],
    missing: { objectId: MISSING_ID },
  },
  { name: 'ClearClipboard', args: () => ({}), bad: [{ confirm: 'yes' }, 'confirm'] },
  {
    name: 'SetMember',
    args: objectId => ({ objectId, componentType: HEALTH, member: 'maximum', jsonValue: '100' }),
    bad: [{ objectId: 'obj:1', componentType: HEALTH, member: 'maximum' }, 'jsonValue'],
    missing: { objectId: MISSING_ID, componentType: HEALTH, member: 'maximum', jsonValue: '1' },
    unlisted: [
      { objectId: 'obj:1', componentType: 'UnityEngine.Transform', member: 'parent', jsonValue: 'null' },
      'reflectionAllowlistMembers',
    ],
  },
  {
    name: 'CallMethod',
    args: objectId => ({ objectId, componentType: HEALTH, method: 'Heal', argsJson: '[1]' }),
    bad: [{ objectId: 'obj:1', componentType: HEALTH, method: 'Heal', argsJson: 3 }, 'argsJson'],
    missing: { objectId: MISSING_ID, componentType: HEALTH, method: 'Heal', argsJson: '[1]' },
    unlisted: [{ objectId: 'obj:1', componentType: HEALTH, method: 'Kill' }, 'reflectionAllowlistMembers'],
  },
  {
    name: 'AddComponent',
    args: objectId => ({ objectId, type: 'UnityEngine.Light' }),
    bad: [{ objectId: 'obj:1', type: '' }, 'type'],
    missing: { objectId: MISSING_ID, type: 'UnityEngine.Light' },
    unlisted: [{ objectId: 'obj:1', type: HEALTH }, 'componentAllowlist'],
  },
  {
    name: 'RemoveComponent',
    args: objectId => ({ objectId, typeOrIndex: 'UnityEngine.MeshFilter' }),
    bad: [{ objectId: 'obj:1', typeOrIndex: -1 }, 'typeOrIndex'],
    missing: { objectId: MISSING_ID, typeOrIndex: 'UnityEngine.Light' },
    unlisted: [{ objectId: 'obj:1', typeOrIndex: HEALTH }, 'componentAllowlist'],
  },
  {
    name: 'HookAdd',
    args: () => ({ type: HEALTH, methodOrSignature: 'Heal' }),
    bad: [{ type: HEALTH }, 'methodOrSignature'],
    missing: { type: HEALTH, methodOrSignature: 'Explode' },
    unlisted: [{ type: 'UnityEngine.GameObject', methodOrSignature: 'SetActive' }, 'hookAllowlistSignatures'],
  },
  {
    name: 'HookSetEnabled',
    plants: true,
    args: () => ({ signature: SPAWNED, enabled: true }),
    bad: [{ signature: SPAWNED, enabled: 1 }, 'enabled'],
    missing: { signature: KILL, enabled: true },
    unlisted: [
      { signature: 'System.Void UnityEngine.GameObject::SetActive(System.Boolean)', enabled: true },
      'hookAllowlistSignatures',
    ],
  },
  {
    name: 'HookSetSource',
    evaluates: true,
    args: () => ({ signature: SPAWNED, source: '' }),
    bad: [{ signature: SPAWNED }, 'source'],
    missing: { signature: KILL, source: '' },
    unlisted: [
      { signature: 'System.Void UnityEngine.GameObject::SetActive(System.Boolean)', source: '' },
      'hookAllowlistSignatures',
    ],
  },
  {
    name: 'HookRemove',
    args: () => ({ signature: SPAWNED }),
    bad: [{ signature: '' }, 'signature'],
    missing: { signature: KILL },
  },
  {
    name: 'Reparent',
    args: objectId => ({ objectId, newParentId: null }),
    bad: [{ objectId: 'obj:1', newParentId: 'the root' }, 'newParentId'],
    missing: { objectId: MISSING_ID, newParentId: null },
  },
  {
    name: 'ConsoleEval',
    evaluates: true,
    args: () => ({ code: '1 + 1' }),
    bad: [{ code: 7 }, 'code'],
  },
  {
    name: 'WriteConsoleScript',
    args: () => ({ path: 'made.cs', content: '1' }),
    bad: [{ path: 'made.cs' }, 'content'],
  },
  {
    name: 'RunConsoleScript',
    evaluates: true,
    args: () => ({ path: 'kept.cs' }),
    bad: [{ path: 1 }, 'path'],
    missing: { path: 'missing.cs' },
  },
  {
    name: 'DeleteConsoleScript',
    args: () => ({ path: 'spare.cs' }),
    bad: [{}, 'path'],
    missing: { path: 'missing.cs' },
  },
  {
    name: 'WriteStartupScript',
    plants: true,
    args: () => ({ content: '1' }),
    bad: [{ content: null }, 'content'],
  },
  {
    name: 'SetStartupScriptEnabled',
    plants: true,
    args: () => ({ enabled: true }),
    bad: [{ enabled: 0 }, 'enabled'],
  },
  { name: 'RunStartupScript', evaluates: true, args: () => ({}), bad: [{ confirm: 1 }, 'confirm'] },
  {
    name: 'SendInput',
    args: () => ({ steps: [{ kind: 'key', key: 'F1' }] }),
    bad: [{ steps: [{ kind: 'push' }] }, 'kind'],
    missing: { recording: 'missing' },
  },
  { name: 'RecordInput', unconfirmed: true, args: () => ({ action: 'start' }), bad: [{}, 'action'] },
  { name: 'StepScene', args: () => ({ frames: 1 }), bad: [{ frames: 0 }, 'frames'] },
  { name: 'SetTimeScale', args: () => ({ value: 1 }), bad: [{ value: 'fast' }, 'value'] },
  { name: 'SetFreecamEnabled', args: () => ({ enabled: false }), bad: [{}, 'enabled'] },
  { name: 'SetFreecamSpeed', args: () => ({ speed: 5 }), bad: [{ speed: null }, 'speed'] },
  {
    name: 'SetFreecamPose',
    args: () => ({ pos: { X: 0, Y: 1, Z: 2 }, rot: { X: 0, Y: 0, Z: 0 } }),
    bad: [{ pos: { X: 0, Y: 1 }, rot: { X: 0, Y: 0, Z: 0 } }, 'pos'],
  },
  { name: 'SpawnTestUi', args: () => ({}), bad: [{ confirm: 'true' }, 'confirm'] },
  { name: 'DestroyTestUi', args: () => ({}), bad: [{ confirm: 'true' }, 'confirm'] },
  {
    name: 'UndoWrite',
    args: () => ({ id: 1 }),
    bad: [{ id: 'first' }, 'id'],
    missing: { id: 999_999 },
  },
  {
    name: 'LoadScene',
    args: () => ({ name: 'Arena' }),
    bad: [{ name: 'Arena', mode: 'both' }, 'mode'],
    missing: { name: 'Nowhere' },
  },
  {
    name: 'DestroyObject',
    args: objectId => ({ objectId }),
    bad: [{ objectId: '*' }, 'objectId'],
    missing: { objectId: MISSING_ID },
  },
];

/** The scripts that the calls above are about. */
export async function prepareScripts(folder: string): Promise<void> {
  const scripts = join(folder, 'Scripts');
  await mkdir(scripts);
  for (const name of ['kept.cs', 'spare.cs', 'startup.cs']) await writeFile(join(scripts, name), '1 + 1');
}
