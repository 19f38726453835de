import { afterAll, beforeAll, describe, it } from 'vitest';
import { openEmbedded } from '../embedded/index.js';
import type { Engine } from '../port/engine.js';
import {
  Bench,
  ContractRun,
  cameraContract,
  EMBEDDED_LACKS,
  EMBEDDED_SAMPLE,
  engineContract,
  FakeBridge,
  pictureContract,
  playContract,
} from '../testing/index.js';
import { LinkedEngine } from './index.js';

let minted = 0;

interface Linked {
  readonly engine: Engine;
  readonly loseLink: () => Promise<void>;
}

/** A scene on the far side of a link. */
async function openLinked(): Promise<Linked> {
  const scene = await openEmbedded({ scriptMs: 300 });
  const engine = new LinkedEngine({ now: () => new Date(), mint: () => `minted-${++minted}` });
  const bridge = await FakeBridge.of(scene, `process-${++minted}`);
  bridge.dial(engine);
  const close = engine.close.bind(engine);
  engine.close = async () => {
    await close();
    await scene.close();
  };
  const loseLink = async () => {
    bridge.disconnect();
    bridge.dial(engine);
  };
  return { engine, loseLink };
}

const open = async () => (await openLinked()).engine;

describe('an engine behind a link', () => {
  let linked: Linked;
  beforeAll(async () => {
    linked = await openLinked();
  });
  afterAll(() => linked.engine.close());

  const run = new ContractRun({
    engine: 'linked',
    cases: [...engineContract, ...playContract, ...pictureContract, ...cameraContract],
    lacks: EMBEDDED_LACKS,
    bench: () => new Bench(linked.engine, EMBEDDED_SAMPLE, open, linked.loseLink),
  });
  for (const { claim, check } of run.tests) it(claim, check);
});
