import { describe, expect, it } from 'vitest';
import { dateOf, secondsOf } from './instant.js';

const DAY = 86_400;

describe('a time', () => {
  it('is 0 at J2000.0, noon of the first day of 2000', () => {
    expect(secondsOf('2000-01-01T12:00:00')).toBe(0);
    expect(secondsOf('2000-01-01')).toBe(-DAY / 2);
    expect(dateOf(0)).toBe('2000-01-01T12:00:00');
  });

  it.each([
    ['2030-01-01', 10_957.5 * DAY],
    ['2030-01-01T00:00', 10_957.5 * DAY],
    ['2030-01-01T00:00:00.250Z', 10_957.5 * DAY + 0.25],
    ['+012000-01-01', 3_652_424.5 * DAY],
    ['86400', DAY],
    ['-1.5e3', -1_500],
    [12.5, 12.5],
  ])('is read from %j', (given, seconds) => {
    expect(secondsOf(given)).toBe(seconds);
  });

  it('does not depend on the time zone of the server', () => {
    expect(secondsOf('2030-06-01T06:30:00')).toBe(secondsOf('2030-06-01T06:30:00Z'));
  });

  it.each(['', 'noon', '2030', '2030-13-01', '2030-01-01 06:30', '2030-01-01T06:30:00+02:00', 'Infinity'])(
    'is not read from %j, and the error shows both forms',
    given => {
      expect(() => secondsOf(given)).toThrow(
        expect.objectContaining({
          kind: 'InvalidArgument',
          hint: expect.stringMatching(/seconds.*"2030-01-01"/),
        }),
      );
    },
  );

  it('has no date where a date cannot have the year', () => {
    expect(dateOf(1e20)).toBeUndefined();
  });
});
