import type { Arguments, Flags } from './flags.js';
import type { Shell } from './shell.js';

export interface Command<F extends Flags = Flags> {
  readonly name: string;
  /** The arguments after the name, for the help. */
  readonly words: string;
  readonly about: string;
  readonly flags: F;
  readonly examples?: readonly string[];
  /** Returns the exit code. */
  run(given: Arguments<F>, shell: Shell): Promise<number>;
}

export function defineCommand<F extends Flags>(command: Command<F>): Command {
  return command as unknown as Command;
}
