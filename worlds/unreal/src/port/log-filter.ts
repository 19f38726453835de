import type { LogLine } from './operations.js';

/** Verbosities of the engine, from the most severe to the least. */
export const SEVERITIES = ['Fatal', 'Error', 'Warning', 'Display', 'Log', 'Verbose', 'VeryVerbose'] as const;

export interface LogFilter {
  /** Part of the line, without case. */
  readonly query?: string;
  /** Such as "LogTemp", without case. */
  readonly category?: string;
  /** Only lines of this severity and worse. */
  readonly level?: (typeof SEVERITIES)[number];
}

/** Whether a line has the category and the severity. A line without them continues another one and matches neither. */
export function hasKind({ category, verbosity }: LogLine, wanted: LogFilter): boolean {
  if (wanted.category !== undefined && category?.toLowerCase() !== wanted.category.toLowerCase())
    return false;
  if (wanted.level === undefined) return true;
  const severity = (SEVERITIES as readonly string[]).indexOf(verbosity ?? '');
  return severity >= 0 && severity <= SEVERITIES.indexOf(wanted.level);
}
