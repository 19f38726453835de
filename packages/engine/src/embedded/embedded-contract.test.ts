import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Engine } from '../port/engine.js';
import {
  Bench,
  ContractRun,
  cameraContract,
  EMBEDDED_LACKS,
  EMBEDDED_SAMPLE,
  engineContract,
  pictureContract,
  playContract,
} from '../testing/index.js';
import { openEmbedded } from './index.js';

const open = () => openEmbedded({ scriptMs: 300 });

describe('the embedded engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  const run = new ContractRun({
    engine: 'embedded',
    cases: [...engineContract, ...playContract, ...pictureContract, ...cameraContract],
    lacks: [...EMBEDDED_LACKS, 'link'],
    results: process.env.WORLDWIRE_CONTRACT_RESULTS,
    bench: () => new Bench(engine, EMBEDDED_SAMPLE, open),
  });
  for (const { claim, check } of run.tests) it(claim, check);
});
