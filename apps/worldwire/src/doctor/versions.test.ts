import { describe, expect, it } from 'vitest';
import { atLeast } from './versions.js';

describe('a version', () => {
  it.each([
    ['20.19.0', '20.19'],
    ['20.19', '20.19.0'],
    ['22.0.0', '20.19'],
    ['20.20.1', '20.19.5'],
  ])('%s is at least %s', (version, needed) => {
    expect(atLeast(version, needed)).toBe(true);
  });

  it.each([
    ['20.18.9', '20.19'],
    ['18.20.0', '20.19'],
    ['20.9.0', '20.19'],
  ])('%s is less than %s', (version, needed) => {
    expect(atLeast(version, needed)).toBe(false);
  });
});
