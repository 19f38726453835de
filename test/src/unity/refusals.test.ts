import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { modern } from '../harness.js';
import { GUARDED, OPEN_LISTS, prepareScripts } from './guarded-tools.js';
import { startUnity, type UnityServer } from './unity-server.js';

interface Annotated {
  readonly name: string;
  readonly annotations: { readonly readOnlyHint: boolean };
}

let closed: UnityServer;
let writing: UnityServer;
let open: UnityServer;
beforeAll(async () => {
  [closed, writing, open] = await Promise.all([
    startUnity({ settings: { ...OPEN_LISTS, allowWrites: true, enableConsoleEval: true } }),
    startUnity({ grants: { writes: true }, settings: OPEN_LISTS, prepare: prepareScripts }),
    startUnity({
      grants: { writes: true, eval: true },
      settings: { ...OPEN_LISTS, requireConfirm: true },
      prepare: prepareScripts,
    }),
  ]);
  // For the calls about hooks and about the journal.
  const hook = { type: 'Worldwire.Spawner', methodOrSignature: 'Update', confirm: true };
  await open.explorer.tool('SetTimeScale', { value: 1, confirm: true });
  await open.explorer.tool('HookAdd', hook);
  // A hook on a type that is not in the list, as the operator may have removed it.
  await open.engine.call('hook.add', { type: 'UnityEngine.GameObject', method: 'SetActive' });
});
afterAll(() => Promise.all([closed.close(), writing.close(), open.close()]));

describe.each(GUARDED.map(guarded => [guarded.name, guarded] as const))('%s', (name, guarded) => {
  const { evaluates, plants, unconfirmed, args, bad, missing, unlisted } = guarded;

  it('[UNITY-1.3] [UNITY-7.3] is denied by default, whatever the file of settings says', async () => {
    const { explorer } = closed;
    const refusal = await explorer.refusal(name, { ...args('obj:1'), confirm: true });
    expect(refusal).toMatchObject({ status: 200, kind: 'PermissionDenied' });
    expect(refusal.message).toContain(name);
    expect(refusal.hint).toContain(evaluates || plants ? '--allow eval' : '--allow writes');
  });

  if (evaluates) {
    it('[UNITY-4.2.14] [UNITY-5.1.8] [UNITY-5.2.5] is denied where only writes are allowed', async () => {
      const refusal = await writing.explorer.refusal(name, args('obj:1'));
      expect(refusal).toMatchObject({ status: 200, kind: 'PermissionDenied' });
      expect(refusal.hint).toContain('--allow eval');
    });
  }

  it('[UNITY-7.6] refuses arguments it cannot take, by their names', async () => {
    const refusal = await open.explorer.refusal(name, { confirm: true, ...bad[0] });
    expect(refusal).toMatchObject({ status: 200, kind: 'InvalidArgument' });
    expect(refusal.message).toContain(bad[1]);
  });

  it('[UNITY-7.6] refuses arguments it does not know, by their names', async () => {
    const refusal = await open.explorer.refusal(name, { ...args('obj:1'), colour: 'red' });
    expect(refusal).toMatchObject({ status: 200, kind: 'InvalidArgument' });
    expect(refusal.message).toContain('colour');
  });

  if (missing !== undefined) {
    it('[UNITY-7.4] says that what it is about is not there', async () => {
      const confirm = unconfirmed ? {} : { confirm: true };
      const refusal = await open.explorer.refusal(name, { ...missing, ...confirm });
      expect(refusal).toMatchObject({ status: 200, kind: 'NotFound' });
    });
  }

  if (unlisted !== undefined) {
    it('[UNITY-4.2.3] is denied what its allowlist does not have, and names the list', async () => {
      const [wanted, list] = unlisted;
      const own = 'objectId' in wanted ? { objectId: await open.explorer.find('/Player') } : {};
      const refusal = await open.explorer.refusal(name, { ...wanted, ...own, confirm: true });
      expect(refusal).toMatchObject({ status: 200, kind: 'PermissionDenied' });
      expect(`${refusal.message} ${refusal.hint}`).toContain(list);
      expect(refusal.hint).toContain('--allow remote-config');
    });
  }

  it('[UNITY-1.4] needs its confirmation where requireConfirm is on, and then works', async () => {
    const { explorer } = open;
    const wanted = args(await explorer.find('/Player'));
    if (unconfirmed) return void (await explorer.tool(name, wanted));
    for (const confirm of [{}, { confirm: false }]) {
      const refusal = await explorer.refusal(name, { ...wanted, ...confirm });
      expect(refusal).toMatchObject({ status: 200, kind: 'PermissionDenied' });
      expect(refusal.hint).toContain('confirm=true');
    }
    const confirmed = { ...wanted, confirm: true };
    const large = name === 'LoadScene';
    const answer = large ? explorer.planned(name, confirmed) : explorer.tool(name, confirmed);
    expect(await answer).toMatchObject({ ok: true });
  });
});

describe('the tools', () => {
  it('are all covered here, or read only, or SetConfig', async () => {
    const listed = await fetch(open.url, modern('tools/list'));
    const { tools } = ((await listed.json()) as { result: { tools: Annotated[] } }).result;
    const writers = tools.filter(({ annotations }) => !annotations.readOnlyHint);
    for (const { annotations } of writers) {
      // idempotentHint is left out where it is false, which is its default.
      expect(annotations).toMatchObject({ destructiveHint: expect.any(Boolean) });
    }
    expect(writers.map(({ name }) => name).toSorted()).toEqual(
      [...GUARDED.map(({ name }) => name), 'SetConfig'].toSorted(),
    );
  });

  it('[UNITY-1.3] left nothing behind where all of them were denied', async () => {
    const { Items } = await closed.explorer.tool('ListJournal', { limit: 500 });
    expect(Items.length).toBeGreaterThanOrEqual(GUARDED.length);
    expect(new Set(Items.map(({ Outcome }) => Outcome))).toEqual(new Set(['denied']));
    expect(await closed.explorer.tool('GetSelection')).toEqual({ ActiveId: null, Items: [] });
    expect((await closed.explorer.read('unity://console/scripts')).Items).toEqual([]);
    const kept = JSON.parse(await readFile(join(closed.folder, 'mcp.config.json'), 'utf8'));
    expect(kept).toMatchObject({ allowWrites: true });
    expect(await closed.explorer.tool('GetConfig')).toMatchObject({
      allowWrites: false,
      enableConsoleEval: false,
    });
  });
});
