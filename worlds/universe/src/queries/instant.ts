import { WorldError } from '@worldwire/server';

/** The date of time 0, which is J2000.0. Dates are TDB: without leap seconds, 69 seconds ahead of UTC in 2026. */
const EPOCH_MS = Date.UTC(2000, 0, 1, 12);
const DATE = /^(\d{4}|[+-]\d{6})-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,3})?)?Z?)?$/;
const NUMBER = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d+)?$/i;

/** Seconds since J2000.0 of a number of seconds or an ISO date. */
export function secondsOf(at: number | string): number {
  if (typeof at === 'number') return at;
  const text = at.trim();
  // "2030" is more likely a year.
  const seconds = NUMBER.test(text) && !/^\d{4}$/.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(seconds)) return seconds;
  const zone = text.includes('T') && !text.endsWith('Z') ? 'Z' : '';
  const ms = DATE.test(text) ? Date.parse(`${text}${zone}`) : Number.NaN;
  if (Number.isFinite(ms) && isDayOf(text, ms)) return (ms - EPOCH_MS) / 1000;
  throw new WorldError(
    'InvalidArgument',
    `The time "${at.slice(0, 64)}" is neither a number of seconds nor an ISO date of the calendar.`,
    'Give seconds since 2000-01-01T12:00:00 (J2000.0), such as 946684800, or a date such as "2030-01-01" or "2030-01-01T06:30:00".',
  );
}

/** Whether the day exists: the 31st of February is read as a day in March. */
function isDayOf(text: string, ms: number): boolean {
  const [day = ''] = text.split('T');
  return new Date(ms).toISOString().split('T')[0]?.slice(-5) === day.slice(-5);
}

/** The ISO date of a time, or undefined outside of the years that a date can have. */
export function dateOf(t: number): string | undefined {
  const date = new Date(EPOCH_MS + t * 1000);
  return Number.isFinite(date.getTime()) ? date.toISOString().replace(/(\.000)?Z$/, '') : undefined;
}
