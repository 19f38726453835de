import { randomUUID } from 'node:crypto';
import { LinkedEngine } from '@worldwire/engine/linked';
import { Bench, ContractRun, editorContract, until } from '@worldwire/engine/testing';
import { afterAll, beforeAll, describe, it } from 'vitest';
import { LinkHost } from '../../testing/link-host.js';
import { EDITOR_LACKS, UNITY_SAMPLE } from './sample.js';

/** Where a real editor of Unity with the bridge connects to. `Tools/Worldwire/Run the contract suite` sets it. */
const PORT = process.env.WORLDWIRE_UNITY_EDITOR_PORT;
const PATIENCE_MS = 120_000;

const SAMPLE = {
  ...UNITY_SAMPLE,
  editor: {
    scenes: ['Assets/WorldwireContract/Arena.unity', 'Assets/WorldwireContract/Menu.unity'],
    member: { path: '/Arena/Crate', type: 'UnityEngine.Light', name: 'intensity', values: [0.5, 0.25] },
  },
} as const;

describe.skipIf(PORT === undefined)('the bridge in a real editor of Unity', () => {
  const engine = new LinkedEngine({ now: () => new Date(), mint: randomUUID });
  let host: LinkHost;
  beforeAll(async () => {
    host = await LinkHost.listen(({ engine: hello }, channel) => engine.join(hello, channel), Number(PORT));
    await until(async () => engine.state.status === 'ready');
  }, PATIENCE_MS);
  afterAll(async () => {
    await engine.close();
    await host?.close();
  });

  const run = new ContractRun({
    engine: 'Unity (real editor)',
    cases: editorContract,
    lacks: EDITOR_LACKS,
    bench: () => new Bench(engine, SAMPLE, async () => engine),
  });
  for (const { claim, check } of run.tests) it(claim, check, PATIENCE_MS);
});
