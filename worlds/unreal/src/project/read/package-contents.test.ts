import { fixtureNames, mutate, readFixture, seeded } from '@worldwire/uasset/testing';
import { describe, expect, it } from 'vitest';
import { TempProject } from '../temp-project.test.js';
import { FactsReader } from './package-facts.js';

const PATH = '/Game/A';
const ROOT = 'uasset-rs/UE54/SimpleRefs/SimpleRefsRoot.uasset';

async function factsOf(project: TempProject, bytes: Uint8Array) {
  return new FactsReader().read(project.write('Content/A.uasset', bytes), PATH, bytes.length);
}

describe('what a search finds in a package', () => {
  it('are the names, and the calls and texts of its graphs', async () => {
    const project = new TempProject();
    const facts = await factsOf(project, await readFixture(ROOT));
    expect(facts?.parent).toBe('/Script/CoreUObject.Object');
    expect(facts?.contents?.names).toContain('PrintString');
    expect(facts?.contents?.names.filter(name => name.startsWith('/'))).toEqual([]);
    expect(facts?.contents?.uses).toContainEqual({
      kind: 'calls',
      name: 'PrintString',
      of: 'KismetSystemLibrary',
      place: 'EventGraph',
    });
    expect(facts?.contents?.uses).toContainEqual(
      expect.objectContaining({ kind: 'text', of: 'PrintString.InString', place: 'EventGraph' }),
    );
  });

  it('is nothing or a part where the package is damaged', async () => {
    const project = new TempProject();
    const random = seeded(7);
    for (const name of (await fixtureNames()).slice(0, 20)) {
      const whole = await readFixture(name);
      for (let round = 0; round < 5; round++) {
        const facts = await factsOf(project, mutate(whole, random, [whole]));
        expect(typeof facts?.class).toBe('string');
      }
    }
  });
});
