import { describe, expect, it } from 'vitest';
import { dateText, durationText, parseDate, presentTime } from './dates.js';

const YEAR = 31_557_600;

describe('dates', () => {
  it.each([
    ['2000-01-01 12:00:00', 0],
    ['2000-01-01T12:00', 0],
    ['2000-01-02', 43_200],
    ['1999-12-31 12:00:00 TDB', -86_400],
    ['2030-01', 946_728_000],
    ['86400', 86_400],
  ])('%s is a time', (text, seconds) => {
    expect(parseDate(text)).toBe(seconds);
  });

  it.each(['', 'tomorrow', '2000-13-01', '2001-02-30', '2000-01-01 25:00'])('%s is refused', text => {
    expect(parseDate(text)).toBeUndefined();
  });

  it('are written so that they can be read again', () => {
    for (const seconds of [0, 1e9, -3e9, 86_399]) expect(parseDate(dateText(seconds))).toBe(seconds);
  });

  it('far away are years', () => {
    expect(dateText(2.5e8 * YEAR * 1)).toBe('+250 million years from J2000');
  });

  it('of the present count in dynamical time', () => {
    expect(presentTime(Date.UTC(2000, 0, 1, 12))).toBeCloseTo(69.184);
  });
});

describe('durations', () => {
  it.each([
    [0.5, '0.5 s'],
    [90, '1 min 30 s'],
    [27.321661 * 86_400, '27 days 7 h'],
    [1.0000174 * YEAR, '1 year'],
    [29.447 * YEAR, '29 years 163 days'],
    [2.3e8 * YEAR, '230 million years'],
  ])('%d s', (seconds, text) => {
    expect(durationText(seconds)).toBe(text);
  });
});
