import { readFile } from 'node:fs/promises';
import type { Engine } from '@worldwire/engine';
import { openEmbedded } from '@worldwire/engine/embedded';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { WRITE_CASES, writeContract } from '../../../packages/writes/src/testing/write-contract.js';
import { allStores } from '../universe/stores.js';
import type { FakeOptions } from '../unreal/fake-editor/index.js';
import { exampleDriver, exampleGarden, gardenDriver } from './garden-drivers.js';
import { resetScene, unityDriver } from './unity-driver.js';
import { universeDriver } from './universe-driver.js';
import { editorDriver, unrealDriver } from './unreal-driver.js';

let engine: Engine;
beforeAll(async () => {
  engine = await openEmbedded();
});
afterAll(() => engine.close());

/** Every version of the fake, and both variants where the facts are unconfirmed. */
const EDITORS: readonly Partial<FakeOptions>[] = [
  { version: '4.26', variant: 'b' },
  { version: '4.27' },
  { version: '5.0', variant: 'b' },
  { version: '5.3' },
  { version: '5.5', python: false, console: false },
  { version: '5.8', variant: 'b' },
];

const DRIVERS = [
  exampleDriver(exampleGarden),
  gardenDriver,
  unrealDriver,
  ...EDITORS.map(editorDriver),
  unityDriver(
    () => resetScene(engine),
    () => engine,
  ),
  ...(await allStores()).map(universeDriver),
];

describe('the contract of writes', () => {
  it('has at least 60 cases with different claims, and each of them runs for a world', () => {
    expect(new Set(WRITE_CASES.map(({ claim }) => claim)).size).toBe(WRITE_CASES.length);
    expect(WRITE_CASES.length).toBeGreaterThanOrEqual(60);
    const unused = WRITE_CASES.filter(({ needs = [] }) =>
      DRIVERS.every(({ lacks }) => needs.some(need => lacks[need] !== undefined)),
    );
    expect(unused.map(({ claim }) => claim)).toEqual([]);
  });

  it('has its differences in docs/compatibility.md, in this order', async () => {
    const docs = await readFile(new URL('../../../docs/compatibility.md', import.meta.url), 'utf8');
    const rows = DRIVERS.flatMap(({ world, lacks }) =>
      Object.entries(lacks).map(([lack, { reason }]) => `| ${lack} | ${world.split(',')[0]} | ${reason}. |`),
    );
    const [, section = ''] = docs.split('\n## Writes\n');
    const found = section
      .split('\n## ')[0]
      ?.match(/^\| .* \|$/gm)
      ?.slice(1);
    expect(found).toEqual([...new Set(rows)].sort());
  });
});

describe.each(DRIVERS)('$world', driver => {
  for (const { claim, check } of writeContract(driver)) it(claim, check);
});
