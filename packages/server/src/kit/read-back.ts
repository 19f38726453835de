import { WorldError } from '../api/world-error.js';
import { cutText } from './cut-text.js';

/** Engines keep many numbers in single precision. */
const RELATIVE_ERROR = 1e-6;
/** Whole numbers up to here are exact in single precision. */
const MAX_EXACT = 2 ** 24;
const MAX_SHOWN = 300;

/** Whether two numbers are the same in single precision. */
export function isNear(a: number, b: number): boolean {
  if (Number.isInteger(a) && Number.isInteger(b) && Math.abs(a) <= MAX_EXACT) return a === b;
  return Math.abs(a - b) <= RELATIVE_ERROR * Math.max(1, Math.abs(a), Math.abs(b));
}

/** Whether the members of `asked` agree with those of `found`. Names count without case; further members do not count. */
export function membersAgree(
  asked: object,
  found: object,
  agrees: (asked: unknown, found: unknown) => boolean,
): boolean {
  const members = new Map(Object.entries(found).map(([name, value]) => [name.toLowerCase(), value]));
  return Object.entries(asked).every(([name, value]) => {
    const key = name.toLowerCase();
    return members.has(key) && agrees(value, members.get(key));
  });
}

/** What a write found, what it asked for and what it left. */
export interface ReadBack {
  readonly before: unknown;
  readonly after: unknown;
  /** Left out where the request is not a value that can be shown. */
  readonly asked?: unknown;
}

/**
 * A write after which the world has another value than the one asked for. The values are in the message, cut to a readable
 * length.
 *
 *     throw new ReadBackDiffers('The editor', { asked: 7, after: 5, before: 3 });
 *     // The editor kept 5 instead of 7 (it was 3).
 */
export class ReadBackDiffers extends WorldError {
  constructor(
    holder: string,
    readonly values: ReadBack,
    hint = 'Something limits the value or sets it: read it before you try again.',
    detail?: unknown,
  ) {
    const asked = 'asked' in values ? shown(values.asked) : 'the value asked for';
    super(
      'Conflict',
      `${holder} kept ${shown(values.after)} instead of ${asked} (it was ${shown(values.before)}).`,
      hint,
      detail,
    );
  }
}

function shown(value: unknown): string {
  return cutText(JSON.stringify(value) ?? 'undefined', MAX_SHOWN);
}
