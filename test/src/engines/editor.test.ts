import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { until } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import type { EngineClient } from '../unity/several-engines.js';
import { type EngineServer, startEngineServer } from './engine-server.js';
import { QuestPlayer } from './quest-player.js';

const QUEST = 'res://scenes/quest.tscn';
const LONG = 180_000;

describe.runIf(hasGodot4())('an editor of Godot 4 behind MCP', () => {
  let server: EngineServer;
  let client: EngineClient;
  /** The name of the engine. */
  let editor: string;
  let project: string;
  beforeAll(async () => {
    server = await startEngineServer();
    project = (await server.start('editor')).project ?? '';
    client = await server.client();
    editor = server.pool.first.name ?? '';
  }, LONG);
  afterAll(() => server?.close());

  const call = (tool: string, args: object = {}) => client.call(tool, { ...args, engine: editor });
  /** What cannot be undone needs the digest of its dry run. */
  const planned = async (tool: string) =>
    call(tool, { expectDigest: (await call(tool, { dryRun: true })).digest });
  const idOf = async (path: string) => {
    const { Items } = await call('SearchObjects', { path, limit: 100 });
    return (Items as { Id: string; Path: string }[]).find(each => each.Path === path)?.Id;
  };

  it('changes the scene that is open, undoes the step by its name, and saves', async () => {
    expect(await call('OpenScene', { path: QUEST })).toMatchObject({ ok: true, after: QUEST });
    const player = { objectId: await idOf('/Quest/Player'), componentType: 'Player' };
    const setSpeed = (jsonValue: string) => call('SetMember', { ...player, member: 'speed', jsonValue });
    await setSpeed('10');
    expect(await call('GetEditor')).toMatchObject({
      Scene: QUEST,
      Unsaved: [QUEST],
      Undo: 'Worldwire: set speed of Player',
    });
    expect(await call('UndoInEditor')).toMatchObject({ step: 'Worldwire: set speed of Player' });
    expect((await call('ReadComponentMember', { ...player, name: 'speed' })).valueJson).toBe(150);
    await setSpeed('151');
    expect(await planned('SaveScenes')).toMatchObject({ saved: [QUEST], after: [] });
    await setSpeed('150');
    await planned('SaveScenes');
  });

  it('lists the error of a script until the script is repaired', async () => {
    const script = join(project, 'scripts/cellar.gd');
    const ofCellar = async (args: object = {}) =>
      ((await call('GetErrors', { ...args, limit: 500 })).Items as { File?: string; Past?: string }[]).filter(
        ({ File }) => File === 'res://scripts/cellar.gd',
      );
    writeFileSync(script, 'extends Node\n\nvar door: NotThere\n');
    await until(async () => (await ofCellar()).length > 0);
    writeFileSync(script, 'extends Node\n');
    await until(async () => (await ofCellar()).length === 0);
    expect((await ofCellar({ past: true })).map(({ Past }) => Past)).toContain('checked');
  });

  it(
    'runs the game, which is won by calls at the same server, and its own scene stays as it was',
    async () => {
      expect(await call('PlayGame', { scene: QUEST })).toMatchObject({ ok: true, after: QUEST });
      const game = await until(
        async () => server.pool.entries.find(({ name, engine }) => name !== editor && engine.connected)?.name,
      );
      const player = new QuestPlayer(client, game);
      await player.win('Ada');
      expect(await player.quest('player_name')).toBe('Ada');
      expect(await idOf('/Quest/Coins/Coin1')).toBeDefined();
      expect(await call('GetEditor')).toMatchObject({ Playing: QUEST, Unsaved: [] });
      expect(await planned('StopGame')).toMatchObject({ ok: true, after: null });
    },
    LONG,
  );

  it('refuses what only a game has, and names the next step', async () => {
    const { kind, hint } = await client.fail('StepScene', { frames: 1, engine: editor });
    expect(kind).toBe('Unsupported');
    expect(hint).toMatch(/editor\.play|PlayGame/);
  });
});
