import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { REVISIONS } from '@worldwire/protocol';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { MAX_SCRIPT_BYTES } from './scripts/script-folder.js';
import { OPEN, Stage } from './stage.test.js';

const OBJECTS = 50_000;
const LINES = 100_000;
/** A client that shows views, and may call their tools. */
const VIEWS = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } };
const MAX_BYTES = 64 * 1024;
const HEALTH = 'Worldwire.Health';
const HEAL = `System.Single ${HEALTH}::Heal(System.Single)`;
const LONG = '"\\\u0001世'.repeat(200);

const bytes = (value: unknown) => Buffer.byteLength(JSON.stringify(value));

interface Page {
  readonly Total: number;
  readonly Items: readonly unknown[];
  readonly NextOffset?: number;
  readonly Truncated?: true;
}

describe('in a scene with 50,000 objects and 100,000 log lines', () => {
  let engine: Engine;
  let stage: Stage;
  let crowd: string;
  let player: string;
  beforeAll(async () => {
    engine = await openEmbedded({ objects: OBJECTS });
    const types = Array.from({ length: 500 }, (_, index) => `${LONG} ${index}`.slice(0, 1_000));
    stage = await Stage.open({
      grants: OPEN,
      engine,
      config: { hookAllowlistSignatures: [HEALTH, ...types.slice(1)], componentAllowlist: types },
    });
    crowd = await stage.idOf('Crowd');
    player = await stage.idOf('Player');
    await stage.call('HookAdd', { type: HEALTH, methodOrSignature: 'Heal' });
    await stage.call('HookSetSource', { signature: HEAL, source: `// ${'\u0001"'.repeat(8_000)}` });
    for (let round = 0; round < LINES / 2_000; round++) {
      for (let line = 0; line < 2_000; line++) stage.unity.noteError(-32_000, `${round} ${line} ${LONG}`);
    }
    for (let count = 0; count < 120; count++) {
      await engine.call('object.create', { name: `${count} ${LONG}`, parent: player });
      await stage.call('SetClipboardText', { text: `${count} ${LONG.repeat(10)}` });
    }
    await stage.call('WriteConsoleScript', { path: 'large.cs', content: LONG.repeat(200) });
    await stage.call('WriteStartupScript', { content: LONG.repeat(200) });
    for (let count = 0; count < 300; count++) {
      await writeFile(join(stage.folder, 'Scripts', `${'s'.repeat(200)}${count}.cs`), '');
    }
  }, 300_000);
  afterAll(() => engine.close());

  const READS: readonly (readonly [string, () => object])[] = [
    ['GetStatus', () => ({})],
    ['GetVersion', () => ({})],
    ['TailLogs', () => ({ count: 2_000 })],
    ['ListScenes', () => ({ limit: 500 })],
    ['ListBuildScenes', () => ({ limit: 500 })],
    ['ListObjects', () => ({ limit: 500 })],
    ['SearchObjects', () => ({ query: 'e', limit: 500 })],
    [
      'GetObject',
      () => ({ id: player, fields: ['Position', 'Velocity', 'Bounds', 'Visible', 'Descendants'] }),
    ],
    ['ListChildren', () => ({ objectId: player, limit: 500 })],
    ['GetComponents', () => ({ objectId: player, limit: 500 })],
    ['ListComponentMembers', () => ({ objectId: player, componentType: HEALTH, includeMethods: true })],
    ['ReadComponentMember', () => ({ objectId: player, componentType: 'GameObject', name: 'name' })],
    ['GetCameraInfo', () => ({})],
    ['MousePick', () => ({ mode: 'ui' })],
    ['Screenshot', () => ({})],
    ['WatchScene', () => ({ seconds: 0.5, pictures: 2 })],
    ['GetErrors', () => ({ limit: 500 })],
    ['ProfileScene', () => ({ seconds: 0.1 })],
    ['WaitUntil', () => ({ conditions: [{ objectId: player, is: 'exists' }] })],
    ['CastRay', () => ({ from: { x: 0, y: 9, z: 0 }, to: { x: 0, y: -9, z: 0 } })],
    ['FindOverlaps', () => ({ at: { x: 0, y: 0, z: 0 }, radius: 1_000, limit: 500 })],
    ['ListInputActions', () => ({ limit: 500 })],
    ['ListControls', () => ({ limit: 500 })],
    ['GetFreecam', () => ({})],
    ['GetTimeScale', () => ({})],
    ['GetSelection', () => ({})],
    ['GetClipboard', () => ({})],
    ['HookListAllowedTypes', () => ({ limit: 500 })],
    ['HookListMethods', () => ({ type: HEALTH, limit: 500 })],
    ['HookGetSource', () => ({ signature: HEAL })],
    ['HookGetCalls', () => ({ signature: HEAL, limit: 256 })],
    ['ReadConsoleScript', () => ({ path: 'large.cs' })],
    ['GetStartupScript', () => ({})],
    ['GetConfig', () => ({})],
    ['ListJournal', () => ({ limit: 500 })],
    ['FollowScene', () => ({ since: 0 })],
  ];

  it('every read tool is in this sweep', () => {
    const tools = stage.unity.world.tools as readonly {
      name: string;
      annotations: { readOnlyHint: boolean };
    }[];
    const reads = tools.filter(({ annotations }) => annotations.readOnlyHint).map(({ name }) => name);
    expect(reads.sort()).toEqual(READS.map(([name]) => name).sort());
  });

  it.each(READS)('%s answers within 64 KiB, and says if it is not all', async (name, args) => {
    for (const revision of REVISIONS) {
      const result = await stage.result(name, args(), { revision, capabilities: VIEWS });
      expect(result.isError, JSON.stringify(result).slice(0, 500)).toBeUndefined();
      if (['Screenshot', 'WatchScene', 'ProfileScene'].includes(name)) continue;
      expect(bytes(result), revision.id).toBeLessThanOrEqual(MAX_BYTES);
    }
    const answer = await stage.call<Page & { count?: number }>(name, args(), { capabilities: VIEWS });
    if (answer.Items === null || answer.Items === undefined || name === 'GetSelection') return;
    // The view of the scene shows Total, and asks for no further page.
    if (name === 'MousePick' || name === 'FollowScene') return;
    // Goes on by a cursor.
    if (name === 'GetErrors') return;
    const { limit = 50, count = limit } = args() as { limit?: number; count?: number };
    if (answer.Items.length < answer.Total) expect(answer.NextOffset).toBe(answer.Items.length);
    else expect(answer.NextOffset).toBeUndefined();
    if (answer.Items.length < Math.min(count, answer.Total)) expect(answer.Truncated).toBe(true);
  });

  it.each(['ReadConsoleScript', 'GetStartupScript', 'HookGetSource', 'HookListAllowedTypes'])(
    '%s says that it is cut',
    async name => {
      const [, args] = READS.find(([known]) => known === name) as (typeof READS)[number];
      expect(await stage.call(name, args())).toMatchObject({ Truncated: true });
    },
  );

  it('GetConfig says how long the lists are that it cuts', async () => {
    const config = await stage.call<Record<string, unknown[]>>('GetConfig');
    expect(config).toMatchObject({ truncated: { componentAllowlist: 500, hookAllowlistSignatures: 500 } });
    expect(config.componentAllowlist?.length).toBeLessThan(500);
  });

  it('a script comes in parts without a gap', async () => {
    let content = '';
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const part: { Content: string; NextOffset?: number } = await stage.call('ReadConsoleScript', {
        path: 'large.cs',
        offset,
      });
      content += part.Content;
      offset = part.NextOffset;
    }
    expect(content).toBe(LONG.repeat(200));
  });

  it('pages lead to every kept line of the log, once', async () => {
    const seen: unknown[] = [];
    let dropped: unknown;
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const page: Page & { Dropped?: number } = await stage.call('TailLogs', { count: 2_000, offset });
      seen.unshift(...page.Items);
      dropped = page.Dropped;
      offset = page.NextOffset;
      expect(page.Total).toBe(2_000);
    }
    expect(seen).toHaveLength(2_000);
    expect(new Set(seen.map(line => JSON.stringify(line))).size).toBe(2_000);
    expect(dropped).toBeGreaterThanOrEqual(LINES - 2_000);
  });

  it('pages lead to every object, once', async () => {
    const seen = new Set<string>();
    let total = 0;
    for (let offset: number | undefined = 0; offset !== undefined; ) {
      const args = { objectId: crowd, limit: 500, offset, maxBytes: 1_000_000 };
      const page: Page = await stage.call('ListChildren', args);
      expect(page.Items).toHaveLength(500);
      for (const item of page.Items) seen.add((item as { Id: string }).Id);
      total = page.Total;
      offset = page.NextOffset;
    }
    expect([seen.size, total]).toEqual([OBJECTS, OBJECTS]);
  });

  it('every resource answers within 64 KiB, and maxBytes raises that', async () => {
    const uris = (stage.unity.resourceList() as { uri: string }[]).map(({ uri }) =>
      uri
        .replace('{sceneId}', 'scn:0')
        .replace('{id}', player)
        .replace('{?type,includeMethods,', `?type=${HEALTH}{&`)
        .replace('{?type,name}', '?type=UnityEngine.GameObject&name=name')
        .replace('{?path,', '?path=large.cs{&')
        .replace(/\{.*/, ''),
    );
    const caller = stage.caller({});
    for (const uri of [...uris, 'unity://search?query=e&limit=500', 'unity://logs/tail?count=2000']) {
      expect(bytes(await stage.ask(caller, 'resources/read', { uri })), uri).toBeLessThanOrEqual(MAX_BYTES);
      // GET /read has a script whole, as the document says. A byte of its text takes six at most in JSON.
      const max = uri.startsWith('unity://console/script?') ? 6 * MAX_SCRIPT_BYTES : MAX_BYTES;
      expect(bytes(await stage.unity.readResource(uri)), uri).toBeLessThanOrEqual(max);
    }
    const large = await stage.resource<Page>('unity://search?query=stone&limit=500&maxBytes=1000000');
    expect(large.Items).toHaveLength(500);
  });

  it('writes answer within 64 KiB, too', async () => {
    const name = LONG.repeat(20).slice(0, 10_000);
    const writes: readonly (readonly [string, object])[] = [
      [
        'SetMember',
        { objectId: player, componentType: 'GameObject', member: 'name', jsonValue: JSON.stringify(name) },
      ],
      ['SetActive', { objectId: player, active: false }],
      ['SetClipboardText', { text: LONG.repeat(15) }],
      ['HookSetSource', { signature: HEAL, source: `// ${'\u0001"'.repeat(8_000)}` }],
      ['WriteConsoleScript', { path: 'large.cs', content: LONG.repeat(150) }],
      ['ConsoleEval', { code: '"\\u0001".repeat(1e5)' }],
      ['ConsoleEval', { code: 'Array.from({ length: 1e5 }, (_, i) => ({ i }))' }],
      ['SetConfig', { hookAllowlistSignatures: [HEALTH] }],
      ['UndoWrite', { since: 0 }],
    ];
    for (const [tool, args] of writes) {
      const dry = await stage.result(tool, { ...args, dryRun: true });
      expect(bytes(dry), tool).toBeLessThanOrEqual(MAX_BYTES);
      const done = await stage.result(tool, args);
      expect(done.isError, `${tool} ${JSON.stringify(done).slice(0, 500)}`).toBeUndefined();
      expect(bytes(done), tool).toBeLessThanOrEqual(MAX_BYTES);
    }
  });
});
