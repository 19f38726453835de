import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasGodot4 } from '../../../bridges/godot4/testing/has-godot4.js';
import type { EngineClient } from '../unity/several-engines.js';
import { type EngineServer, startEngineServer } from './engine-server.js';

const PATIENT = { timeout: 40_000 };
const LONG = 120_000;
const READERS = 16;
const SPAWNED = 1_000;
/** Adds twenty objects in each frame. */
const SPAWN = [
  'for frame in 50:',
  '\tfor at in 20:',
  '\t\tvar node = Node.new()',
  '\t\tnode.name = "Spawned%d" % (frame * 20 + at)',
  '\t\tscene.add_child(node)',
  '\tawait tree.process_frame',
  'return true',
].join('\n');

describe.skipIf(!hasGodot4())('a real game under load and in trouble', () => {
  let server: EngineServer;
  let client: EngineClient;
  beforeAll(async () => {
    server = await startEngineServer();
    await server.start('game', { args: ['res://scenes/quest.tscn'] });
    client = await server.client();
  }, LONG);
  afterAll(() => server?.close());

  const link = () => server.pool.first.engine.link.status;

  it(
    'answers sixteen readers while a thousand objects appear',
    async () => {
      let isOver = false;
      const spawned = client.call('ConsoleEval', { code: SPAWN }).finally(() => {
        isOver = true;
      });
      const readers = Array.from({ length: READERS }, async () => {
        const reader = await server.client();
        let total = 0;
        while (!isOver) {
          const { Total } = await reader.call('SearchObjects', { name: 'Spawned', limit: 20 });
          // Objects are only added.
          expect(Total).toBeGreaterThanOrEqual(total);
          total = Total as number;
        }
        await reader.end();
      });
      await Promise.all([spawned, ...readers]);
      expect(await client.call('SearchObjects', { name: 'Spawned', limit: 1 })).toMatchObject({
        Total: SPAWNED,
      });
    },
    LONG,
  );

  it(
    'answers again after it has hung for a while',
    async () => {
      const hanging = client.call('ConsoleEval', { code: 'OS.delay_msec(1500)\nreturn 7' });
      const waiting = client.call('ListScenes');
      expect(await hanging).toMatchObject({ ok: true });
      expect(await waiting).toHaveProperty('Items');
      expect(await client.call('GetStatus')).toMatchObject({ Ready: true });
    },
    LONG,
  );

  it(
    'holds nothing after it was killed in the middle of input',
    async () => {
      const held = [{ kind: 'key', key: 'ArrowRight', hold: { ms: 50_000 } }];
      const playing = client.fail('SendInput', { steps: held });
      await expect
        .poll(async () => (await client.call('ConsoleEval', { code: PRESSED })).result, PATIENT)
        .toBe(true);
      const before = server.pool.first.engine.process;
      await server.kill('game');
      expect(['NotReady', 'Timeout']).toContain((await playing).kind);
      await expect.poll(link, PATIENT).toBe('lost');
      await server.start('game', { args: ['res://scenes/quest.tscn'] });
      await expect.poll(link, PATIENT).toBe('back');
      expect(server.pool.first.engine.process).toBe(before + 1);
      expect(await client.call('SendInput', { steps: [{ kind: 'move', x: 5, y: 5 }] })).toMatchObject({
        held: [],
      });
    },
    LONG,
  );
});

const PRESSED = 'return Input.is_action_pressed("move_right")';
