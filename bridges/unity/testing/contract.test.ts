import {
  Bench,
  ContractRun,
  cameraContract,
  engineContract,
  pictureContract,
  playContract,
} from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { type OpenUnity, openUnity } from './open-unity.js';
import { UNITY_SAMPLE } from './sample.js';

const open = async () => (await openUnity()).engine;

// Unity itself cannot run here: this is the bridge in Mono on a shim of the types of Unity that it uses.
describe('the bridge for Unity on its shim', () => {
  let unity: OpenUnity;
  beforeAll(async () => {
    unity = await openUnity();
  });
  afterAll(() => unity?.engine.close());

  const run = new ContractRun({
    engine: 'Unity (bridge on a shim)',
    results: process.env.WORLDWIRE_CONTRACT_RESULTS,
    cases: [...engineContract, ...pictureContract, ...cameraContract, ...playContract],
    lacks: [
      'code.check',
      'code.run',
      'component.restore',
      'editor.get',
      'editor.open',
      'editor.play',
      'editor.redo',
      'editor.save',
      'editor.select',
      'editor.stop',
      'editor.undo',
      'hook.add',
      'hook.calls',
      'hook.enable',
      'hook.list',
      'hook.methods',
      'hook.remove',
      'hook.source.get',
      'hook.source.set',
    ],
    bench: () => new Bench(unity.engine, UNITY_SAMPLE, open, unity.loseLink),
  });
  for (const { claim, check } of run.tests) it(claim, check);
});
