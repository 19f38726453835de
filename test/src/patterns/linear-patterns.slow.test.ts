import { describe, expect, it } from 'vitest';
import { superlinear } from './growth.js';
import { productPatterns } from './product-patterns.js';

/** Texts for names whose values are not constant. One of them stands for all that the name can have. */
const GIVEN = {
  'packages/transports/src/oauth/scopes.ts': { RIGHT: 'read|write|eval|approve|operate' },
  'worlds/unreal/src/port/credentials.ts': { values: String.raw`[-+]?\d[\d.]{0,20}f?|\/Game\/[\w./-]+|` },
  'worlds/unreal/src/project/settings/project-lists.ts': { name: 'ActionName' },
  'worlds/unreal/src/t3d/t3d-reader.ts': { name: 'Class' },
};

const { byFolder, unknown } = productPatterns(GIVEN);
const known = new Map<string, ReturnType<typeof superlinear>>();

function growthOf(pattern: string, flags: string) {
  const key = `${flags}/${pattern}`;
  if (!known.has(key)) known.set(key, superlinear(pattern, flags));
  return known.get(key);
}

describe.each([...byFolder])('the regular expressions of %s', (_folder, patterns) => {
  it('take linear time on inputs that grow in each of their parts', () => {
    const slow = patterns.flatMap(({ at, pattern, flags }) => {
      const growth = growthOf(pattern, flags);
      return growth === undefined ? [] : [`${at} /${pattern}/${flags} ${JSON.stringify(growth)}`];
    });
    expect(slow).toEqual([]);
  }, 300_000);
});

describe('the regular expressions of the product', () => {
  it('are made of texts that are constant or listed here', () => expect(unknown).toEqual([]));

  it('are found', () => {
    const all = [...byFolder.values()].flat();
    expect(all.length).toBeGreaterThan(800);
    for (const file of Object.keys(GIVEN)) expect(all.some(({ at }) => at.startsWith(file))).toBe(true);
  });
});
