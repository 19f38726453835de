import type { Refusal } from './refusals.js';

/** Something the person at the keyboard can fix. It is told in one line, without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem';

  private constructor(
    message: string,
    readonly exitCode: 1 | 2,
    cause?: unknown,
    /** Which of the reasons not to serve it is. */
    readonly refusal?: Refusal,
  ) {
    super(message, { cause });
  }

  /** The command line or a setting makes no sense. */
  static usage(message: string, refusal?: Refusal): Problem {
    return new Problem(message, 2, undefined, refusal);
  }

  /** What was asked makes sense and cannot be done here and now. */
  static failure(message: string, cause?: unknown): Problem {
    return new Problem(message, 1, cause);
  }

  /** A server cannot be started here and now. `doctor` has a check for each of these reasons. */
  static refusal(refusal: Refusal, message: string, cause?: unknown): Problem {
    return new Problem(message, 1, cause, refusal);
  }
}

/** The first code in a thrown value and what caused it. */
export function codeBehind(thrown: unknown): string | undefined {
  return thrown instanceof Error ? (codeOf(thrown) ?? codeBehind(thrown.cause)) : undefined;
}

/** The reason in a thrown value, for a sentence of ours. */
export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function codeOf(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
