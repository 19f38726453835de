import { didYouMean } from '@worldwire/server/kit/near-matches';
import { Problem } from '../errors/problem.js';

export const LOG_FORMATS = ['text', 'json'] as const;

export type LogFormat = (typeof LOG_FORMATS)[number];

export function readLogFormat(text: string): LogFormat {
  const format = LOG_FORMATS.find(name => name === text);
  if (format !== undefined) return format;
  throw Problem.usage(
    `There is no log format "${text}".${didYouMean(text, LOG_FORMATS)} Formats: ${LOG_FORMATS.join(', ')}.`,
  );
}

const RESET = '\u001B[0m';
const DIM = '\u001B[2m';
const COLOURS: Readonly<Record<string, string>> = {
  trace: DIM,
  debug: DIM,
  info: '\u001B[32m',
  warn: '\u001B[33m',
  error: '\u001B[31m',
  fatal: '\u001B[1;31m',
};
const LEVEL_WIDTH = 5;
const STACK_INDENT = '    ';

/**
 * Characters that a terminal interprets: control characters, line separators, and marks that change the direction of text. Fields may
 * have text of clients.
 */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}\u2028\u2029\uFEFF]/gu;

interface Entry {
  readonly time?: unknown;
  readonly level?: unknown;
  readonly msg?: unknown;
  readonly [field: string]: unknown;
}

/** Formats a JSON line as text: time, level, message, fields. A stack follows on its own lines. */
export function readableLine(json: string, hasColours: boolean): string {
  const { time, level, msg, pid: _, ...fields } = parse(json);
  const paint = (colour: string, text: string) => (hasColours ? `${colour}${text}${RESET}` : text);
  const name = String(level ?? '');
  const stack = stackOf(fields.err);
  const pairs = Object.entries(fields).map(
    ([key, value]) => paint(DIM, `${escaped(key)}=`) + (key === 'err' ? errorText(value) : fieldText(value)),
  );
  const parts = [
    paint(DIM, clockTime(time)),
    paint(COLOURS[name] ?? '', escaped(name).padEnd(LEVEL_WIDTH)),
    escaped(String(msg ?? '')),
    ...pairs,
  ];
  return `${[parts.join(' ').trimEnd(), ...stack.map(line => paint(DIM, STACK_INDENT + line))].join('\n')}\n`;
}

function parse(json: string): Entry {
  try {
    return JSON.parse(json) as Entry;
  } catch {
    return { msg: json.trimEnd() };
  }
}

/** Local time of day, to the millisecond. */
function clockTime(time: unknown): string {
  const date = new Date(String(time));
  if (Number.isNaN(date.getTime())) return '--:--:--.---';
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()].map(number =>
    String(number).padStart(2, '0'),
  );
  return `${hours}:${minutes}:${seconds}.${String(date.getMilliseconds()).padStart(3, '0')}`;
}

function fieldText(value: unknown): string {
  if (typeof value === 'string' && /^[\w./:@+,-]+$/.test(value)) return value;
  return escaped(JSON.stringify(value) ?? 'undefined');
}

function errorText(value: unknown): string {
  const { type, message } = (value ?? {}) as { readonly type?: unknown; readonly message?: unknown };
  return message === undefined ? fieldText(value) : fieldText(`${type ?? 'Error'}: ${message}`);
}

/** Only the frames: the message is on the first line already. */
function stackOf(error: unknown): readonly string[] {
  const stack = (error as { readonly stack?: unknown } | null | undefined)?.stack;
  if (typeof stack !== 'string') return [];
  return stack
    .split('\n')
    .map(line => escaped(line.trim()))
    .filter(line => line.startsWith('at '));
}

function escaped(text: string): string {
  return text.replaceAll(CONTROLS, letter => {
    const code = letter.charCodeAt(0).toString(16);
    return code.length > 2 ? `\\u${code.padStart(4, '0')}` : `\\x${code.padStart(2, '0')}`;
  });
}
