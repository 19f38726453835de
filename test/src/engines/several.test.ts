import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import type { EngineClient } from '../unity/several-engines.js';
import { type EngineServer, startEngineServer } from './engine-server.js';

const PATIENT = { timeout: 40_000 };
const LONG = 120_000;

interface Facts {
  readonly name: string;
  readonly state: string;
  readonly process: number;
}

describe.skipIf(!hasGodot4())('two games at one server', () => {
  let server: EngineServer;
  let client: EngineClient;
  /** Of the process of the second. */
  let pid: number | undefined;
  let first: string;
  let second: string;
  beforeAll(async () => {
    server = await startEngineServer();
    client = await server.client();
    await server.start('game', { args: ['res://scenes/arena.tscn'] });
    first = (await engines())[0]?.name as string;
    pid = (await server.start('game', { args: ['res://scenes/arena.tscn'] })).pid;
    second = (await engines()).find(({ name }) => name !== first)?.name as string;
  }, LONG);
  afterAll(() => server?.close());

  const engines = async () => (await client.call('ListEngines')).engines as Facts[];
  const crateOf = async (engine: string) => {
    const { Items } = await client.call('SearchObjects', { path: '/Arena/Crate', engine });
    return (Items as { Id: string; Path: string }[]).find(({ Path }) => Path === '/Arena/Crate')
      ?.Id as string;
  };
  const processOf = async (target: { engine?: string }) =>
    (await client.call('ConsoleEval', { ...target, code: 'return OS.get_process_id()' })).result;
  const current = (objectId: string) =>
    client.call('ReadComponentMember', { objectId, componentType: 'Health', name: 'current' });

  it('have names of their own, and are both linked', async () => {
    expect(first).not.toBe(second);
    expect((await engines()).map(({ state }) => state)).toEqual(['linked', 'linked']);
  });

  it('are not guessed: a call without a target is refused with the list of them', async () => {
    const refused = await client.fail('SearchObjects', { path: '/Arena' });
    expect(refused).toMatchObject({ kind: 'InvalidArgument', hint: expect.stringContaining('engine') });
    for (const name of [first, second]) expect(refused.message).toContain(name);
  });

  it('answer what is meant for them', async () => {
    expect(await processOf({ engine: second })).toBe(pid);
    expect(await processOf({ engine: first })).not.toBe(pid);
  });

  it('have ids that name their engine, so that a call with one needs no target', async () => {
    const [one, other] = [await crateOf(second), await crateOf(first)];
    expect(one).not.toBe(other);
    const set = (objectId: string, value: number) =>
      client.call('ConsoleEval', {
        engine: objectId === one ? second : first,
        code: `object("${objectId}").current = ${value}\nreturn true`,
      });
    await set(one, 3);
    await set(other, 4);
    expect(await current(one)).toMatchObject({ valueJson: 3 });
    expect(await current(other)).toMatchObject({ valueJson: 4 });
    expect(await client.fail('GetObject', { id: one, engine: first })).toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining(second),
    });
  });

  it('are selected for a session, which does not select them for another', async () => {
    const other = await server.client();
    await client.call('SelectEngine', { engine: second });
    expect(await processOf({})).toBe(pid);
    expect((await other.fail('SearchObjects', { path: '/Arena' })).kind).toBe('InvalidArgument');
    await client.call('SelectEngine', { engine: null });
    await other.end();
  });

  it('are held one by one: writes of others to the held one are refused until it is released', async () => {
    const other = await server.client();
    await client.call('HoldEngine', { engine: second, reason: 'a test' });
    const refused = await other.fail('SetTimeScale', { engine: second, value: 0.5 });
    expect(refused.message).toContain('a test');
    const tap = [{ kind: 'key', key: 'KeyE' }];
    expect((await other.fail('SendInput', { engine: second, steps: tap })).message).toContain('a test');
    expect(await other.call('SendInput', { engine: first, steps: tap })).toMatchObject({ held: [] });
    expect(refused.hint).not.toBe('');
    expect(await other.call('GetStatus', { engine: second })).toMatchObject({ Ready: true });
    expect(await other.call('SetTimeScale', { engine: first, value: 0.5 })).toMatchObject({ ok: true });
    expect(await client.call('SetTimeScale', { engine: second, value: 0.5 })).toMatchObject({ ok: true });
    await client.call('ReleaseEngine', { engine: second });
    expect(await other.call('SetTimeScale', { engine: second, value: 1 })).toMatchObject({ ok: true });
    expect(await other.call('SetTimeScale', { engine: first, value: 1 })).toMatchObject({ ok: true });
    await other.end();
  });

  it(
    'are lost and found one by one: the other goes on, and the new process has new ids',
    async () => {
      const [one, other] = [await crateOf(second), await crateOf(first)];
      const before = (await engines()).find(({ name }) => name === second)?.process as number;
      const entry = server.pool.entries.find(({ name }) => name === second);
      await server.kill('game');
      await expect.poll(() => entry?.engine.link.status, PATIENT).toBe('lost');
      expect(await current(other)).toHaveProperty('valueJson');
      expect((await client.fail('GetObject', { id: one })).kind).toBe('NotReady');
      await server.start('game', { args: ['res://scenes/arena.tscn'] });
      await expect.poll(() => entry?.engine.link.status, PATIENT).toBe('back');
      const after = (await engines()).find(({ name }) => name === second);
      expect(after).toMatchObject({ state: 'back', process: before + 1 });
      expect((await client.fail('GetObject', { id: one })).kind).toBe('NotFound');
      expect(await crateOf(second)).not.toBe(one);
      expect(await crateOf(first)).toBe(other);
    },
    LONG,
  );
});
