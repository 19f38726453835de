import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import { startDisplay } from '../../../bridges/testing/start-display.js';
import { type EngineServer, startEngineServer } from './engine-server.js';
import { QuestPlayer } from './quest-player.js';

const QUEST = ['res://scenes/quest.tscn'];
const LONG = 180_000;

describe.skipIf(!hasGodot4())('the game quest', () => {
  let server: EngineServer;
  let player: QuestPlayer;
  beforeAll(async () => {
    server = await startEngineServer();
    await server.start('game', { args: QUEST });
    player = new QuestPlayer(await server.client());
  });
  afterAll(() => server?.close());

  it(
    'is won by calls alone: look, walk, wait, open, sign',
    async () => {
      expect(await player.quest('won')).toBe(false);
      const actions = await player.call('ListInputActions', { limit: 100 });
      expect((actions.Items as { Name: string }[]).map(({ Name }) => Name)).toEqual(
        expect.arrayContaining(['move_left', 'move_right', 'move_up', 'move_down', 'use']),
      );
      await player.win('Ada');
      expect(await player.quest('player_name')).toBe('Ada');
      expect([await player.quest('coins'), await player.quest('caught')]).toEqual([3, 0]);
      expect(await player.quest('message')).toBe('Ada has won.');
    },
    LONG,
  );
});

describe.skipIf(!hasGodot4())('the game quest with a display', () => {
  it(
    'shows its state in pictures while it is played',
    async () => {
      const display = await startDisplay();
      onTestFinished(() => display.stop());
      const server = await startEngineServer();
      onTestFinished(() => server.close());
      await server.start('game', { args: QUEST, display: display.name });
      const client = await server.client();
      const player = new QuestPlayer(client);
      const picture = async () => {
        // The whole game, since it fits into the usual bytes.
        const facts = await player.call('Screenshot', {});
        expect(facts).toMatchObject({ width: 640, height: 480 });
        expect(facts.sizeBytes).toBeLessThanOrEqual(75_000);
        const { result } = await client.request('tools/call', { name: 'Screenshot', arguments: {} });
        const content = (result?.content ?? []) as { type: string; data?: string }[];
        return content.find(({ type }) => type === 'image')?.data ?? '';
      };
      await player.call('StepScene', { frames: 1 });
      const before = await picture();
      await player.takeCoins();
      const after = await picture();
      expect(Buffer.from(before, 'base64').length).toBeGreaterThan(1000);
      expect(after).not.toBe(before);
      await player.passGuard();
      await player.openDoor();
      await player.sign('Grace');
      expect(await player.quest('player_name')).toBe('Grace');
    },
    LONG,
  );
});
