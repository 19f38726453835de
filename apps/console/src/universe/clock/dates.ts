/** 2000-01-01T12:00:00 as the calendar counts it. */
const J2000_MS = Date.UTC(2000, 0, 1, 12);
/** Barycentric dynamical time is ahead of UTC by this much since 2017. */
const TDB_AHEAD_S = 69.184;
const YEAR_S = 31_557_600;
const DAY_S = 86_400;
const ISO = /^([+-]?\d{1,6})-(\d{1,2})(?:-(\d{1,2}))?(?:[T ](\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?)?$/;
/** What a Date can hold, a little less. */
const MAX_DATE_S = 8.6e12 - 1e9;

/** Seconds since J2000.0 as a date: `2030-06-01 12:00:00`; far away as a count of years. */
export function dateText(seconds: number): string {
  if (Math.abs(seconds) > MAX_DATE_S) return `${yearsText(seconds)} from J2000`;
  const [date, time] = new Date(J2000_MS + seconds * 1_000).toISOString().split('T') as [string, string];
  return `${date} ${time.slice(0, 8)}`;
}

/** A date, or a number of seconds, as seconds since J2000.0. Undefined for another text. */
export function parseDate(text: string): number | undefined {
  const given = text
    .trim()
    .replace(/(?:TDB|Z|UTC)$/i, '')
    .trimEnd();
  const parts = ISO.exec(given);
  if (parts === null) {
    const seconds = given === '' ? Number.NaN : Number(given);
    return Number.isFinite(seconds) ? seconds : undefined;
  }
  const [year, month, day, hour, minute, second] = parts.slice(1).map(part => Number(part ?? Number.NaN));
  const whole = [month! - 1, day || 1, hour || 0, minute || 0] as const;
  if (month! < 1 || month! > 12 || whole[1] > 31 || whole[2] > 24 || whole[3] > 59) return undefined;
  const date = new Date(0);
  date.setUTCFullYear(year!, whole[0], whole[1]);
  date.setUTCHours(whole[2], whole[3], 0, (second || 0) * 1_000);
  const ms = date.getTime();
  return Number.isNaN(ms) || date.getUTCDate() !== whole[1] ? undefined : (ms - J2000_MS) / 1_000;
}

/** The present, in seconds since J2000.0. */
export function presentTime(utcMs: number): number {
  return (utcMs - J2000_MS) / 1_000 + TDB_AHEAD_S;
}

/** A length of time with two units at most: `1 year 36 days`. */
export function durationText(seconds: number): string {
  const size = Math.abs(seconds);
  if (!Number.isFinite(size)) return '';
  if (size >= 1e4 * YEAR_S) return yearsText(size).replace('+', '');
  const units = [
    ['year', YEAR_S],
    ['day', DAY_S],
    ['h', 3_600],
    ['min', 60],
    ['s', 1],
  ] as const;
  const first = units.findIndex(([, length]) => size >= length);
  if (first < 0) return `${Number(size.toPrecision(3))} s`;
  const [name, length] = units[first]!;
  const count = Math.floor(size / length);
  const rest = units[first + 1];
  const more = rest === undefined ? 0 : Math.floor((size - count * length) / rest[1]);
  const head = plural(count, name);
  return more === 0 || rest === undefined || count >= 100 ? head : `${head} ${plural(more, rest[0])}`;
}

function plural(count: number, unit: string): string {
  return `${count.toLocaleString('en')} ${unit}${(count !== 1 && unit.length > 3) || (count !== 1 && unit === 'day') ? 's' : ''}`;
}

function yearsText(seconds: number): string {
  const years = seconds / YEAR_S;
  const size = Math.abs(years);
  const [unit, length] =
    size >= 1e9 ? ['billion years', 1e9] : size >= 1e6 ? ['million years', 1e6] : ['years', 1];
  const shown = Number((years / (length as number)).toPrecision(4)).toLocaleString('en');
  return `${years > 0 ? '+' : ''}${shown} ${unit}`;
}
