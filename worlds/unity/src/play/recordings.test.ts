import { expect, it } from 'vitest';
import { Recordings } from './recordings.js';

it('a recording of more than a megabyte is not kept', () => {
  const recordings = new Recordings();
  const step = { kind: 'text', text: 'x'.repeat(1_000) } as const;
  recordings.keep('last', [step], 'ada');
  expect(() => recordings.keep('last', Array(1_100).fill(step), 'ada')).toThrow('1048576 at most');
  expect(recordings.get('last')).toEqual([step]);
});

it('a recording stays, however many another principal makes', () => {
  const recordings = new Recordings();
  const step = { kind: 'text', text: 'x' } as const;
  recordings.keep('route', [step], 'ada');
  for (let count = 0; count < 40; count++) recordings.keep(`r${count}`, [step], 'eve');
  expect(recordings.get('route')).toEqual([step]);
  expect(recordings.get('r39')).toEqual([step]);
  expect(() => recordings.get('r20')).toThrow('There is no recording');
});
