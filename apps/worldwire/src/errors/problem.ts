import type { Refusal } from './refusals.js';

/** An error that the user can fix. It is printed in one line, without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem';

  private constructor(
    message: string,
    readonly exitCode: 1 | 2,
    cause?: unknown,
    /** Why the server does not start. */
    readonly refusal?: Refusal,
  ) {
    super(message, { cause });
  }

  /** A wrong argument or setting. */
  static usage(message: string, refusal?: Refusal): Problem {
    return new Problem(message, 2, undefined, refusal);
  }

  /** The arguments are valid, and the work cannot be done. */
  static failure(message: string, cause?: unknown): Problem {
    return new Problem(message, 1, cause);
  }

  /** The server cannot start. `doctor` has a check for each of these reasons. */
  static refusal(refusal: Refusal, message: string, cause?: unknown): Problem {
    return new Problem(message, 1, cause, refusal);
  }
}

/** The error code of a thrown value, or else of its cause. */
export function codeBehind(thrown: unknown): string | undefined {
  return thrown instanceof Error ? (codeOf(thrown) ?? codeBehind(thrown.cause)) : undefined;
}

export function reasonOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown);
}

export function codeOf(thrown: unknown): string | undefined {
  const code = (thrown as { code?: unknown } | undefined)?.code;
  return typeof code === 'string' ? code : undefined;
}
