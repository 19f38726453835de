import type { Engine } from '@worldwire/engine';
import { Bench, engineContract } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openGodot } from './open-godot.js';
import { GODOT_SAMPLE } from './sample.js';

const open = async (): Promise<Engine> => (await openGodot()).engine;

describe('Godot behind its bridge', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine?.close());

  for (const { claim, check } of engineContract)
    it(claim, () => check(new Bench(engine, GODOT_SAMPLE, open)));

  it('has every operation that a case of the contract needs', async ({ expect }) => {
    const { operations } = await engine.call('engine.describe', {});
    for (const { needs } of engineContract) expect(operations).toEqual(expect.arrayContaining([...needs]));
  });
});
