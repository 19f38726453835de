import { afterAll, beforeAll, describe, it } from 'vitest';
import type { Engine } from '../engine.js';
import { Bench, type EngineSample, engineContract } from '../testing/index.js';
import { openEmbedded } from './index.js';

const sample: EngineSample = {
  scene: 'Arena',
  otherScene: 'Menu',
  object: 'Turret',
  writable: { type: 'Worldwire.Health', name: 'current', values: [12, 34], wrong: 'much' },
  readOnly: { type: 'Worldwire.Health', name: 'dead', value: true },
  method: {
    type: 'Worldwire.Health',
    signature: 'System.Void Worldwire.Health::Damage(System.Single)',
    args: [1],
  },
  addable: 'UnityEngine.BoxCollider',
  code: { answer: '6 * 7', throwing: 'throw new Error("no")', endless: 'while (true) {}' },
};

const open = () => openEmbedded({ scriptMs: 300 });

describe('the embedded engine', () => {
  let engine: Engine;
  beforeAll(async () => {
    engine = await open();
  });
  afterAll(() => engine.close());

  for (const { claim, check } of engineContract) it(claim, () => check(new Bench(engine, sample, open)));

  it('has every operation that a case of the contract needs', async ({ expect }) => {
    const { operations } = await engine.call('engine.describe', {});
    for (const { needs } of engineContract) expect(operations).toEqual(expect.arrayContaining([...needs]));
  });
});
