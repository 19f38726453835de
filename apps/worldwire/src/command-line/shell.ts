import type { LogWriter } from '../log/log-writer.js';
import type { Environment } from '../process/environment.js';

/** What a command knows of the outside, and how it speaks to it. */
export interface Shell {
  readonly environment: Environment;
  /** A line on standard output: what was asked for. */
  print(line: string): void;
  /** A line on standard error: what went wrong, or wants attention. */
  complain(line: string): void;
  /** Standard error, for the log. */
  readonly lines: LogWriter;
}
