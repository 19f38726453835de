import { describe, expect, it } from 'vitest';
import { TempProject } from '../project/temp-project.test.js';
import { COUNTED_PARSERS } from './testing/counted-parsers.js';
import { countedWork } from './testing/counted-work.js';
import { ALL_HOSTILE } from './testing/hostile-shapes.js';

const SIZE = 1024 * 1024;

describe.each(Object.entries(COUNTED_PARSERS))('%s of 1 MiB', (_name, { parse, longest }) => {
  it.each(Object.entries(ALL_HOSTILE))('pauses often: %s', async (_shape, make) => {
    const project = new TempProject();
    const text = make(SIZE);
    const work = await countedWork(() => parse(text, (name, content) => project.write(name, content)));
    expect(work.longest).toBeLessThan(longest(text));
  });
});

describe('the shapes', () => {
  it('are 50 or more, of about the size that is asked for', () => {
    const sizes = Object.values(ALL_HOSTILE).map(make => make(SIZE).length);
    expect(sizes.length).toBeGreaterThanOrEqual(50);
    for (const size of sizes) expect(Math.abs(size - SIZE)).toBeLessThan(SIZE / 2);
  });
});
