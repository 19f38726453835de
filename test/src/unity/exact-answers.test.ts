import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern } from '../harness.js';
import type { Dto, Explorer } from './explorer.js';
import { LineReader } from './line-reader.js';
import { ALL, startUnity, type UnityServer } from './unity-server.js';

const CARD = 'Id Name Path Tag Layer Active ComponentCount';
const POSE = 'Pos.X Pos.Y Pos.Z Rot.X Rot.Y Rot.Z';

let server: UnityServer;
let explorer: Explorer;
let player: string;
let crate: string;
let crates: string;
beforeAll(async () => {
  server = await startUnity({
    grants: ALL,
    settings: {
      allowWrites: true,
      enableConsoleEval: true,
      componentAllowlist: ['UnityEngine.CanvasGroup'],
      reflectionAllowlistMembers: ['values', 'UnityEngine.Transform.GetInstanceID'],
      hookAllowlistSignatures: ['UnityEngine.GameObject'],
    },
  });
  explorer = server.explorer;
  // Values of members and the log stay as they are between two reads.
  await explorer.tool('SetTimeScale', { value: 0 });
  crates = await explorer.find('/Arena/Crates');
  [player, crate] = [await explorer.find('/Player'), await explorer.find('/Arena/Crates/Crate 1')];
});
afterAll(() => server.close());

const HEALTH = { componentType: 'Worldwire.Health' };

/** Calls of tools that read, each with the members of its answer in the document; those of items after "Items.". */
const READS: readonly (readonly [name: string, args: () => object, members: string])[] = [
  [
    'GetStatus',
    () => ({}),
    'Version UnityVersion Platform Runtime ExplorerVersion Ready ScenesLoaded Selection',
  ],
  ['ListScenes', () => ({}), 'Total Items.Id Items.Name Items.Index Items.IsLoaded Items.RootCount'],
  ['ListBuildScenes', () => ({ limit: 1 }), 'Total Items.Index Items.Name Items.Path'],
  ['ListObjects', () => ({ limit: 2 }), `Total ${below('Items', CARD)}`],
  ['GetObject', () => ({ id: player }), CARD],
  ['GetComponents', () => ({ objectId: player, limit: 1 }), 'Total Items.Type Items.Summary'],
  [
    'ListComponentMembers',
    () => ({ objectId: player, ...HEALTH, includeMethods: true }),
    `Total ${below('Items', 'Name Kind Type CanRead CanWrite')}`,
  ],
  [
    'ReadComponentMember',
    () => ({ objectId: player, ...HEALTH, name: 'current' }),
    'ok type valueText valueJson',
  ],
  ['ListChildren', () => ({ objectId: crates, limit: 1 }), `Total ${below('Items', CARD)}`],
  ['GetVersion', () => ({}), 'ExplorerVersion McpVersion UnityVersion Runtime'],
  ['SearchObjects', () => ({ query: 'crate', limit: 1 }), `Total ${below('Items', CARD)}`],
  ['GetCameraInfo', () => ({}), `IsFreecam Name Fov ${POSE}`],
  ['GetFreecam', () => ({}), `Enabled UsingGameCamera Speed ${POSE}`],
  ['MousePick', () => ({ mode: 'world', x: 0.5, y: 0.5, normalized: true }), 'Mode Hit Id Items'],
  ['TailLogs', () => ({ count: 2000 }), below('Items', 'T Level Message Source Category')],
  ['GetSelection', () => ({}), 'ActiveId Items'],
  ['GetClipboard', () => ({}), 'HasValue Type Preview ObjectId'],
  ['GetTimeScale', () => ({}), 'ok value locked'],
  [
    'GetConfig',
    () => ({}),
    'ok enabled bindAddress port allowWrites requireConfirm exportRoot logLevel componentAllowlist reflectionAllowlistMembers enableConsoleEval hookAllowlistSignatures',
  ],
  ['HookListAllowedTypes', () => ({}), 'ok items'],
  ['HookListMethods', () => ({ type: 'UnityEngine.GameObject' }), 'Total Items.Name Items.Signature'],
  ['GetStartupScript', () => ({}), 'ok enabled path'],
];

/** Writes in an order in which each can be done. */
const WRITES: readonly (readonly [name: string, args: () => object, members: string])[] = [
  ['SetConfig', () => ({ requireConfirm: false }), 'ok'],
  ['SetActive', () => ({ objectId: crate, active: true }), 'ok'],
  ['SelectObject', () => ({ objectId: crate }), 'ok'],
  ['SetClipboardText', () => ({ text: 'a' }), 'ok'],
  ['SetClipboardObject', () => ({ objectId: crate }), 'ok'],
  ['ClearClipboard', () => ({}), 'ok'],
  ['SetMember', () => ({ objectId: player, ...HEALTH, member: 'current', jsonValue: '5' }), 'ok'],
  [
    'CallMethod',
    () => ({ objectId: player, componentType: 'UnityEngine.Transform', method: 'GetInstanceID' }),
    'ok result',
  ],
  ['AddComponent', () => ({ objectId: crate, type: 'UnityEngine.CanvasGroup' }), 'ok'],
  ['RemoveComponent', () => ({ objectId: crate, typeOrIndex: 'UnityEngine.CanvasGroup' }), 'ok'],
  ['HookAdd', () => ({ type: 'UnityEngine.GameObject', method: 'SetActive' }), 'ok'],
  ['HookGetSource', () => ({ signature: SIGNATURE }), 'ok signature source'],
  ['HookSetEnabled', () => ({ signature: SIGNATURE, enabled: false }), 'ok'],
  ['HookSetSource', () => ({ signature: SIGNATURE, source: 'return;' }), 'ok'],
  ['HookRemove', () => ({ signature: SIGNATURE }), 'ok'],
  ['WriteConsoleScript', () => ({ path: 'a.cs', content: 'return 1;' }), 'ok'],
  ['ReadConsoleScript', () => ({ path: 'a.cs' }), 'Name Path Content SizeBytes LastModifiedUtc Truncated'],
  ['RunConsoleScript', () => ({ path: 'a.cs' }), 'ok result'],
  ['DeleteConsoleScript', () => ({ path: 'a.cs' }), 'ok'],
  ['WriteStartupScript', () => ({ content: 'return 1;' }), 'ok'],
  ['GetStartupScript', () => ({}), 'ok enabled path content'],
  ['SetStartupScriptEnabled', () => ({ enabled: false }), 'ok'],
  ['RunStartupScript', () => ({}), 'ok result path'],
  ['ConsoleEval', () => ({ code: '({ a: 1 })' }), 'ok result'],
  ['SetTimeScale', () => ({ value: 0 }), 'ok value locked'],
  ['SetFreecamSpeed', () => ({ speed: 3 }), 'ok speed'],
  ['SetFreecamEnabled', () => ({ enabled: false }), 'ok'],
  ['SetFreecamPose', () => ({ pos: { X: 1, Y: 1, Z: 1 }, rot: { X: 0, Y: 0, Z: 0 } }), 'ok'],
  ['SpawnTestUi', () => ({}), 'ok rootId blocks.name blocks.id'],
  ['DestroyTestUi', () => ({}), 'ok'],
  ['Reparent', () => ({ objectId: crate, newParentId: player }), 'ok'],
  ['DestroyObject', () => ({ objectId: crate }), 'ok'],
  ['LoadScene', () => ({ name: 'Menu', mode: 'additive' }), 'ok name mode'],
];
const SIGNATURE = 'System.Void UnityEngine.GameObject::SetActive(System.Boolean)';

function below(name: string, members: string): string {
  return members
    .split(' ')
    .map(member => `${name}.${member}`)
    .join(' ');
}

/** The members of an answer, with those of items and of vectors. */
function membersOf(answer: object): string[] {
  const all = Object.entries(answer).flatMap(([name, value]) => {
    const inner = (Array.isArray(value) ? value : [value]).filter(
      each => typeof each === 'object' && each !== null,
    );
    return inner.length === 0
      ? [name]
      : inner.flatMap(each => Object.keys(each).map(key => `${name}.${key}`));
  });
  return [...new Set(all)].toSorted();
}

/** Writes a line with a category. */
beforeAll(() => explorer.call('NoSuchTool'));

async function called(name: string, args: object) {
  const { status, body } = await explorer.call(name, args);
  expect([name, status, body.error]).toEqual([name, 200, undefined]);
  return body.result;
}

describe('the answers of the Unity document', () => {
  it.each(READS)('of %s have exactly its members, and the others in _meta', async (name, args, members) => {
    const { content, _meta, ...more } = await called(name, args());
    expect(more).toEqual({});
    expect(membersOf(content[0]!.json)).toEqual(members.split(' ').toSorted());
    expect(JSON.parse(content[0]!.text)).toEqual(content[0]!.json);
    expect(_meta).toMatchObject({ 'worldwire/revision': expect.any(Number) });
  });

  it('of writes have exactly its members, as their events, and the others in _meta', async () => {
    const stream = await LineReader.begun(server.base);
    for (const [name, args, members] of WRITES) {
      const { content, _meta } = await called(name, args());
      const { json } = content[0]!;
      expect([name, membersOf(json)]).toEqual([name, members.split(' ').toSorted()]);
      expect([name, json.ok ?? true]).toEqual([name, true]);
      expect(_meta).toMatchObject({ 'worldwire/revision': expect.any(Number) });
      const shown = () => stream.of('tool_result').findLast(payload => payload.name === name);
      await expect.poll(shown).toEqual({ name, ok: true, result: json });
    }
    stream.cut();
  });

  it('have all members where the call has an argument that the document lacks', async () => {
    const fields = ['Name', 'Position'];
    const { content } = await called('GetObject', { id: player, fields });
    expect(membersOf(content[0]!.json)).toEqual(['Id', 'Name', 'Position.X', 'Position.Y', 'Position.Z']);
    const planned = await called('SetActive', { objectId: player, active: true, dryRun: true });
    expect(planned.content[0]!.json).toMatchObject({ dryRun: true, digest: expect.any(String) });
    expect(planned.content[0]!.json).not.toHaveProperty('revision');
    expect((await called('ListJournal', { limit: 1 })).content[0]!.json).not.toHaveProperty('revision');
  });

  it('are as they were for the standard methods of MCP', async () => {
    const params = { name: 'GetObject', arguments: { id: player } };
    const answer = await fetch(server.url, modern('tools/call', params));
    const { result } = (await answer.json()) as { result: { structuredContent: Dto } };
    expect(result.structuredContent).toMatchObject({
      ActiveInHierarchy: true,
      revision: expect.any(Number),
    });
  });

  it.each([
    'status',
    'scenes',
    'scene/scn:0/objects?limit=2',
    'object/PLAYER',
    'object/PLAYER/components',
    'object/PLAYER/component/members?type=Worldwire.Health&limit=2',
    'object/PLAYER/component/member?type=Worldwire.Health&name=current',
    'object/PLAYER/children',
    'search?query=crate',
    'selection',
    'clipboard',
    'camera/active',
    'freecam',
    'logs/tail?count=2',
    'console/scripts',
    'hooks',
  ])('of unity://%s are the same from read_resource and from GET /read', async path => {
    const uri = `unity://${path.replace('PLAYER', player)}`;
    const { body } = await explorer.rpc('read_resource', { uri });
    const { contents, _meta } = body.result;
    expect(_meta).toMatchObject({ 'worldwire/revision': expect.any(Number) });
    const content = JSON.parse(contents[0]!.text) as Dto;
    for (const name of ['revision', 'NextOffset', 'Truncated', 'Last'])
      expect(content).not.toHaveProperty(name);
    for (const item of content.Items ?? []) expect(item).not.toHaveProperty('ActiveInHierarchy');
    const read = await fetch(`${server.base}/read?uri=${encodeURIComponent(uri)}`);
    expect(await read.json()).toEqual(content);
  });
});

describe('a script of 256 KB', () => {
  const text = `// ${'"\u0001\\'.repeat(100_000)}`.slice(0, 256 * 1024 - 20);

  it.each([
    ['of quotes and control characters', text],
    ['of characters', 'x'.repeat(256 * 1024)],
  ])('%s comes in one answer in the dialect, and in parts elsewhere', async (_what, content) => {
    for (const name of ['large.cs', 'startup.cs'])
      await writeFile(join(server.folder, 'Scripts', name), content);
    const {
      content: [first],
    } = await called('ReadConsoleScript', { path: 'large.cs' });
    expect(first?.json).toMatchObject({ Truncated: false, SizeBytes: content.length });
    expect(first?.json.Content === content).toBe(true);
    const {
      content: [startup],
    } = await called('GetStartupScript', {});
    expect(startup?.json.content === content).toBe(true);
    const uri = 'unity://console/script?path=large.cs';
    const { body } = await explorer.rpc('read_resource', { uri });
    expect(JSON.parse(body.result.contents[0]!.text).Content === content).toBe(true);
    const read = await fetch(`${server.base}/read?uri=${encodeURIComponent(uri)}`);
    expect(((await read.json()) as Dto).Content === content).toBe(true);
    const standard = modern('tools/call', { name: 'ReadConsoleScript', arguments: { path: 'large.cs' } });
    const answer = await (await fetch(server.url, standard)).text();
    expect(answer.length).toBeLessThan(70_000);
  });
});
