import { expect, it } from 'vitest';
import { Recordings } from './recordings.js';

it('a recording of more than a megabyte is not kept', () => {
  const recordings = new Recordings();
  const step = { kind: 'text', text: 'x'.repeat(1_000) } as const;
  recordings.keep('last', [step]);
  expect(() => recordings.keep('last', Array(1_100).fill(step))).toThrow('1048576 at most');
  expect(recordings.get('last')).toEqual([step]);
});
