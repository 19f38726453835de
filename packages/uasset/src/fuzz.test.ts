import { describe, expect, it } from 'vitest';
import { MemoryBytes, openPackage, readTexture } from './index.js';
import {
  exercise,
  fixtureNames,
  mutate,
  mutateSummary,
  readFixture,
  richPackages,
  seeded,
  writePackage,
} from './testing/index.js';

const OUTCOMES = new Set([
  'opened',
  'opened, with errors in parts',
  'not-a-package',
  'unsupported',
  'malformed',
  'too-large',
]);
const RANDOM_CHANGES = 2_000;
/** Every how many of the changes of all summaries are tried here; the runner beside the sources tries more. */
const SUMMARY_STEP = 41;

async function fixtures(): Promise<Uint8Array[]> {
  return Promise.all((await fixtureNames()).map(readFixture));
}

describe('a package that was changed', () => {
  it('at random ends in a result or a PackageError', async () => {
    const packages = await fixtures();
    const random = seeded(20_240_713);
    const outcomes = new Set<string>();
    for (let i = 0; i < RANDOM_CHANGES; i++)
      outcomes.add(await exercise(mutate(packages[random(packages.length)]!, random, packages)));
    expect([...outcomes].filter(outcome => !OUTCOMES.has(outcome))).toEqual([]);
    expect(outcomes.size).toBeGreaterThan(2);
  });

  it('in its summary ends in a result or a PackageError', async () => {
    let at = 0;
    const outcomes = new Set<string>();
    for (const bytes of await fixtures()) {
      const { end } = (await openPackage(new MemoryBytes(bytes))).summary;
      for (const changed of mutateSummary(bytes, end))
        if (at++ % SUMMARY_STEP === 0) outcomes.add(await exercise(changed));
    }
    expect([...outcomes].filter(outcome => !OUTCOMES.has(outcome))).toEqual([]);
  });

  it('from one with each kind of value ends so too', async () => {
    const packages = richPackages();
    const random = seeded(11);
    for (let i = 0; i < RANDOM_CHANGES; i++)
      expect(OUTCOMES).toContain(await exercise(mutate(packages[i % packages.length]!, random, packages)));
  });

  it('from one that was made big-endian or cooked ends so too', async () => {
    const exports = [
      {
        name: 'Door',
        properties: [
          { name: 'Names', type: 'MapProperty(NameProperty,StrProperty)', value: [['A', 'b']] },
          { name: 'Places', type: 'ArrayProperty(ByteProperty)', value: [1, 2, 3] },
        ],
      },
    ];
    const packages = [482, 518, 522].flatMap(ue4 => [
      writePackage({ ue4, bigEndian: true, exports }),
      writePackage({ ue4, filtered: true, unversioned: true, exports }),
    ]);
    const random = seeded(7);
    for (let i = 0; i < RANDOM_CHANGES; i++)
      expect(OUTCOMES).toContain(await exercise(mutate(packages[i % packages.length]!, random, packages)));
  });
});

it('packages with each kind of value are read completely before they are changed', async () => {
  for (const bytes of richPackages()) {
    const pkg = await openPackage(new MemoryBytes(bytes));
    for (const [index, { className }] of pkg.exports.entries()) {
      const { values, types, notes } = await pkg.properties(index);
      expect(notes).toEqual([]);
      expect(Object.keys(values)).toEqual(Object.keys(types));
      if (className === 'Texture2D') expect((await readTexture(pkg, index)).notes).toEqual([]);
    }
  }
});

it('the same seed gives the same changes', () => {
  const bytes = Uint8Array.from({ length: 100 }, (_, i) => i);
  const changes = (seed: number) => {
    const random = seeded(seed);
    return Array.from({ length: 20 }, () => mutate(bytes, random, [bytes]));
  };
  expect(changes(1)).toEqual(changes(1));
  expect(changes(1)).not.toEqual(changes(2));
});
