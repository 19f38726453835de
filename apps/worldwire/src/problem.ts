/** Something the person at the keyboard can mend. It is told in one line, without a stack. */
export class Problem extends Error {
  override readonly name = 'Problem';

  private constructor(
    message: string,
    readonly exitCode: 1 | 2,
    cause?: unknown,
    /** It concerns what one world keeps. Other worlds can be served without it. */
    readonly ofStore = false,
  ) {
    super(message, { cause });
  }

  /** The command line or a setting makes no sense. */
  static usage(message: string): Problem {
    return new Problem(message, 2);
  }

  /** What was asked makes sense and cannot be done here and now. */
  static failure(message: string, cause?: unknown): Problem {
    return new Problem(message, 1, cause);
  }

  /** The store of one world cannot be used. */
  static store(message: string, cause: unknown): Problem {
    return new Problem(message, 1, cause, true);
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
