import { legible } from '@worldwire/server';

/** Characters of a message. A traceback of Python is the longest. */
const MAX_MESSAGE = 16_000;

/**
 * Why an operation came to nothing. `unsupported`: this source never does it; `closed`: a setting of the editor is in
 * the way; `gone`: the editor does not answer at all.
 */
export type UnrealErrorKind =
  | 'unsupported'
  | 'closed'
  | 'gone'
  | 'not-found'
  | 'invalid'
  | 'timeout'
  | 'failed';

/** Its texts have names from projects and editors in them: every character is made visible, except the ends of lines. */
export class UnrealError extends Error {
  override readonly name = 'UnrealError';
  /** What would make it work: the line in the file, the flag, the other tool. */
  readonly enable?: string;

  constructor(
    readonly kind: UnrealErrorKind,
    message: string,
    enable?: string,
    /** Whether the operation may have been done all the same, as after a lost connection. */
    readonly unsure = false,
  ) {
    super(legibleLines(message));
    if (enable !== undefined) this.enable = legibleLines(enable);
  }
}

function legibleLines(text: string): string {
  const lines = text.slice(0, MAX_MESSAGE).split('\n');
  return lines.map(line => legible(line, MAX_MESSAGE)).join('\n');
}
