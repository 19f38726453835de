import { describe, expect, it } from 'vitest';
import { isLogLevel, LOG_LEVELS, passesLevel } from './log-level.js';

describe('log levels', () => {
  it('are those of RFC 5424, the least severe first', () => {
    expect(LOG_LEVELS).toEqual([
      'debug',
      'info',
      'notice',
      'warning',
      'error',
      'critical',
      'alert',
      'emergency',
    ]);
  });

  it('are known by their exact names', () => {
    expect(LOG_LEVELS.every(isLogLevel)).toBe(true);
    for (const value of ['Debug', 'warn', '', 0, null, undefined, ['debug']])
      expect(isLogLevel(value)).toBe(false);
  });

  it('pass a threshold they reach', () => {
    for (const [at, threshold] of LOG_LEVELS.entries()) {
      expect(LOG_LEVELS.filter(level => passesLevel(level, threshold))).toEqual(LOG_LEVELS.slice(at));
    }
  });
});
