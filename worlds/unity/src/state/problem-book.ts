import type { Problem } from '@worldwire/engine';
import { legible } from '@worldwire/server';
import { cutText, withoutSecrets } from '@worldwire/server/kit';
import { fitting } from '../dto/page.js';

/** Different problems. Further ones replace the oldest. */
const MAX_PROBLEMS = 500;
const MAX_MESSAGE = 1_000;
const MAX_FILE = 500;
const MAX_STACK = 20;
const MAX_FRAME = 300;
/** What the engine finds in a file without running its scripts. */
const OF_FILES: ReadonlySet<string> = new Set([
  'compile',
  'shader',
  'import',
  'engine',
] satisfies Problem['kind'][]);

export interface ProblemDto {
  /** 1 for the first. A problem that occurs again gets a new number. */
  readonly N: number;
  readonly Level: 'error' | 'warning';
  /** `log`: the game wrote the error itself. */
  readonly Kind: Problem['kind'] | 'log';
  readonly Message: string;
  readonly File?: string;
  readonly Line?: number;
  readonly Column?: number;
  readonly Stack?: readonly string[];
  /** How often it occurred. Left out for once. */
  readonly Count?: number;
  /** When it occurred last. */
  readonly T: string;
  /** Why it is out of date: it is of an earlier process, or its file was compiled or imported again since. */
  readonly Past?: 'restart' | 'checked';
}

/** A line of the engine's log that may be a problem. */
export interface ProblemLine {
  readonly level: 'info' | 'warning' | 'error';
  readonly message: string;
  readonly at: string;
  readonly problem?: Problem | undefined;
}

export interface ProblemFilter {
  readonly since?: number | undefined;
  readonly level?: 'error' | 'warning' | undefined;
  /** Those that are out of date as well. */
  readonly past?: boolean | undefined;
  readonly limit: number;
}

export interface ProblemsDto {
  readonly Total: number;
  /** The oldest first. */
  readonly Items: readonly ProblemDto[];
  /** `since` of the next call. */
  readonly Last: number;
  readonly Remaining?: number;
  /** How many that are out of date were left out. */
  readonly Past?: number;
  /** True if some after `since` are not kept any more. */
  readonly Dropped?: true;
}

/** Errors and warnings of the project, each once with the number of its repeats. */
export class ProblemBook {
  /** By what makes them the same, in the order of their last occurrence. */
  readonly #problems = new Map<string, ProblemDto>();
  #last = 0;
  /** The highest number of a problem that was dropped. */
  #dropped = 0;

  /** The number of the newest one. */
  get last(): number {
    return this.#last;
  }

  /** Keeps a line that is an error, or that the engine calls a problem. */
  add({ level, message, at, problem }: ProblemLine): void {
    if (level !== 'error' && problem === undefined) return;
    const fresh = dtoOf(level, message, at, problem);
    const key = JSON.stringify([fresh.Kind, fresh.Level, fresh.Message, fresh.File, fresh.Line]);
    const same = this.#problems.get(key);
    // One that is out of date begins again.
    const count = same === undefined || same.Past !== undefined ? 1 : (same.Count ?? 1) + 1;
    this.#problems.delete(key);
    this.#problems.set(key, { N: ++this.#last, ...fresh, ...(count > 1 && { Count: count }) });
    if (this.#problems.size <= MAX_PROBLEMS) return;
    const [oldest, { N }] = this.#problems.entries().next().value as [string, ProblemDto];
    this.#problems.delete(oldest);
    this.#dropped = N;
  }

  /** A new process of the engine has begun. Returns whether a problem went out of date. */
  startProcess(): boolean {
    return this.#endWhere('restart', () => true);
  }

  /** The engine has compiled or imported files again. Errors of scripts that ran stay. Returns whether a problem went out of date. */
  check(files: readonly string[]): boolean {
    const names = new Set(files.map(file => legible(file, MAX_FILE)));
    return this.#endWhere(
      'checked',
      ({ Kind, File }) => OF_FILES.has(Kind) && File !== undefined && names.has(File),
    );
  }

  #endWhere(past: 'restart' | 'checked', matches: (each: ProblemDto) => boolean): boolean {
    let ended = false;
    for (const [key, each] of this.#problems) {
      if (each.Past !== undefined || !matches(each)) continue;
      this.#problems.set(key, { ...each, Past: past });
      ended = true;
    }
    return ended;
  }

  /** Those after `since`, the oldest first; without it the newest. As many as fit into `maxBytes`. */
  list({ since, level, past = false, limit }: ProblemFilter, maxBytes: number): ProblemsDto {
    // A number of an earlier server may be higher than that of the newest.
    const from = since === undefined ? 0 : Math.min(since, this.#last);
    const all = [...this.#problems.values()].filter(
      ({ N, Level }) => N > from && (level === undefined || Level === level),
    );
    const wanted = past ? all : all.filter(({ Past }) => Past === undefined);
    const Items =
      since === undefined
        ? fitting(wanted.slice(-limit).toReversed(), maxBytes).toReversed()
        : fitting(wanted.slice(0, limit), maxBytes);
    const remaining = wanted.length - Items.length;
    const isCut = since !== undefined && remaining > 0;
    return {
      Total: wanted.length,
      Items,
      Last: isCut ? (Items.at(-1)?.N ?? this.#last) : this.#last,
      ...(remaining > 0 && { Remaining: remaining }),
      ...(wanted.length < all.length && { Past: all.length - wanted.length }),
      ...(since !== undefined && this.#dropped > since && { Dropped: true as const }),
    };
  }
}

function dtoOf(
  level: ProblemLine['level'],
  message: string,
  at: string,
  problem: Problem | undefined,
): Omit<ProblemDto, 'N' | 'Count' | 'Past'> {
  const { kind = 'log', file, line, column, stack } = problem ?? {};
  return {
    Level: level === 'error' ? 'error' : 'warning',
    Kind: kind,
    Message: shown(message, MAX_MESSAGE),
    ...(file !== undefined && { File: legible(file, MAX_FILE) }),
    ...(line !== undefined && { Line: line }),
    ...(column !== undefined && { Column: column }),
    ...(stack !== undefined &&
      stack.length > 0 && { Stack: stack.slice(0, MAX_STACK).map(frame => legible(frame, MAX_FRAME)) }),
    T: at,
  };
}

/** Replaces what looks like a secret, and escapes hidden characters except line ends. */
function shown(text: string, max: number): string {
  return cutText(withoutSecrets(text.slice(0, 2 * max)), max).replace(/[^\n\t]+/g, part =>
    legible(part, part.length),
  );
}
