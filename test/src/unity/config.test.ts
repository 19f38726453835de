import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { ALL, startUnity, type UnityServer, type UnityServerOptions } from './unity-server.js';

const HEALTH = 'Worldwire.Health';

let server: UnityServer;
afterEach(() => server.close());

async function start(options: UnityServerOptions): Promise<UnityServer['explorer']> {
  server = await startUnity(options);
  return server.explorer;
}

async function kept(): Promise<Record<string, unknown>> {
  return JSON.parse(await readFile(join(server.folder, 'mcp.config.json'), 'utf8'));
}

const OPEN = {
  requireConfirm: true,
  componentAllowlist: ['A', 'B'],
  reflectionAllowlistMembers: ['A.b'],
  hookAllowlistSignatures: [HEALTH],
};

/** Each opens something that is closed. */
const LOOSENING: [string, object][] = [
  ['allowWrites', { allowWrites: true }],
  ['enableConsoleEval', { enableConsoleEval: true }],
  ['requireConfirm', { requireConfirm: false }],
  ['componentAllowlist', { componentAllowlist: ['A', 'B', 'C'] }],
  ['reflectionAllowlistMembers', { reflectionAllowlistMembers: ['A.b', 'A.c'] }],
  ['hookAllowlistSignatures', { hookAllowlistSignatures: ['Worldwire.Spawner'] }],
];

describe('SetConfig without --allow remote-config', () => {
  it('[UNITY-4.2.1] opens nothing, names what it refuses, and says which flag would allow it', async () => {
    const explorer = await start({ settings: OPEN });
    const before = await explorer.tool('GetConfig');
    for (const [name, change] of LOOSENING) {
      const refusal = await explorer.refusal('SetConfig', change);
      expect(refusal).toMatchObject({ status: 200, kind: 'PermissionDenied' });
      expect(refusal.message).toContain(name);
      expect(refusal.hint).toContain('--allow remote-config');
    }
    // Nor in company with something that it may do.
    const mixed = { componentAllowlist: [], allowWrites: true };
    expect(await explorer.refusal('SetConfig', mixed)).toMatchObject({ kind: 'PermissionDenied' });
    expect(await explorer.tool('GetConfig')).toEqual(before);
    expect(await kept()).toMatchObject(OPEN);
  });

  it('[UNITY-4.2.1] closes everything, at once and in the file, and does not open it again', async () => {
    const explorer = await start({ grants: { writes: true, eval: true }, settings: OPEN });
    const closing = {
      allowWrites: false,
      enableConsoleEval: false,
      componentAllowlist: ['B'],
      reflectionAllowlistMembers: [],
      hookAllowlistSignatures: [],
    };
    expect(await explorer.tool('SetConfig', closing)).toMatchObject({
      ok: true,
      before: { allowWrites: true, componentAllowlist: ['A', 'B'] },
      after: closing,
    });
    expect(await explorer.tool('GetConfig')).toMatchObject(closing);
    expect(await kept()).toMatchObject(closing);
    expect(await explorer.refusal('SetTimeScale', { value: 0, confirm: true })).toMatchObject({
      kind: 'PermissionDenied',
    });
    expect(await explorer.refusal('ConsoleEval', { code: '1', confirm: true })).toMatchObject({
      kind: 'PermissionDenied',
    });
    for (const change of [{ allowWrites: true }, { componentAllowlist: ['A'] }]) {
      expect(await explorer.refusal('SetConfig', change)).toMatchObject({ kind: 'PermissionDenied' });
    }
  });

  it('[UNITY-4.2.1] leaves closed what was closed when it is asked to restart', async () => {
    const explorer = await start({ grants: { writes: true, eval: true }, settings: OPEN });
    const closing = {
      allowWrites: false,
      enableConsoleEval: false,
      componentAllowlist: ['B'],
      reflectionAllowlistMembers: [],
      hookAllowlistSignatures: [],
    };
    await explorer.tool('SetConfig', closing);
    for (const change of [{ restart: true }, { restart: true, requireConfirm: true }]) {
      await explorer.tool('SetConfig', change);
      expect(await explorer.tool('GetConfig')).toMatchObject(closing);
      expect(await kept()).toMatchObject(closing);
      expect(await explorer.refusal('SetTimeScale', { value: 0, confirm: true })).toMatchObject({
        kind: 'PermissionDenied',
        message: expect.stringContaining('allowWrites'),
      });
      expect(await explorer.refusal('ConsoleEval', { code: '1', confirm: true })).toMatchObject({
        kind: 'PermissionDenied',
      });
    }
  });

  it('[UNITY-4.2.1] opens no gate by a restart that the file says is open', async () => {
    const explorer = await start({});
    await writeFile(
      join(server.folder, 'mcp.config.json'),
      JSON.stringify({ ...(await kept()), allowWrites: true, enableConsoleEval: true }),
    );
    await explorer.tool('SetConfig', { restart: true });
    expect(await explorer.tool('GetConfig')).toMatchObject({ allowWrites: false, enableConsoleEval: false });
    expect(await explorer.refusal('SetTimeScale', { value: 0 })).toMatchObject({ kind: 'PermissionDenied' });
  });

  it('[UNITY-1.4] can switch the confirmation on', async () => {
    const explorer = await start({ grants: { writes: true } });
    await explorer.tool('SetTimeScale', { value: 2 });
    await explorer.tool('SetConfig', { requireConfirm: true });
    expect(await explorer.refusal('SetTimeScale', { value: 1 })).toMatchObject({ kind: 'PermissionDenied' });
    expect(await explorer.refusal('SetConfig', { requireConfirm: false })).toMatchObject({
      kind: 'PermissionDenied',
    });
  });
});

describe('SetConfig with --allow remote-config', () => {
  it('[UNITY-4.2.1] [UNITY-4.2.3] opens gates and lists, and what they allow works', async () => {
    const explorer = await start({ grants: { remoteConfig: true } });
    const player = await explorer.find('/Player');
    expect(await explorer.refusal('SetActive', { objectId: player, active: false })).toMatchObject({
      kind: 'PermissionDenied',
      hint: expect.stringContaining('SetConfig'),
    });
    await explorer.tool('SetConfig', { allowWrites: true, enableConsoleEval: true });
    await explorer.tool('SetActive', { objectId: player, active: false });
    expect(await explorer.active(player)).toBe(false);
    const add = { objectId: player, type: 'UnityEngine.Light' };
    expect(await explorer.refusal('AddComponent', add)).toMatchObject({ kind: 'PermissionDenied' });
    await explorer.tool('SetConfig', { componentAllowlist: ['UnityEngine.Light'] });
    await explorer.tool('AddComponent', add);
    expect(await explorer.tool('HookListAllowedTypes')).toEqual({ ok: true, items: [], Total: 0 });
    await explorer.tool('SetConfig', { hookAllowlistSignatures: [HEALTH] });
    expect(await explorer.tool('HookListAllowedTypes')).toEqual({
      ok: true,
      items: [HEALTH],
      Total: 1,
    });
    expect(await explorer.tool('ConsoleEval', { code: '6 * 7' })).toMatchObject({ ok: true, result: '42' });
    await explorer.tool('SetConfig', { allowWrites: false });
    expect(await explorer.refusal('SetActive', { objectId: player, active: true })).toMatchObject({
      kind: 'PermissionDenied',
    });
  });

  it('opens nothing under --read-only', async () => {
    const explorer = await start({ grants: { ...ALL, readOnly: true } });
    for (const [, change] of LOOSENING.filter(([name]) => name !== 'requireConfirm')) {
      const refusal = await explorer.refusal('SetConfig', change);
      expect(refusal).toMatchObject({
        kind: 'PermissionDenied',
        hint: expect.stringContaining('--read-only'),
      });
    }
    expect(await explorer.refusal('SetTimeScale', { value: 0 })).toMatchObject({
      kind: 'PermissionDenied',
      hint: expect.stringContaining('--read-only'),
    });
  });

  it('[UNITY-4.2.1] reads the file again when asked to restart', async () => {
    const explorer = await start({ grants: ALL });
    const settings = { ...(await kept()), componentAllowlist: ['From.The.File'] };
    await writeFile(join(server.folder, 'mcp.config.json'), JSON.stringify(settings));
    expect((await explorer.tool('GetConfig')).componentAllowlist).toEqual([]);
    await explorer.tool('SetConfig', { restart: true });
    expect((await explorer.tool('GetConfig')).componentAllowlist).toEqual(['From.The.File']);
  });

  it.each<[object, string]>([
    [{}, 'at least one setting'],
    [{ allowWrites: 'yes' }, 'allowWrites'],
    [{ componentAllowlist: 'UnityEngine.Light' }, 'componentAllowlist'],
    [{ hookAllowlistSignatures: [''] }, 'hookAllowlistSignatures'],
    [{ port: 80 }, 'port'],
    [{ exportRoot: '/' }, 'exportRoot'],
  ])('[UNITY-4.2.1] refuses %j', async (change, word) => {
    const explorer = await start({ grants: ALL });
    const refusal = await explorer.refusal('SetConfig', change);
    expect(refusal).toMatchObject({ status: 200, kind: 'InvalidArgument' });
    expect(refusal.message).toContain(word);
  });
});

describe('mcp.config.json', () => {
  it('is made with everything closed but values of members where there is none', async () => {
    await start({});
    expect(await kept()).toEqual({
      enabled: true,
      allowWrites: false,
      requireConfirm: false,
      enableConsoleEval: false,
      componentAllowlist: [],
      reflectionAllowlistMembers: ['values'],
      hookAllowlistSignatures: [],
      exportRoot: '',
      logLevel: 'info',
    });
  });

  it('stops the server from opening where it makes no sense', async () => {
    server = await startUnity();
    const { engine } = server;
    for (const settings of [{ allowWrites: 'yes' }, { allowWrite: true }, { enabled: false }]) {
      await expect(startUnity({ engine, settings })).rejects.toThrow('mcp.config.json');
    }
  });

  it('decides which lines of the log are kept', async () => {
    const explorer = await start({ grants: ALL, settings: { logLevel: 'error' } });
    await explorer.planned('LoadScene', { name: 'Menu' });
    await explorer.call('GetObject', { id: 'obj:999999' });
    const { Items } = await explorer.tool('TailLogs');
    expect(new Set(Items.map(({ Level }) => Level))).toEqual(new Set(['error']));
    expect((await explorer.tool('GetConfig')).logLevel).toBe('error');
  });
});
