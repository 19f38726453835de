import { TokenStore } from '@worldwire/transports/http';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { EngineClient, type Several, startSeveral } from './several-engines.js';

const WRITER = 'writer-0123456789abcdef';
const CODER = 'coder-0123456789abcdef';
const signature = 'System.Single Worldwire.Health::Heal(System.Single)';
const HOOK = { type: 'Worldwire.Health', methodOrSignature: 'Heal' };
const REFUSED = { kind: 'PermissionDenied', message: expect.stringContaining('needs the right') };

let several: Several;
let writer: EngineClient;
let coder: EngineClient;
beforeEach(async () => {
  const tokens = TokenStore.parse(
    `writer ${WRITER} UnityExplorer.Mcp:write\ncoder ${CODER} UnityExplorer.Mcp:eval`,
  );
  several = await startSeveral({
    http: { tokens },
    settings: { hookAllowlistSignatures: ['Worldwire.Health'] },
  });
  await several.link({ project: 'Quest' });
  await several.link({ project: 'Harbour' });
  writer = await EngineClient.withSession(several.server.url, { authorization: `Bearer ${WRITER}` });
  coder = await EngineClient.withSession(several.server.url, { authorization: `Bearer ${CODER}` });
  // The same hook in both engines, with code in one.
  for (const engine of ['quest', 'harbour']) await coder.call('HookAdd', { ...HOOK, engine });
  await coder.call('HookSetSource', { signature, source: 'return 1;', engine: 'harbour' });
  for (const engine of ['quest', 'harbour'])
    await coder.call('HookSetEnabled', { signature, enabled: false, engine });
});
afterEach(() => several.close());

describe('with two engines, the access of a call follows from what its own engine has', () => {
  const enable = { signature, enabled: true };

  it('for the engine that the call names', async () => {
    expect(await writer.fail('HookSetEnabled', { ...enable, engine: 'harbour' })).toMatchObject(REFUSED);
    expect(await writer.call('HookSetEnabled', { ...enable, engine: 'quest' })).toMatchObject({ ok: true });
  });

  it('for the engine that the session selected, and one that the call names instead', async () => {
    await writer.call('SelectEngine', { engine: 'harbour' });
    expect(await writer.fail('HookSetEnabled', enable)).toMatchObject(REFUSED);
    expect(await writer.call('HookSetEnabled', { ...enable, engine: 'quest' })).toMatchObject({ ok: true });
    await writer.call('SelectEngine', { engine: 'quest' });
    expect(await writer.fail('HookSetEnabled', { ...enable, engine: 'harbour' })).toMatchObject(REFUSED);
  });

  it('for an undo, whose numbers each engine counts for itself', async () => {
    const since = { since: 0 };
    expect(await writer.fail('UndoWrite', { ...since, engine: 'harbour' })).toMatchObject(REFUSED);
    expect(await writer.fail('UndoWrite', { id: 4, engine: 'harbour' })).toMatchObject(REFUSED);
    await writer.call('SelectEngine', { engine: 'harbour' });
    expect(await writer.fail('UndoWrite', { id: 4 })).toMatchObject(REFUSED);
    expect(await writer.call('UndoWrite', { id: 4, engine: 'quest' })).toMatchObject({ ok: true });
  });

  it('and a call for no engine or an unknown one runs nothing', async () => {
    for (const engine of ['Harbour', 'harbour ', 7, ['harbour'], { name: 'harbour' }])
      await expect(writer.call('HookSetEnabled', { ...enable, engine })).rejects.toThrow();
    await expect(writer.call('HookSetEnabled', enable)).rejects.toThrow();
    await coder.call('SelectEngine', { engine: 'harbour' });
    expect(JSON.parse(await coder.read('unity://hooks')).Items).toMatchObject([{ Enabled: false }]);
  });
});
