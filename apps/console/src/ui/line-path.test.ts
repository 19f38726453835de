import { expect, it } from 'vitest';
import { linePath } from './line-path.js';

it('a line spans the width, and gaps break it', () => {
  const { line, area } = linePath([0, 10, undefined, 5], 10, 90, 23);
  expect(line).toBe('M0 22L30 2M90 12');
  expect(area).toBe('M0 22L30 2L30 23L0 23ZM90 12L90 23L90 23Z');
});

it('values of zero are at the bottom, and none give no line', () => {
  expect(linePath([0, 0], 0, 10, 23).line).toBe('M0 22L10 22');
  expect(linePath([], 0, 10, 23)).toEqual({ line: '', area: '' });
});
