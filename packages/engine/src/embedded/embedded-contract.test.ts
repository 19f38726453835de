import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Engine } from '../port/engine.js';
import { Bench, EMBEDDED_SAMPLE, engineContract, pictureContract } from '../testing/index.js';
import { openEmbedded } from './index.js';

const open = () => openEmbedded({ scriptMs: 300 });

describe('the embedded engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  for (const { claim, check } of [...engineContract, ...pictureContract])
    it(claim, () => check(new Bench(engine, EMBEDDED_SAMPLE, open)));

  it('has every operation that a case of the contract needs', async ({ expect }) => {
    const { operations } = await engine.call('engine.describe', {});
    for (const { needs } of [...engineContract, ...pictureContract])
      expect(operations).toEqual(expect.arrayContaining([...needs]));
  });
});
