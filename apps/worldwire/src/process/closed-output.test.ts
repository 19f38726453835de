import { expect, it } from 'vitest';
import { isOutputClosed } from './closed-output.js';

it.each(['EPIPE', 'EIO'])('the output is closed after %s', code => {
  expect(isOutputClosed(Object.assign(new Error('write'), { code }))).toBe(true);
});

it.each([Object.assign(new Error('write'), { code: 'ENOSPC' }), new Error('EIO'), undefined, 'EPIPE'])(
  'the output may be open after %s',
  thrown => {
    expect(isOutputClosed(thrown)).toBe(false);
  },
);
