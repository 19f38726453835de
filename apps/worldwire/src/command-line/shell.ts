import type { LogWriter } from '../log/log-writer.js';
import type { Environment } from '../process/environment.js';

/** The environment and the output of a command. */
export interface Shell {
  readonly environment: Environment;
  /** Prints a line of the result to standard output. */
  print(line: string): void;
  /** Prints an error or a warning to standard error. */
  complain(line: string): void;
  /** Standard error, for the log. */
  readonly lines: LogWriter;
}
