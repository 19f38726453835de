import type { LogLine, ParamsOf, Verbosity } from '../port/operations.js';
import { UnrealError } from '../port/unreal-error.js';

const MAX_LINES = 2_000;
const MAX_CHARACTERS = 4_096;
const MAX_TAIL = 1_000;
const VERBOSITIES: Readonly<Record<Verbosity, string>> = { log: 'Log', warning: 'Warning', error: 'Error' };

/** The newest lines of the log. */
export class LogBook {
  readonly #lines: LogLine[] = [];
  readonly #now: () => number;
  readonly #onLine: () => void;
  #written = 0;

  constructor(now: () => number, onLine: () => void) {
    this.#now = now;
    this.#onLine = onLine;
  }

  /** Returns the line as the log file has it. */
  add(category: string, verbosity: string, text: string): string {
    const at = new Date(this.#now()).toISOString();
    // An entry is one line.
    const line = { at, category, verbosity, text: text.replace(/\p{Cc}+/gu, ' ') };
    this.#lines.push(line);
    // Not after every line: each cut moves all lines.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines.splice(0, this.#lines.length - MAX_LINES);
    this.#onLine();
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
    if (!Number.isInteger(lines) || lines < 1 || lines > MAX_TAIL) {
      const message = `${lines} is not a number of lines. Send a whole number from 1 to ${MAX_TAIL}.`;
      throw new UnrealError('invalid', message);
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

/** "[2026.01.31-10.00.00:123][ 42]LogTemp: Warning: text": the time, the number of the line, the entry. */
function spelled({ at = '', category, verbosity, text }: LogLine, number: number): string {
  const time = at.replace(/[-T:.Z]/g, mark => ({ '-': '.', T: '-', ':': '.', '.': ':' })[mark] ?? '');
  const severity = verbosity === 'Log' ? '' : `${verbosity}: `;
  return `[${time}][${String(number % 1_000).padStart(3)}]${category}: ${severity}${text}`;
}
