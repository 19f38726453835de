import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { EnginePool } from '@worldwire/engine/linked';
import { FakeBridge } from '@worldwire/engine/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { CommandEngine } from './command-engine.js';

let scene: Engine;
let pool: EnginePool;
let states: string[];
beforeEach(async () => {
  scene = await openEmbedded();
  pool = new EnginePool({ now: () => new Date(), mint: () => 'minted', graceMs: 20 });
  states = [];
  new CommandEngine(pool).listen(event => event.kind === 'state' && states.push(event.state.status));
});
afterEach(async () => {
  await pool.close();
  await scene.close();
});

async function dial(instance: string, role: string): Promise<FakeBridge> {
  const bridge = await FakeBridge.of(scene, instance, { role });
  bridge.dial(pool);
  return bridge;
}

it('the command is not to blame for an engine that is lost while another one is linked', async () => {
  const editor = await dial('editor', 'editor');
  const game = await dial('game', 'game');
  expect(states).toEqual(['ready', 'ready']);
  editor.disconnect();
  expect(states).toEqual(['ready', 'ready']);
  game.disconnect();
  expect(states).toEqual(['ready', 'ready', 'gone']);
  await dial('next process', 'game');
  expect(states.at(-1)).toBe('ready');
});

it('the reason why no engine is linked is that of the command', () => {
  new CommandEngine(pool).explain('the engine command ended once');
  expect(pool.links).toMatchObject([{ reason: 'the engine command ended once' }]);
});
