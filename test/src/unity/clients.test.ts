import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ERAS, type Visitor } from '../universe/official-clients.js';
import { GUARDED, OPEN_LISTS, prepareScripts } from './guarded-tools.js';
import { startUnity, type UnityServer } from './unity-server.js';

let server: UnityServer;
let closed: UnityServer;
beforeAll(async () => {
  [server, closed] = await Promise.all([
    startUnity({
      grants: { writes: true, eval: true },
      settings: OPEN_LISTS,
      prepare: prepareScripts,
    }),
    startUnity(),
  ]);
});
afterAll(() => Promise.all([server.close(), closed.close()]));

/** Every read tool, with arguments that work. */
const READS: [string, (player: string) => object][] = [
  ['GetStatus', () => ({})],
  ['GetVersion', () => ({})],
  ['ListScenes', () => ({})],
  ['ListBuildScenes', () => ({})],
  ['ListObjects', () => ({ sceneId: 'scn:0' })],
  ['GetObject', id => ({ id })],
  ['GetComponents', objectId => ({ objectId })],
  ['ListComponentMembers', objectId => ({ objectId, componentType: 'UnityEngine.Transform' })],
  [
    'ReadComponentMember',
    objectId => ({ objectId, componentType: 'UnityEngine.Transform', name: 'position' }),
  ],
  ['ListChildren', objectId => ({ objectId })],
  ['SearchObjects', () => ({ query: 'crate' })],
  ['GetCameraInfo', () => ({})],
  ['GetFreecam', () => ({})],
  ['MousePick', () => ({})],
  ['TailLogs', () => ({})],
  ['ReadConsoleScript', () => ({ path: 'kept.cs' })],
  ['GetStartupScript', () => ({})],
  ['GetSelection', () => ({})],
  ['GetClipboard', () => ({})],
  ['GetTimeScale', () => ({})],
  ['GetErrors', () => ({})],
  ['WaitUntil', objectId => ({ conditions: [{ objectId, is: 'exists' }] })],
  ['CastRay', () => ({ from: { x: 0, y: 9, z: 0 }, to: { x: 0, y: -9, z: 0 } })],
  ['FindOverlaps', () => ({ at: { x: 0, y: 0, z: 0 }, radius: 5 })],
  ['ListInputActions', () => ({})],
  ['ListControls', () => ({})],
  ['GetConfig', () => ({})],
  ['HookListAllowedTypes', () => ({})],
  ['HookListMethods', () => ({ type: 'Worldwire.Health' })],
  ['ListJournal', () => ({})],
];

describe.each(ERAS)('%s', (_era, visit) => {
  let visitor: Visitor;
  let player: string;
  beforeAll(async () => {
    await server.explorer.planned('LoadScene', { name: 'Arena' });
    player = await server.explorer.find('/Player');
    visitor = await visit(server.url);
  });
  afterAll(() => visitor.close());

  /** The client itself holds each result against its output schema. */
  async function call(name: string, args: object): Promise<Record<string, unknown>> {
    const { content, structuredContent, isError } = await visitor.call(name, args);
    if (isError) throw new Error(`${name}: ${content[0]?.text}`);
    expect(structuredContent).toEqual(JSON.parse(content[0]!.text));
    return structuredContent as Record<string, unknown>;
  }

  it('lists every tool with its schemas, annotations and what it is for', async () => {
    const tools = await visitor.tools();
    const names = [...READS, ...GUARDED.map(({ name }) => [name] as const)].map(([name]) => name);
    expect(tools.map(({ name }) => name).toSorted()).toEqual(
      [
        ...[...names, 'HookGetCalls', 'HookGetSource', 'Screenshot', 'SetConfig'],
        ...['ProfileScene', 'WatchScene'],
      ].toSorted(),
    );
    for (const { description, inputSchema, outputSchema, annotations } of tools) {
      expect(description!.length).toBeGreaterThan(10);
      expect(inputSchema.type).toBe('object');
      expect(outputSchema).toMatchObject({ type: 'object' });
      expect(annotations).toMatchObject({ readOnlyHint: expect.any(Boolean) });
    }
  });

  it.each(READS)('reads by %s, with data that fits its schema', async (name, args) => {
    expect(Object.keys(await call(name, args(player)))).not.toEqual([]);
  });

  it.each(GUARDED.filter(({ name }) => !/Startup|Delete|HookRemove|HookSet|Undo/.test(name)))(
    'writes by $name, with data that fits its schema',
    async ({ name, args }) => {
      if (name === 'HookAdd') await server.explorer.call('HookRemove', { signature: HEAL });
      if (name === 'DestroyObject') player = await server.explorer.find('/Player');
      const isFinal = ['LoadScene', 'DestroyObject'].includes(name);
      const plan = isFinal ? await call(name, { ...args(player), dryRun: true }) : {};
      const expected = plan.digest === undefined ? {} : { expectDigest: plan.digest };
      expect(await call(name, { ...args(player), ...expected })).toMatchObject({ ok: true });
    },
  );

  it('is told why a tool fails, in a result that fits the schema too', async () => {
    const visitor = await visit(closed.url);
    for (const { name, args } of GUARDED) {
      const { isError, content, structuredContent } = await visitor.call(name, args('obj:1'));
      expect({ name, isError }).toEqual({ name, isError: true });
      expect(JSON.parse(content[0]!.text)).toMatchObject({ ok: false, error: { kind: 'PermissionDenied' } });
      if (structuredContent !== undefined) expect(structuredContent).toEqual(JSON.parse(content[0]!.text));
    }
    await visitor.close();
  });

  it('reads resources, and is told when one it watches changes', async () => {
    expect((await visitor.resources()).map(({ uri }) => uri)).toContain('unity://status');
    expect((await visitor.templates()).map(({ uriTemplate }) => uriTemplate)).toContain(
      'unity://object/{id}',
    );
    const { mimeType, text } = await visitor.read('unity://search?name=Turret');
    expect(mimeType).toBe('application/json');
    expect(JSON.parse(text)).toMatchObject({ Total: 1 });
    let hear: (uri: string) => void = () => {};
    const heard = new Promise<string>(resolve => {
      hear = resolve;
    });
    await visitor.watch('unity://selection', uri => hear(uri));
    for (const path of ['/Spawner', '/Arena']) {
      await server.explorer.tool('SelectObject', { objectId: await server.explorer.find(path) });
    }
    expect(await heard).toBe('unity://selection');
  });
});

const HEAL = 'System.Single Worldwire.Health::Heal(System.Single)';
