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

  // Godot 3 cannot put a removed component back.
  for (const { claim, check } of engineContract.filter(({ optional }) => optional !== true))
    it(claim, () => check(new Bench(engine, GODOT_SAMPLE, open)));

  it('has every operation that a case of the contract needs', async ({ expect }) => {
    const { operations } = await engine.call('engine.describe', {});
    for (const { needs, optional } of engineContract) {
      const has = needs.every(need => operations.includes(need));
      // An optional case that Godot gets must be run here, too.
      expect(has, needs.join(', ')).toBe(optional !== true);
    }
  });
});
