import { afterAll, beforeAll, describe, it } from 'vitest';
import { openEmbedded } from '../embedded/index.js';
import type { Engine } from '../port/engine.js';
import { Bench, EMBEDDED_SAMPLE, engineContract, FakeBridge, pictureContract } from '../testing/index.js';
import { LinkedEngine } from './index.js';

let minted = 0;

/** A scene on the far side of a link. */
async function open(): Promise<Engine> {
  const scene = await openEmbedded({ scriptMs: 300 });
  const linked = new LinkedEngine({ now: () => new Date(), mint: () => `minted-${++minted}` });
  const bridge = await FakeBridge.of(scene, `process-${++minted}`);
  bridge.dial(linked);
  const close = linked.close.bind(linked);
  linked.close = async () => {
    await close();
    await scene.close();
  };
  return linked;
}

describe('an engine behind a link', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  for (const { claim, check } of [...engineContract, ...pictureContract])
    it(claim, () => check(new Bench(engine, EMBEDDED_SAMPLE, open)));
});
