import { Bench, ContractRun, engineContract, playContract } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OpenGodot, openGodot } from './open-godot.js';
import { GODOT_SAMPLE, LACKS } from './sample.js';

describe('Godot behind its bridge', () => {
  let opened: OpenGodot;
  beforeAll(async () => {
    opened = await openGodot();
  });
  afterAll(() => opened?.engine.close());

  const { tests } = new ContractRun({
    engine: 'Godot 3',
    results: process.env.WORLDWIRE_CONTRACT_RESULTS,
    cases: [...engineContract, ...playContract],
    // There is no display.
    lacks: [...LACKS, 'view.capture'],
    bench: () =>
      new Bench(opened.engine, GODOT_SAMPLE, async () => (await openGodot()).engine, opened.loseLink),
  });
  for (const { claim, check } of tests) it(claim, check, 60_000);
});
