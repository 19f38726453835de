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

export class UnrealError extends Error {
  override readonly name = 'UnrealError';
  constructor(
    readonly kind: UnrealErrorKind,
    message: string,
    /** What would make it work: the line in the file, the flag, the other tool. */
    readonly enable?: string,
    /** Whether the operation may have been done all the same, as after a lost connection. */
    readonly unsure = false,
  ) {
    super(message);
  }
}
