import type { LogLine, ParamsOf, Verbosity } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';

const MAX_LINES = 2_000;
const MAX_CHARACTERS = 4_096;
const MAX_ASKED = 1_000;
const VERBOSITIES: Readonly<Record<Verbosity, string>> = { log: 'Log', warning: 'Warning', error: 'Error' };

/** The newest lines of the project's log. */
export class LogBook {
  readonly #lines: LogLine[] = [];
  readonly #now: () => number;
  readonly #grown: () => void;
  #written = 0;

  constructor(now: () => number, grown: () => void) {
    this.#now = now;
    this.#grown = grown;
  }

  /** Gives the line as it would stand in the file. */
  add(category: string, verbosity: string, text: string): string {
    const at = new Date(this.#now()).toISOString();
    // A line stays one line, whoever wrote it.
    const line = { at, category, verbosity, text: text.replace(/\p{Cc}+/gu, ' ') };
    this.#lines.push(line);
    // Cut back now and then and not with each line: moving them all is work.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines.splice(0, this.#lines.length - MAX_LINES);
    this.#grown();
    return spelled(line, this.#written++);
  }

  write({ message, verbosity }: ParamsOf<'log.write'>): string {
    if (typeof message !== 'string' || message.trim() === '' || message.length > MAX_CHARACTERS) {
      throw new UnrealError('invalid', `Send a message of 1 to ${MAX_CHARACTERS} characters.`);
    }
    if (!Object.hasOwn(VERBOSITIES, verbosity)) {
      throw new UnrealError('invalid', `There is no verbosity ${verbosity}. Send log, warning or error.`);
    }
    return this.add('LogWorldwire', VERBOSITIES[verbosity], message);
  }

  tail({ lines, query = '' }: ParamsOf<'log.tail'>): readonly LogLine[] {
    if (!Number.isInteger(lines) || lines < 1 || lines > MAX_ASKED) {
      throw new UnrealError(
        'invalid',
        `${lines} lines cannot be given. Send a whole number from 1 to ${MAX_ASKED}.`,
      );
    }
    const word = query.toLowerCase();
    return this.#lines
      .slice(-MAX_LINES)
      .filter(({ category, verbosity, text }) =>
        `${category}: ${verbosity}: ${text}`.toLowerCase().includes(word),
      )
      .slice(-lines);
  }
}

/** "[2026.01.31-10.00.00:123][ 42]LogTemp: Warning: text": the time, the number of the line, and what it says. */
function spelled({ at = '', category, verbosity, text }: LogLine, number: number): string {
  const time = at.replace(/[-T:.Z]/g, mark => ({ '-': '.', T: '-', ':': '.', '.': ':' })[mark] ?? '');
  const loud = verbosity === 'Log' ? '' : `${verbosity}: `;
  return `[${time}][${String(number % 1_000).padStart(3)}]${category}: ${loud}${text}`;
}
