import type { LinkedEngine } from '@worldwire/engine/linked';
import { Bench, ContractRun, engineContract, playContract } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { openGodot } from './open-godot.js';
import { GODOT4_SAMPLE, LACKS } from './sample.js';

describe('Godot 4 behind its bridge', () => {
  let engine: LinkedEngine;
  let loseLink: () => Promise<void>;
  beforeAll(async () => {
    ({ engine, loseLink } = await openGodot());
  });
  afterAll(() => engine?.close());

  const run = new ContractRun({
    engine: 'Godot 4',
    results: process.env.WORLDWIRE_CONTRACT_RESULTS,
    cases: [...engineContract, ...playContract],
    // A picture needs a display.
    lacks: [...LACKS, 'view.capture'],
    bench: () =>
      new Bench(
        engine,
        GODOT4_SAMPLE,
        async () => (await openGodot()).engine,
        () => loseLink(),
      ),
  });
  for (const { claim, check } of run.tests) it(claim, check);
});
