import { legible } from '@worldwire/server';
import { cutText, withoutSecrets } from '@worldwire/server/kit';
import { fitting } from '../dto/page.js';
import { ProblemBook } from './problem-book.js';

const MAX_LINES = 2_000;
const MAX_MESSAGE = 2_048;
const MAX_SOURCE = 256;
/** How long after a failure its reply may report it again. */
const SAME_MS = 1_000;
/** Failures that are kept for SAME_MS. */
const MAX_NOTED = 1_000;

/** Requests without a valid credential give one line in this time. */
const ANONYMOUS_MS = 1_000;

export const LOG_LEVELS = ['info', 'warning', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLineDto {
  readonly T: string;
  readonly Level: LogLevel;
  readonly Message: string;
  readonly Source: string;
  readonly Category?: string;
}

export interface TailOptions {
  readonly count: number;
  /** The newest lines that are skipped. */
  readonly offset?: number;
  readonly since?: number | undefined;
}

export interface LogTailDto {
  /** The lines that are kept. */
  readonly Total: number;
  readonly Items: readonly LogLineDto[];
  /** The offset of the older lines. */
  readonly NextOffset?: number;
  readonly Truncated?: true;
  /** The newer lines that did not come. `since` with Last gives them. */
  readonly Remaining?: number;
  readonly Last: number;
  /** Lines that are not kept any more: all of them, or those after `since`. */
  readonly Dropped?: number;
}

export interface LogBookOptions {
  /** Monotonic milliseconds. */
  readonly now: () => number;
  /** The time of day, in milliseconds. */
  readonly date: () => number;
  /** Lines less severe than this are not kept. */
  readonly least: () => LogLevel;
  readonly added: (line: LogLineDto) => void;
}

/** The newest log lines of the scene and of the server. */
export class LogBook {
  /** Errors and warnings of the project. The log level does not matter for them. */
  readonly problems = new ProblemBook();
  readonly #lines: LogLineDto[] = [];
  /** Failures that a reply may report again: how often, and when the last was. */
  readonly #noted = new Map<string, { count: number; at: number }>();
  readonly #options: LogBookOptions;
  #anonymousAt = Number.NEGATIVE_INFINITY;
  /** All lines that were added, also those that are not kept any more. */
  #added = 0;

  constructor(options: LogBookOptions) {
    this.#options = options;
  }

  add(line: LogLineDto): void {
    if (LOG_LEVELS.indexOf(line.Level) < LOG_LEVELS.indexOf(this.#options.least())) return;
    const kept = {
      ...line,
      Message: shown(line.Message, MAX_MESSAGE),
      Source: shown(line.Source, MAX_SOURCE),
    };
    this.#lines.push(kept);
    this.#added++;
    // Not with each line, because it moves all lines.
    if (this.#lines.length >= 2 * MAX_LINES) this.#lines.splice(0, this.#lines.length - MAX_LINES);
    this.#options.added(kept);
  }

  /** Adds a line of the server. */
  note(level: LogLevel, message: string, category?: string): void {
    const T = new Date(this.#options.date()).toISOString();
    const more = category === undefined ? {} : { Category: category };
    this.add({ T, Level: level, Message: message, Source: 'mcp', ...more });
  }

  /** Adds a failed request. The world and the transport both report it, and it gets one line. */
  noteFailure(code: number, message: string, reporter: 'world' | 'wire'): void {
    const text = cutText(`[MCP] error ${code}: ${message}`, MAX_MESSAGE);
    const now = this.#options.now();
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

  /** Adds a request that was refused before authentication. Their number is limited, because anyone can send them. */
  noteAnonymous(code: number, message: string): void {
    const now = this.#options.now();
    if (now - this.#anonymousAt < ANONYMOUS_MS) return;
    this.#anonymousAt = now;
    this.note('error', `[MCP] error ${code}: ${message}`, 'error');
  }

  /**
   * The newest lines before `offset`, or the lines after number `since`; oldest first, and fewer if they are long. `Last` is the number of the
   * last line of `Items`, and `since` of the next call.
   */
  tail({ count, offset = 0, since }: TailOptions, maxBytes: number): LogTailDto {
    const kept = this.#lines.slice(-MAX_LINES);
    const dropped = this.#added - kept.length;
    const isForward = since !== undefined;
    // A number of an earlier server may be higher than that of the newest line.
    const from = isForward ? Math.min(since - dropped, kept.length) : kept.length - offset - count;
    const start = Math.max(0, from);
    const wanted = kept.slice(start, isForward ? start + count : Math.max(0, kept.length - offset));
    const Items = isForward ? fitting(wanted, maxBytes) : fitting(wanted.toReversed(), maxBytes).toReversed();
    const isCut = Items.length < wanted.length;
    const first = isForward ? start : start + wanted.length - Items.length;
    const remaining = isForward ? kept.length - start - Items.length : 0;
    const missed = isForward ? Math.max(0, dropped - since) : dropped;
    return {
      Total: kept.length,
      Items,
      ...(!isForward && Items.length > 0 && first > 0 && { NextOffset: kept.length - first }),
      ...(isCut && { Truncated: true }),
      ...(remaining > 0 && { Remaining: remaining }),
      Last: dropped + first + Items.length,
      ...(missed > 0 && { Dropped: missed }),
    };
  }
}

/** Replaces what looks like a secret, and escapes hidden characters except line ends and tabs. */
function shown(text: string, max: number): string {
  const safe = withoutSecrets(text.slice(0, 2 * max));
  const visible = cutText(safe, max).replace(/[^\n\t]+/g, part => legible(part, part.length));
  return cutText(visible, max);
}
