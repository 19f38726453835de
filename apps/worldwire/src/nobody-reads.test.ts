import { expect, it } from 'vitest';
import { nobodyReads } from './nobody-reads.js';

it.each(['EPIPE', 'EIO'])('nobody reads after %s', code => {
  expect(nobodyReads(Object.assign(new Error('write'), { code }))).toBe(true);
});

it.each([Object.assign(new Error('write'), { code: 'ENOSPC' }), new Error('EIO'), undefined, 'EPIPE'])(
  'somebody may still read after %s',
  thrown => {
    expect(nobodyReads(thrown)).toBe(false);
  },
);
