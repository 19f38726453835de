import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import type { EngineClient } from '../unity/several-engines.js';
import { type EngineServer, startEngineServer } from './engine-server.js';

const PATIENT = { timeout: 40_000 };
const LONG = 120_000;

interface Facts {
  readonly name: string;
  readonly version: string;
  readonly state: string;
  readonly process: number;
}

describe.skipIf(!hasGodot4())('Godot 3 and Godot 4 at one server', () => {
  let server: EngineServer;
  let client: EngineClient;
  let three: string;
  let four: string;
  beforeAll(async () => {
    server = await startEngineServer();
    // The import of a project for Godot 4 blocks this process, and with it the link of an engine that is there already.
    await server.start('Godot 4', { args: ['res://scenes/arena.tscn'] });
    await server.start('Godot 3', { args: ['res://scenes/arena.tscn'] });
    client = await server.client();
    const listed = await engines();
    const named = (major: string) => listed.find(({ version }) => version.startsWith(major))?.name as string;
    [three, four] = [named('3.'), named('4.')];
  }, LONG);
  afterAll(() => server?.close());

  const engines = async () => (await client.call('ListEngines')).engines as Facts[];
  const crateOf = async (engine: string) => {
    const { Items } = await client.call('SearchObjects', { path: '/Arena/Crate', engine });
    return (Items as { Id: string; Path: string }[]).find(({ Path }) => Path === '/Arena/Crate')
      ?.Id as string;
  };
  const current = (objectId: string) =>
    client.call('ReadComponentMember', { objectId, componentType: 'Health', name: 'current' });

  it('have names of their own, and are both linked', async () => {
    expect(three).not.toBe(four);
    expect((await engines()).map(({ state }) => state)).toEqual(['linked', 'linked']);
  });

  it('are not guessed: a call without a target is refused with the list of them', async () => {
    const refused = await client.fail('SearchObjects', { path: '/Arena' });
    expect(refused).toMatchObject({ kind: 'InvalidArgument', hint: expect.stringContaining('engine') });
    for (const name of [three, four]) expect(refused.message).toContain(name);
  });

  it('answer what is meant for them', async () => {
    expect(await client.call('GetStatus', { engine: three })).toMatchObject({
      UnityVersion: expect.stringMatching(/^Godot 3\./),
    });
    expect(await client.call('GetStatus', { engine: four })).toMatchObject({
      UnityVersion: expect.stringMatching(/^Godot 4\./),
    });
  });

  it('have ids that name their engine, so that a call with one needs no target', async () => {
    const [one, other] = [await crateOf(three), await crateOf(four)];
    expect(one).not.toBe(other);
    const set = (objectId: string, value: number) =>
      client.call('ConsoleEval', {
        engine: objectId === one ? three : four,
        code: `object("${objectId}").current = ${value}\nreturn true`,
      });
    await set(one, 3);
    await set(other, 4);
    expect(await current(one)).toMatchObject({ valueJson: 3 });
    expect(await current(other)).toMatchObject({ valueJson: 4 });
    expect(await client.fail('GetObject', { id: one, engine: four })).toMatchObject({
      kind: 'InvalidArgument',
      message: expect.stringContaining(three),
    });
  });

  it('are selected for a session, which does not select them for another', async () => {
    const other = await server.client();
    await client.call('SelectEngine', { engine: three });
    expect(await client.call('GetStatus')).toMatchObject({
      UnityVersion: expect.stringMatching(/^Godot 3\./),
    });
    expect((await other.fail('SearchObjects', { path: '/Arena' })).kind).toBe('InvalidArgument');
    await client.call('SelectEngine', { engine: null });
    await other.end();
  });

  it('are held one by one: writes of others to the held one are refused until it is released', async () => {
    const other = await server.client();
    await client.call('HoldEngine', { engine: three, reason: 'a test' });
    const refused = await other.fail('SetTimeScale', { engine: three, value: 0.5 });
    expect(refused.message).toContain('a test');
    const tap = [{ kind: 'key', key: 'KeyE' }];
    expect((await other.fail('SendInput', { engine: three, steps: tap })).message).toContain('a test');
    expect(await other.call('SendInput', { engine: four, steps: tap })).toMatchObject({ held: [] });
    expect(refused.hint).not.toBe('');
    expect(await other.call('GetStatus', { engine: three })).toMatchObject({ Ready: true });
    expect(await other.call('SetTimeScale', { engine: four, value: 0.5 })).toMatchObject({ ok: true });
    expect(await client.call('SetTimeScale', { engine: three, value: 0.5 })).toMatchObject({ ok: true });
    await client.call('ReleaseEngine', { engine: three });
    expect(await other.call('SetTimeScale', { engine: three, value: 1 })).toMatchObject({ ok: true });
    expect(await other.call('SetTimeScale', { engine: four, value: 1 })).toMatchObject({ ok: true });
    await other.end();
  });

  it(
    'are lost and found one by one: the other goes on, and the new process has new ids',
    async () => {
      const [one, other] = [await crateOf(three), await crateOf(four)];
      const before = (await engines()).find(({ name }) => name === three)?.process as number;
      const entry = server.pool.entries.find(({ name }) => name === three);
      await server.kill('Godot 3');
      await expect.poll(() => entry?.engine.link.status, PATIENT).toBe('lost');
      expect(await current(other)).toHaveProperty('valueJson');
      expect((await client.fail('GetObject', { id: one })).kind).toBe('NotReady');
      await server.start('Godot 3', { args: ['res://scenes/arena.tscn'] });
      await expect.poll(() => entry?.engine.link.status, PATIENT).toBe('back');
      const after = (await engines()).find(({ name }) => name === three);
      expect(after).toMatchObject({ state: 'back', process: before + 1 });
      expect((await client.fail('GetObject', { id: one })).kind).toBe('NotFound');
      expect(await crateOf(three)).not.toBe(one);
      expect(await crateOf(four)).toBe(other);
    },
    LONG,
  );
});
