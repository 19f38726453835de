import { legible } from '@worldwire/server';

/** Characters of a message. Python tracebacks are the longest. */
const MAX_MESSAGE = 16_000;

/**
 * Why an operation failed. `unsupported`: this source cannot do it; `closed`: a setting of the editor blocks it; `gone`: the
 * editor does not answer.
 */
export type UnrealErrorKind =
  | 'unsupported'
  | 'closed'
  | 'gone'
  | 'not-found'
  | 'invalid'
  | 'timeout'
  | 'failed';

/** The error of a source. Texts may contain names from projects and editors: control characters except line ends are escaped. */
export class UnrealError extends Error {
  override readonly name = 'UnrealError';
  /** What would make the operation work: the line in a file, the flag, another tool. */
  readonly enable?: string;

  constructor(
    readonly kind: UnrealErrorKind,
    message: string,
    enable?: string,
    /** Whether the operation may have been done, as after a lost connection. */
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
