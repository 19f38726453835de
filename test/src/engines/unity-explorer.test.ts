import { randomUUID } from 'node:crypto';
import { LinkedEngine } from '@worldwire/engine/linked';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Godot } from '../../../bridges/testing/godot-process.js';
import { LinkHost } from '../../../bridges/testing/link-host.js';
import { hasMono } from '../../../bridges/unity/testing/has-mono.js';
import { startUnity as startDemo } from '../../../bridges/unity/testing/start-unity.js';
import type { Card, Explorer } from '../unity/explorer.js';
import { startUnity, type UnityServer } from '../unity/unity-server.js';

const HEALTH = 'Demo.Health';
const TRANSFORM = 'UnityEngine.Transform';
/** Everything that the tests set, call and add. */
const SETTINGS = {
  componentAllowlist: ['UnityEngine.BoxCollider'],
  reflectionAllowlistMembers: [
    ...['current', 'mood', 'notes', 'home', 'Damage', 'Describe', 'Stumble'].map(name => `${HEALTH}.${name}`),
    `${TRANSFORM}.localPosition`,
  ],
};

// The bridge runs in Mono on a shim of Unity: HTTP, kernel, link and bridge are the real ones.
describe.skipIf(!hasMono())('the bridge for Unity through the explorer interface', () => {
  let server: UnityServer;
  let explorer: Explorer;
  let host: LinkHost;
  let demo: Godot;
  let turret: string;
  beforeAll(async () => {
    const engine = new LinkedEngine({ now: () => new Date(), mint: randomUUID });
    server = await startUnity({ engine, grants: { writes: true, eval: true }, settings: SETTINGS });
    explorer = server.explorer;
    host = await LinkHost.listen(({ engine: hello }, channel) => engine.join(hello, channel));
    demo = await startDemo({ port: host.port });
  });
  afterAll(async () => {
    await server?.close();
    await demo?.kill();
    await host?.close();
  });
  beforeEach(async () => {
    await explorer.planned('LoadScene', { name: 'Arena', mode: 'single' });
    turret = await explorer.find('/Arena/Turret');
  });

  const set = (member: string, value: unknown, componentType = HEALTH) =>
    explorer.tool('SetMember', { objectId: turret, componentType, member, jsonValue: JSON.stringify(value) });

  it('says what the engine is', async () => {
    expect(await explorer.tool('GetStatus')).toMatchObject({
      Ready: true,
      ScenesLoaded: 1,
      UnityVersion: expect.stringContaining('2019.4'),
    });
  });

  it('has the loaded scene and the two pseudo-scenes, and those of the build', async () => {
    const { Items } = await explorer.tool('ListScenes');
    expect(Items.map(({ Id }) => Id)).toEqual(['scn:0', 'scn:ddol', 'scn:hide']);
    expect(Items[0]).toMatchObject({ Name: 'Arena', RootCount: 1 });
    const builds = await explorer.tool('ListBuildScenes');
    expect(builds.Items.map(({ Name }) => Name)).toEqual(['Arena', 'Menu', 'Play', 'Desk']);
  });

  it.each([
    [{ name: 'turret' }, ['/Arena/Turret']],
    [{ type: 'Rigidbody' }, ['/Arena/Crates/Crate 6']],
    [{ type: HEALTH }, ['/Arena/Turret', '/Arena/Friend']],
    [{ path: '/Turret/' }, ['/Arena/Turret/Barrel', '/Arena/Turret/Barrel/Muzzle']],
  ])('searches by %j', async (query, paths) => {
    const { Items } = await explorer.tool('SearchObjects', query);
    expect(Items.map(({ Path }) => Path)).toEqual(paths);
  });

  it('lists children and components', async () => {
    const { Items } = await explorer.tool('ListChildren', { objectId: turret });
    expect(Items.map(({ Name }) => Name)).toEqual(['Barrel']);
    const components = await explorer.tool('GetComponents', { objectId: turret });
    expect(components.Items.map(({ Type }) => Type)).toEqual([
      TRANSFORM,
      'UnityEngine.MeshFilter',
      'UnityEngine.MeshRenderer',
      'UnityEngine.BoxCollider',
      HEALTH,
    ]);
  });

  it.each([
    ['current', 12.5],
    ['current', 0.1],
    ['mood', 'Angry'],
    ['notes', 'zwölf \u{1F600} "quoted"\n'],
    ['home', { x: 1, y: 2, z: 3 }],
  ])('sets %s to %j and reads it back', async (name, value) => {
    expect(await set(name, value)).toMatchObject({ ok: true });
    expect(await explorer.value(turret, HEALTH, name)).toEqual(value);
  });

  it('refuses a value of another type with the next step, and changes nothing', async () => {
    const failure = await explorer.refusal('SetMember', {
      objectId: turret,
      componentType: HEALTH,
      member: 'mood',
      jsonValue: '"Furious"',
    });
    expect(failure).toMatchObject({
      kind: 'InvalidArgument',
      hint: expect.stringContaining('Calm, Alert, Angry'),
    });
    expect(await explorer.value(turret, HEALTH, 'mood')).toBe('Calm');
  });

  it('undoes a write', async () => {
    const { undo } = await explorer.whole('SetMember', {
      objectId: turret,
      componentType: HEALTH,
      member: 'current',
      jsonValue: '7',
    });
    const [, tool = '', args = '{}'] = /^(\w+) (.*)$/.exec(String(undo)) ?? [];
    await explorer.tool(tool, JSON.parse(args));
    expect(await explorer.value(turret, HEALTH, 'current')).toBe(100);
  });

  it('calls methods, and reports what they throw with file and line', async () => {
    const call = { objectId: turret, componentType: HEALTH, argsJson: '[3]' };
    expect(await explorer.tool('CallMethod', { ...call, method: 'Damage' })).toMatchObject({ ok: true });
    expect(await explorer.value(turret, HEALTH, 'current')).toBe(97);
    const failure = await explorer.refusal('CallMethod', { ...call, method: 'Stumble', argsJson: '[]' });
    expect(failure.message).toContain('it stumbled');
    const { Items } = await explorer.tool('GetErrors');
    expect(JSON.stringify(Items)).toMatch(/Scripts\.cs/);
  });

  it('has a test interface that MousePick meets, topmost first', async () => {
    const { rootId } = await explorer.whole('SpawnTestUi');
    expect(rootId).toMatch(/^obj:/);
    const { Items } = await explorer.tool('MousePick', { mode: 'ui', x: 0.5, y: 0.5, normalized: true });
    expect(Items.map(({ Name }) => Name)).toEqual(['McpTestBlock_Left', 'McpTestBlock_Right']);
    expect(await explorer.planned('DestroyTestUi', {})).toMatchObject({ ok: true });
  });

  it('has the camera of the scene, and picks what is in front of it', async () => {
    expect(await explorer.tool('GetCameraInfo')).toMatchObject({ Name: 'Camera', IsFreecam: false });
    const hit = await explorer.tool('MousePick', { mode: 'world', x: 0.5, y: 0.5, normalized: true });
    const { Path } = (await explorer.tool('GetObject', { id: hit.Id })) as unknown as Card;
    expect(Path).toBe('/Arena/Turret');
  });

  it('gives a picture', async () => {
    const { body } = await explorer.call('Screenshot', {});
    expect(
      body.result.content.some(({ type, mimeType }) => type === 'image' && /^image\//.test(mimeType)),
    ).toBe(true);
  });

  it('plays the menu by what a person sees and does', async () => {
    await explorer.planned('LoadScene', { name: 'Menu', mode: 'single' });
    const { Items } = await explorer.tool('ListControls');
    expect(JSON.stringify(Items)).toContain('Start game');
    await explorer.tool('SendInput', { steps: [{ kind: 'button', x: 80, y: 40 }] });
    expect(await explorer.value(await explorer.find('/Menu'), 'Demo.MenuScript', 'clicks')).toBe(1);
  });

  it('says why it runs no code', async () => {
    const failure = await explorer.refusal('ConsoleEval', { code: 'return 1;' });
    expect(failure).toMatchObject({ kind: 'Unsupported', message: expect.stringContaining('compiler') });
    expect(failure.hint).toBeTruthy();
  });
});
