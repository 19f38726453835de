import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import type { EngineClient } from '../unity/several-engines.js';
import { type EngineServer, startEngineServer } from './engine-server.js';
import { QuestPlayer } from './quest-player.js';

const PATIENT = { timeout: 20_000 };
const LONG = 120_000;

describe.skipIf(!hasGodot4())('the game quest', () => {
  let server: EngineServer;
  let client: EngineClient;
  let player: QuestPlayer;
  beforeAll(async () => {
    server = await startEngineServer();
    await server.start('game', { args: ['res://scenes/quest.tscn'] });
    client = await server.client();
    player = new QuestPlayer(client);
  }, LONG);
  afterAll(() => server?.close());

  const named = async (tool: string) =>
    (await client.tools()).map(({ name }) => name).filter(name => name.endsWith(`_${tool}`));
  const use = async (tool: string, args: object) => client.call((await named(tool))[0] as string, args);

  it('has tools of its own, whose arguments are validated', async () => {
    await expect.poll(async () => (await named('give_hint')).length, PATIENT).toBe(1);
    expect(JSON.stringify(await use('give_hint', { about: 'door' }))).toContain('The door is at (548, 180)');
    const [hint] = await named('give_hint');
    expect((await client.fail(hint as string, { about: 'weather' })).kind).toBe('InvalidArgument');
  });

  it('is changed by a tool of its own, and reports the event', async () => {
    await use('teleport', { x: 160, y: 80 });
    await player.wait({ path: '/Quest/Coins/Coin1', is: 'gone' });
    expect(await player.quest('coins')).toBe(1);
    const logged = async () => JSON.stringify((await client.call('TailLogs', { count: 50 })).Items);
    await expect.poll(logged, PATIENT).toContain('coin_taken');
  });

  it('has a log that is read as a resource', async () => {
    const { result } = await client.request('resources/list', {});
    const listed = (result?.resources ?? []) as { uri: string }[];
    const found = listed.find(({ uri }) => uri.includes('quest_log'));
    expect(await client.read(found?.uri as string)).toContain('Coin1 is taken');
  });

  it('does again what was recorded', async () => {
    const field = { path: '/Quest/UI/Panel/NameField', componentType: 'LineEdit', name: 'text' };
    const text = () => player.read(field.path, field.componentType, field.name);
    await client.call('ConsoleEval', { code: 'find("/Quest/UI/Panel").show()\nreturn true' });
    await client.call('RecordInput', { action: 'start' });
    const { Items } = await client.call('ListControls', { clickable: true });
    const { X: x, Y: y } = (Items as { Path: string; X: number; Y: number }[]).find(
      ({ Path }) => Path === field.path,
    ) as { X: number; Y: number };
    await player.send({ kind: 'button', x, y }, { kind: 'text', text: 'Zo' }, { kind: 'key', key: 'KeyE' });
    await client.call('RecordInput', { action: 'stop', name: 'typing' });
    expect(await text()).toBe('Zoe');
    await client.call('SendInput', { recording: 'typing' });
    expect(await text()).toHaveLength(6);
  });

  it('reports its errors with file and line', async () => {
    const wrong = 'find("Quest").teleport({"x": "left", "y": 1})';
    // The call may fail with the error, or go on after it.
    await client.request('tools/call', { name: 'ConsoleEval', arguments: { code: wrong } });
    const { Items } = await client.call('GetErrors', {});
    expect(Items).toContainEqual(
      expect.objectContaining({ File: expect.stringContaining('quest.gd'), Line: expect.any(Number) }),
    );
  });
});
