import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { LinkedEngine } from '@worldwire/engine/linked';
import { FakeBridge } from '@worldwire/engine/testing';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { BAD_PATHS } from './script-spellings.js';
import { startUnity, type UnityServer } from './unity-server.js';

const MOST = 256 * 1024;
const MARK = '\uFEFF';

let server: UnityServer;
let explorer: Explorer;
let scripts: string;
beforeAll(async () => {
  server = await startUnity({ grants: { writes: true, eval: true } });
  explorer = server.explorer;
  scripts = join(server.folder, 'Scripts');
});
afterAll(() => server.close());

const write = (path: string, content: string) => explorer.tool('WriteConsoleScript', { path, content });
const read = (path: string) => explorer.tool('ReadConsoleScript', { path, maxBytes: 1_000_000 });

describe('a script', () => {
  it('[UNITY-5.1.6] [UNITY-4.1.17] [UNITY-5.1.1] is written and read', async () => {
    expect(await write('mcp-test.cs', 'return 123;')).toMatchObject({ ok: true, before: null });
    const file = await read('mcp-test.cs');
    expect(file).toEqual({
      Name: 'mcp-test.cs',
      Path: join(scripts, 'mcp-test.cs'),
      Content: 'return 123;',
      SizeBytes: 11,
      LastModifiedUtc: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      Truncated: false,
    });
    expect(await explorer.read('unity://console/script?path=mcp-test.cs')).toEqual(file);
    expect(await read(join(scripts, 'mcp-test.cs'))).toEqual(file);
    await write('mcp-test.cs', 'return 5;');
    expect((await read('mcp-test.cs')).Content).toBe('return 5;');
  });

  it('[UNITY-3.15] is in the list of scripts, by page', async () => {
    await write('a.cs', '1');
    await writeFile(join(scripts, 'not-a-script.txt'), 'x');
    const { Total, Items } = await explorer.read('unity://console/scripts');
    expect(Items).toContainEqual({ Name: 'a.cs', Path: join(scripts, 'a.cs') });
    expect(Items.map(({ Name }) => Name)).not.toContain('not-a-script.txt');
    expect(await explorer.read('unity://console/scripts?limit=1')).toEqual({
      Total,
      Items: [Items[0]],
      NextOffset: 1,
    });
  });

  it('[UNITY-5.1.7] is deleted, once', async () => {
    await write('gone.cs', '1');
    expect(await explorer.tool('DeleteConsoleScript', { path: 'gone.cs' })).toMatchObject({
      ok: true,
      after: null,
    });
    for (const name of ['DeleteConsoleScript', 'ReadConsoleScript', 'RunConsoleScript']) {
      expect(await explorer.refusal(name, { path: 'gone.cs' })).toMatchObject({
        status: name.startsWith('Read') ? 404 : 200,
        kind: 'NotFound',
      });
    }
  });

  it('[UNITY-5.1.8] runs with the scene in reach', async () => {
    await write('count.cs', 'return scene.findAll("Light").length;');
    expect(await explorer.tool('RunConsoleScript', { path: 'count.cs' })).toMatchObject({
      ok: true,
      result: '2',
    });
    await writeFile(join(scripts, 'marked.cs'), `${MARK}6 * 7`);
    expect(await explorer.tool('RunConsoleScript', { path: 'marked.cs' })).toMatchObject({ result: '42' });
  });

  it('[UNITY-5.1.3] holds 256 KB and not a byte more', async () => {
    await write('full.cs', 'x'.repeat(MOST));
    expect(await read('full.cs')).toMatchObject({ SizeBytes: MOST, Truncated: false });
    const more = { path: 'more.cs', content: 'x'.repeat(MOST + 1) };
    expect(await explorer.refusal('WriteConsoleScript', more)).toMatchObject({ kind: 'InvalidArgument' });
    // Bytes count, not characters.
    const wide = { path: 'more.cs', content: 'ü'.repeat(MOST / 2 + 1) };
    expect(await explorer.refusal('WriteConsoleScript', wide)).toMatchObject({ kind: 'InvalidArgument' });
    expect(await explorer.refusal('ReadConsoleScript', { path: 'more.cs' })).toMatchObject({ status: 404 });
    await writeFile(join(scripts, 'large.cs'), `${'x'.repeat(MOST)}y`);
    const large = await read('large.cs');
    expect(large).toMatchObject({ SizeBytes: MOST + 1, Truncated: true });
    expect(large.Content).toBe('x'.repeat(MOST));
    expect(await explorer.refusal('RunConsoleScript', { path: 'large.cs' })).toMatchObject({
      kind: 'InvalidArgument',
    });
  });

  it('[UNITY-5.1.4] loses its mark when it is read, and when it is written', async () => {
    await writeFile(join(scripts, 'marked.cs'), `${MARK}1`);
    expect((await read('marked.cs')).Content).toBe('1');
    await write('marked.cs', `${MARK}2`);
    expect([...(await readFile(join(scripts, 'marked.cs')))]).toEqual([0x32]);
    // The mark is not counted.
    await write('marked.cs', `${MARK}${'x'.repeat(MOST)}`);
    await writeFile(join(scripts, 'marked.cs'), `${MARK}${'x'.repeat(MOST)}`);
    expect(await read('marked.cs')).toMatchObject({ Truncated: false, Content: 'x'.repeat(MOST) });
  });
});

/** The startup script as WriteStartupScript leaves it. */
async function putStartup(folder: string, code: string): Promise<void> {
  await mkdir(join(folder, 'Scripts'));
  await writeFile(join(folder, 'Scripts', 'startup.cs'), code);
  const digest = createHash('sha256').update(code).digest('hex');
  const record = { digest, principal: 'local', at: new Date().toISOString() };
  await writeFile(join(folder, 'startup-script.json'), JSON.stringify(record));
}

describe('the startup script', () => {
  it('[UNITY-5.1.5] [UNITY-5.1.9] [UNITY-5.1.10] [UNITY-5.1.11] is written, switched, read and run', async () => {
    expect(await explorer.tool('GetStartupScript')).toMatchObject({ ok: true, enabled: false });
    for (const [name, args] of [
      ['SetStartupScriptEnabled', { enabled: true }],
      ['RunStartupScript', {}],
    ] as const) {
      expect(await explorer.refusal(name, args)).toMatchObject({ status: 200, kind: 'NotFound' });
    }
    await explorer.tool('WriteStartupScript', { content: '"one"' });
    expect(await explorer.tool('GetStartupScript')).toEqual({
      ok: true,
      enabled: true,
      path: join(scripts, 'startup.cs'),
      content: '"one"',
    });
    await explorer.tool('SetStartupScriptEnabled', { enabled: false });
    expect(await explorer.tool('GetStartupScript')).toEqual({
      ok: true,
      enabled: false,
      path: join(scripts, 'startup.disabled.cs'),
      content: '"one"',
    });
    expect(await explorer.tool('RunStartupScript')).toMatchObject({
      ok: true,
      result: 'one',
      path: join(scripts, 'startup.disabled.cs'),
    });
    await explorer.tool('WriteStartupScript', { content: '"two"' });
    const names = (await readdir(scripts)).filter(name => name.startsWith('startup'));
    expect(names).toEqual(['startup.cs']);
    expect(await explorer.tool('RunStartupScript')).toMatchObject({
      result: 'two',
      path: join(scripts, 'startup.cs'),
    });
  });

  it('[UNITY-5.1.10] can be written where code may not run', async () => {
    const writing = await startUnity({ grants: { remoteConfig: true }, settings: { allowWrites: true } });
    await writing.explorer.tool('WriteStartupScript', { content: '1' });
    expect(await writing.explorer.tool('GetStartupScript')).toMatchObject({ enabled: true, content: '1' });
    await writing.close();
  });

  it('cannot be written where the operator allows no code', async () => {
    const writing = await startUnity({ grants: { writes: true } });
    for (const [name, args] of [
      ['WriteStartupScript', { content: '1' }],
      ['WriteConsoleScript', { path: 'startup.cs', content: '1' }],
      ['SetStartupScriptEnabled', { enabled: true }],
    ] as const)
      expect((await writing.explorer.refusal(name, args)).hint).toContain('--allow eval');
    await writing.close();
  });

  it.each([
    [true, 'Renamed'],
    [false, 'Player'],
  ])('runs when the world opens, where code may run: %s', async (code, name) => {
    const opened = await startUnity({
      grants: { writes: true, eval: code },
      prepare: async folder => {
        await putStartup(folder, 'scene.find("/Player").name = "Renamed"');
      },
    });
    expect(await opened.explorer.find(`/${name}`)).toMatch(/^obj:/);
    await opened.close();
  });
});

describe('the startup script of an engine that links', () => {
  const code = '(scene.find("/Player") ?? scene.find("/Player!")).name += "!"';
  let scene: Engine;
  let linked: LinkedEngine;
  let opened: UnityServer;
  beforeEach(async () => {
    scene = await openEmbedded();
    linked = new LinkedEngine({ now: () => new Date(), mint: randomUUID });
    opened = await startUnity({
      engine: linked,
      grants: { writes: true, eval: true },
      prepare: async folder => {
        await putStartup(folder, code);
      },
    });
  });
  afterEach(async () => {
    await opened.close();
    await scene.close();
  });
  const named = async (name: string) => (await scene.call('object.list', { name, limit: 1 })).total;
  const logged = async (text: string) =>
    JSON.stringify((await opened.explorer.tool('TailLogs')).Items).includes(text);

  it('runs once in each process of it, and not again where the same dials again', async () => {
    const first = await FakeBridge.of(scene, 'first');
    first.dial(linked);
    await expect.poll(() => named('Player!')).toBe(1);
    first.disconnect();
    first.dial(linked);
    await opened.explorer.tool('ListScenes');
    expect(await named('Player!!')).toBe(0);
    first.disconnect();
    const second = await FakeBridge.of(scene, 'second');
    second.dial(linked);
    await expect.poll(() => named('Player!!')).toBe(1);
  });

  it('does not run again where the engine was lost in it', async () => {
    const first = await FakeBridge.of(scene, 'first');
    first.mute = true;
    first.dial(linked);
    await expect.poll(() => first.requests.map(({ method }) => method)).toContain('code.run');
    first.disconnect();
    const second = await FakeBridge.of(scene, 'second');
    second.dial(linked);
    await expect.poll(() => logged('the engine was lost while startup.cs ran')).toBe(true);
    second.disconnect();
    const third = await FakeBridge.of(scene, 'third');
    third.dial(linked);
    await opened.explorer.tool('ListScenes');
    for (const bridge of [second, third])
      expect(bridge.requests.map(({ method }) => method)).not.toContain('code.run');
  });
});

describe('a path', () => {
  beforeAll(async () => {
    await writeFile(join(server.folder, 'secret.cs'), 'SECRET');
    await mkdir(join(scripts, 'folder.cs'));
    await symlink(join(server.folder, 'secret.cs'), join(scripts, 'link.cs'));
    await symlink(server.folder, join(scripts, 'out'));
  });

  it.each(BAD_PATHS)('[UNITY-5.1.2] never leads out of the folder: %j', async spelled => {
    const path = spelled.replace('<data>', server.folder).replace('<scripts>', scripts);
    for (const [name, args] of [
      ['ReadConsoleScript', { path }],
      ['WriteConsoleScript', { path, content: 'OVERWRITTEN' }],
      ['RunConsoleScript', { path }],
      ['DeleteConsoleScript', { path }],
    ] as const) {
      const refusal = await explorer.refusal(name, args);
      const status = name.startsWith('Read') ? 400 : 200;
      expect(refusal).toMatchObject({ status, kind: 'InvalidArgument' });
      expect(JSON.stringify(refusal)).not.toContain('SECRET');
    }
    const query = `unity://console/script?path=${encodeURIComponent(path)}`;
    expect((await explorer.rpc('read_resource', { uri: query })).status).toBe(400);
    expect(await readFile(join(server.folder, 'secret.cs'), 'utf8')).toBe('SECRET');
  });

  it('[UNITY-5.1.2] was spelled in at least 100 ways, and nothing was left anywhere', async () => {
    expect(new Set(BAD_PATHS).size).toBeGreaterThanOrEqual(100);
    expect((await readdir(server.folder)).toSorted()).toEqual([
      'Scripts',
      'mcp.config.json',
      'secret.cs',
      'startup-script.json',
    ]);
    for (const name of await readdir(scripts)) expect(name).toMatch(/^[a-z.-]+\.(cs|txt)$|^out$/);
  });
});
