import { describe, expect, it } from 'vitest';
import { TempProject } from '../project/temp-project.test.js';
import { COUNTED_PARSERS } from './testing/counted-parsers.js';
import { countedWork, UNITS } from './testing/counted-work.js';
import { ALL_HOSTILE } from './testing/hostile-shapes.js';
import { TimeSlice } from './time-slice.js';

const SIZE = 300_000;
/** Shapes of each kind; the others are in the slow test. */
const SHAPES = [
  'blanks before a name',
  'many lines',
  'an unclosed comment',
  'classes without bodies',
  'line comments',
  'a list of long texts',
];

describe.each(Object.entries(COUNTED_PARSERS))('%s', (_name, { parse, longest, whole, passes = 1 }) => {
  it('reports all of its work, and reads nothing again', async () => {
    const project = new TempProject();
    const text = whole(SIZE);
    const work = await countedWork(() => parse(text, (name, content) => project.write(name, content)));
    expect(work.total / text.length).toBeGreaterThan(0.99 * passes);
    expect(work.total / text.length).toBeLessThan(1.1 * passes);
    expect(work.longest).toBeLessThan(longest(text));
  });

  it.each(SHAPES)('pauses often: %s', async shape => {
    const project = new TempProject();
    const text = (ALL_HOSTILE[shape] as (size: number) => string)(SIZE);
    const work = await countedWork(() => parse(text, (name, content) => project.write(name, content)));
    expect(work.longest).toBeLessThan(longest(text));
  });
});

describe('counted work', () => {
  it('has the units between two pauses, and leaves the clock as it was', async () => {
    const slice = new TimeSlice(new AbortController().signal);
    const work = await countedWork(async () => {
      if (slice.isOverAfter(UNITS / 2)) await slice.yieldToEventLoop();
      if (slice.isOverAfter(UNITS)) await slice.yieldToEventLoop();
      if (slice.isOver) await slice.yieldToEventLoop();
    });
    expect(work).toEqual({ total: 1.5 * UNITS + 1, longest: 1.5 * UNITS });
    expect(await countedWork(() => undefined)).toEqual({ total: 0, longest: 0 });
  });
});
