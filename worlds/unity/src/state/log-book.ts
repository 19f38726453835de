import { legible } from '@worldwire/server';
import { cut } from '../dto/cut.js';
import { fitting } from '../dto/page.js';

const MAX_LINES = 2_000;
const MESSAGE = 2_048;
/** How long after a failure its reply may still report it once more. */
const SAME_MS = 1_000;
/** Failures that are remembered for that long. */
const MAX_NOTED = 1_000;

/** Of those who have not said who they are, one failure in this time is a line. */
const STRANGER_MS = 1_000;

export const LOG_LEVELS = ['info', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLineDto {
  readonly T: string;
  readonly Level: LogLevel;
  readonly Message: string;
  readonly Source: string;
  readonly Category?: string;
}

interface Telling {
  /** Milliseconds that never go back. */
  readonly now: () => number;
  /** The time of day, in milliseconds. */
  readonly date: () => number;
  /** Lines less severe than this are not kept. */
  readonly least: () => LogLevel;
  readonly added: (line: LogLineDto) => void;
}

/** The newest lines of the scene's log and of our own. */
export class LogBook {
  readonly #lines: LogLineDto[] = [];
  /** Failures that the wire may report too: how often, and when the last was. */
  readonly #noted = new Map<string, { count: number; at: number }>();
  readonly #telling: Telling;
  #strangerAt = Number.NEGATIVE_INFINITY;

  constructor(telling: Telling) {
    this.#telling = telling;
  }

  add(line: LogLineDto): void {
    if (LOG_LEVELS.indexOf(line.Level) < LOG_LEVELS.indexOf(this.#telling.least())) return;
    const kept = { ...line, Message: shown(line.Message, MESSAGE), Source: shown(line.Source, 256) };
    this.#lines.push(kept);
    // Cut back now and then and not with each line: moving two thousand of them is work.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines.splice(0, this.#lines.length - MAX_LINES);
    this.#telling.added(kept);
  }

  /** A line of our own. */
  note(level: LogLevel, message: string, category?: string): void {
    const T = new Date(this.#telling.date()).toISOString();
    const more = category === undefined ? {} : { Category: category };
    this.add({ T, Level: level, Message: message, Source: 'mcp', ...more });
  }

  /** A failed request. The world and the wire both report it; the second report is the same failure. */
  noteFailure(code: number, message: string, reporter: 'world' | 'wire'): void {
    const text = cut(`[MCP] error ${code}: ${message}`, MESSAGE);
    const now = this.#telling.now();
    for (const [known, { at }] of this.#noted) if (now - at > SAME_MS) this.#noted.delete(known);
    const count = this.#noted.get(text)?.count ?? 0;
    if (reporter === 'wire' && count > 0) {
      this.#noted.set(text, { count: count - 1, at: now });
      return;
    }
    if (reporter === 'world') this.#noted.set(text, { count: count + 1, at: now });
    if (this.#noted.size > MAX_NOTED) this.#noted.delete(this.#noted.keys().next().value as string);
    this.note('error', text, 'error');
  }

  /** A request that was refused before its credential was known. Anybody can send these: they must not fill the log. */
  noteStranger(code: number, message: string): void {
    const now = this.#telling.now();
    if (now - this.#strangerAt < STRANGER_MS) return;
    this.#strangerAt = now;
    this.note('error', `[MCP] error ${code}: ${message}`, 'error');
  }

  /** The newest, oldest of them first; fewer where they are long. */
  tail(count: number): { Items: readonly LogLineDto[] } {
    const newest = this.#lines.slice(-Math.min(count, MAX_LINES)).reverse();
    return { Items: fitting(newest).slice().reverse() };
  }
}

/** Lines of a log keep their ends and tabs; every other hidden character is escaped. */
function shown(text: string, most: number): string {
  const visible = cut(text, most).replace(/[^\n\t]+/g, part => legible(part, part.length));
  return cut(visible, most);
}
