/**
 * Why a package cannot be read. `not-a-package`: wrong tag; `unsupported`: an unknown version or layout; `malformed`: offsets
 * or counts are invalid; `too-large`: a limit is exceeded.
 */
export type PackageErrorKind = 'not-a-package' | 'unsupported' | 'malformed' | 'too-large';

export class PackageError extends Error {
  override readonly name = 'PackageError';
  constructor(
    readonly kind: PackageErrorKind,
    message: string,
    /** File offset. */
    readonly offset?: number,
  ) {
    super(message);
  }
}
