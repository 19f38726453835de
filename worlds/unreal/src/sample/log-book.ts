import { hasKind } from '../port/log-filter.js';
import type { LogLine, LogPage, ParamsOf, Verbosity, WithNotes } from '../port/operations.js';
import { invalidCursor } from '../port/paging.js';
import { UnrealError } from '../port/unreal-error.js';

const CATEGORY = 'LogWorldwire';
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
    const line = { at, category, verbosity, text: oneLine(text) };
    this.#lines.push(line);
    // Not after every line: each cut moves all lines.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines.splice(0, this.#lines.length - MAX_LINES);
    this.#onLine();
    return spelled(line, this.#written++);
  }

  write(params: ParamsOf<'log.write'>): string {
    requireMessage(params);
    return this.add(CATEGORY, VERBOSITIES[params.verbosity], params.message);
  }

  /** The line that `write` would add, without its time and number. */
  entryOf(params: ParamsOf<'log.write'>): string {
    requireMessage(params);
    return entry({
      category: CATEGORY,
      verbosity: VERBOSITIES[params.verbosity],
      text: oneLine(params.message),
    });
  }

  /** A cursor is the number of the oldest line that was shown. */
  tail({ lines, cursor, query = '', ...filter }: ParamsOf<'log.tail'>): LogPage & WithNotes {
    if (!Number.isInteger(lines) || lines < 1 || lines > MAX_TAIL) {
      const message = `${lines} is not a number of lines. Send a whole number from 1 to ${MAX_TAIL}.`;
      throw new UnrealError('invalid', message, 'Older lines follow with nextCursor as cursor.');
    }
    const kept = this.#lines.slice(-MAX_LINES);
    const first = this.#written - kept.length;
    const before = cursor === undefined ? this.#written : Number(cursor);
    if (!Number.isInteger(before) || before < 0 || before > this.#written) throw invalidCursor();
    const word = query.toLowerCase();
    const found: LogLine[] = [];
    let at = before;
    while (at > first && found.length < lines) {
      const line = kept[--at - first] as LogLine;
      const text = `${line.category}: ${line.verbosity}: ${line.text}`;
      if (text.toLowerCase().includes(word) && hasKind(line, filter)) found.push(line);
    }
    return {
      lines: found.reverse(),
      total: { lines: this.#written },
      ...(at > first && { nextCursor: String(at) }),
      ...(first > 0 && { notes: [`The sample keeps the newest ${kept.length} of ${this.#written} lines.`] }),
    };
  }
}

function requireMessage({ message, verbosity }: ParamsOf<'log.write'>): void {
  if (typeof message !== 'string' || message.trim() === '' || message.length > MAX_CHARACTERS) {
    throw new UnrealError(
      'invalid',
      `Send a message of 1 to ${MAX_CHARACTERS} characters.`,
      'Split a longer message.',
    );
  }
  if (!Object.hasOwn(VERBOSITIES, verbosity)) {
    throw new UnrealError(
      'invalid',
      `There is no verbosity ${verbosity}. Send log, warning or error.`,
      'Leave out verbosity for log.',
    );
  }
}

/** An entry is one line. */
function oneLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ');
}

/** "[2026.01.31-10.00.00:123][ 42]LogTemp: Warning: text": the time, the number of the line, the entry. */
function spelled(line: LogLine, number: number): string {
  const { at = '' } = line;
  const time = at.replace(/[-T:.Z]/g, mark => ({ '-': '.', T: '-', ':': '.', '.': ':' })[mark] ?? '');
  return `[${time}][${String(number % 1_000).padStart(3)}]${entry(line)}`;
}

function entry({ category, verbosity, text }: LogLine): string {
  return `${category}: ${verbosity === 'Log' ? '' : `${verbosity}: `}${text}`;
}
