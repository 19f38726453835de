import type { LogLine } from '../port/operations.js';

const TIMED = /^\[(\d{4})\.(\d{2})\.(\d{2})-(\d{2})\.(\d{2})\.(\d{2}):(\d{3})\](?:\[ *\d*\])?/;
const CATEGORY = /^([A-Za-z_]\w*): /;
const VERBOSITY = /^(Fatal|Error|Warning|Display|Log|Verbose|VeryVerbose): /;

/**
 * One line of an Unreal log: "[2024.05.01-12.34.56:789][ 42]LogTemp: Warning: text". A line without a category
 * continues the previous one. The engine writes times in UTC by default.
 */
export function parseLogLine(line: string): LogLine {
  const timed = TIMED.exec(line);
  const at = timed === null ? undefined : isoTime(timed);
  const rest = timed === null ? line : line.slice(timed[0].length);
  const category = CATEGORY.exec(rest);
  // "Note: …" inside a longer message is not a category: categories begin with "Log" or follow a time.
  if (category === null || (timed === null && !rest.startsWith('Log'))) {
    return { ...(at !== undefined && { at }), text: rest };
  }
  const message = rest.slice(category[0].length);
  const verbosity = VERBOSITY.exec(message);
  return {
    ...(at !== undefined && { at }),
    category: category[1] as string,
    verbosity: verbosity?.[1] ?? 'Log',
    text: verbosity === null ? message : message.slice(verbosity[0].length),
  };
}

function isoTime([, year, month, day, hour, minute, second, milli]: RegExpExecArray): string | undefined {
  const text = `${year}-${month}-${day}T${hour}:${minute}:${second}.${milli}Z`;
  return Number.isNaN(Date.parse(text)) ? undefined : text;
}
