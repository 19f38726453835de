import { describe, expect, it } from 'vitest';
import { atLeast, readVersion } from './engine-version.js';

describe('a version', () => {
  it('is read from the text of an editor', () => {
    expect(readVersion('5.5.4-40574608+++UE5+Release-5.5')).toMatchObject({ major: 5, minor: 5 });
    expect(readVersion('4.26.2-0+UE4')).toMatchObject({ major: 4, minor: 26 });
    for (const text of ['', 'UE5', '5', 'five.five']) expect(readVersion(text)).toBeUndefined();
  });

  it('is compared by numbers', () => {
    const version = readVersion('5.10.0');
    expect(version && atLeast(version, 5, 8)).toBe(true);
    expect(version && atLeast(version, 4, 27)).toBe(true);
    expect(version && atLeast(version, 6, 0)).toBe(false);
  });
});
