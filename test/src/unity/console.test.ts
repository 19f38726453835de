import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Explorer } from './explorer.js';
import { startUnity, type UnityServer } from './unity-server.js';

let server: UnityServer;
let explorer: Explorer;
beforeAll(async () => {
  server = await startUnity({
    grants: { writes: true, eval: true },
    engine: await openEmbedded({ scriptMs: 2_000, memoryMb: 128 }),
  });
  explorer = server.explorer;
});
afterAll(() => server.close());

const run = (code: string) => explorer.tool('ConsoleEval', { code });

describe('ConsoleEval', () => {
  it.each<[string, unknown]>([
    ['1 + 1', '2'],
    ['"a" + "b"', 'ab'],
    ['return 5 * 5;', '25'],
    ['[1, 2, 3].map(n => n * n)', '[1,4,9]'],
    ['({ a: { b: true } })', '{"a":{"b":true}}'],
    ['null', null],
    ['await Promise.resolve(7)', '7'],
  ])('[UNITY-4.2.14] gives what %s comes to', async (code, result) => {
    expect(await run(code)).toMatchObject({ ok: true, result });
  });

  it('[UNITY-4.2.14] has the scene in reach: it sees and changes what the tools see and change', async () => {
    const player = await explorer.find('/Player');
    expect((await run('scene.find("/Player")')).result).toBe(player);
    await run('scene.find("/Player").setActive(false)');
    expect(await explorer.active(player)).toBe(false);
    await explorer.tool('SetActive', { objectId: player, active: true });
    expect((await run('scene.find("/Player").activeSelf')).result).toBe('true');
    await run('scene.find("/Player").getComponent("Health").Damage(30)');
    expect(await explorer.value(player, 'Worldwire.Health', 'lastCause')).toBe('');
    expect(await explorer.value(player, 'Worldwire.Health', 'current')).toBeLessThan(100);
    await run('scene.create("Made by code")');
    expect(await explorer.find('/Made by code')).toMatch(/^obj:/);
  });

  it('[UNITY-4.2.14] writes to the log', async () => {
    await run('console.log("a word of the script", 42); console.warn("careful")');
    const lines = async () => (await explorer.tool('TailLogs', { count: 20 })).Items;
    await expect.poll(async () => (await lines()).map(({ Message }) => Message)).toContain('careful');
    expect((await lines()).map(({ Level, Message }) => [Level, Message])).toEqual(
      expect.arrayContaining([
        ['info', 'a word of the script 42'],
        ['warning', 'careful'],
      ]),
    );
  });

  it.each([
    ['throw new Error("no luck")', 'no luck'],
    ['nothing.here', 'nothing'],
    ['const = 3', ''],
    ['scene.get("obj:999999")', 'obj:999999'],
  ])('[UNITY-4.2.14] says what went wrong in %s', async (code, words) => {
    const refusal = await explorer.refusal('ConsoleEval', { code });
    expect(refusal.message).toContain(words);
    expect(['Internal', 'InvalidArgument']).toContain(refusal.kind);
  });

  it.each(['process', 'require', 'globalThis.process', 'fetch', 'Function("return process")()'])(
    'does not reach %s',
    async code => {
      const refused = await explorer.call('ConsoleEval', { code: `typeof (${code})` });
      expect(refused.status).toBe(200);
      const { ok, error, result } = refused.body.result.content[0]!.json;
      if (ok) expect(result).toBe('undefined');
      else expect(error.kind).toBe('Internal');
    },
  );
});

describe('a script that runs away', () => {
  it.each([
    ['loops', 'while (true) {}'],
    ['loops with the scene', 'while (true) scene.find("/Player")'],
    ['loops behind an await', 'await 0; for (;;);'],
  ])('and %s is stopped, while others are answered and the scene goes on', async (_how, code) => {
    let ended = false;
    const eternal = explorer.refusal('ConsoleEval', { code }).finally(() => {
      ended = true;
    });
    // None of these needs the scene.
    let answered = 0;
    for (const name of ['GetConfig', 'ListJournal', 'GetClipboard', 'TailLogs']) {
      expect((await explorer.call(name)).status).toBe(200);
      if (!ended) answered++;
    }
    expect((await explorer.rpc('list_tools')).status).toBe(200);
    expect(answered).toBeGreaterThan(0);
    expect(await eternal).toMatchObject({ status: 200, kind: 'Timeout' });
    await expect.poll(async () => (await explorer.tool('GetStatus')).Ready, { timeout: 20_000 }).toBe(true);
    const turret = await explorer.find('/Arena/Turret');
    const angle = () => explorer.value(turret, 'Worldwire.Rotator', 'angle');
    const before = await angle();
    await expect.poll(angle).not.toBe(before);
    const [entry] = (await explorer.tool('ListJournal', { limit: 1 })).Items;
    expect(entry).toMatchObject({ Tool: 'ConsoleEval', Outcome: 'unsure' });
  });

  it('and eats all memory takes at most the scene with it, which comes back with new ids', async () => {
    const before = Number((await explorer.find('/Player')).slice(4));
    const states: string[] = [];
    const deaf = server.engine.listen(event => {
      if (event.kind === 'state') states.push(event.state.status);
    });
    const { kind } = await explorer.refusal('ConsoleEval', {
      code: 'const all = []; for (;;) all.push(Array.from({ length: 100_000 }, (_, i) => ({ i })));',
    });
    expect(['Internal', 'NotReady', 'Timeout']).toContain(kind);
    await expect.poll(async () => (await explorer.tool('GetStatus')).Ready, { timeout: 20_000 }).toBe(true);
    const after = Number((await explorer.find('/Player')).slice(4));
    deaf();
    if (states.includes('gone')) expect(after).toBeGreaterThan(before);
    else expect(after).toBe(before);
    expect(await run('1 + 1')).toMatchObject({ result: '2' });
  });
});
