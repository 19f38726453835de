/**
 * Why a package cannot be read. `not-a-package`: it does not begin like one; `unsupported`: a version or form this
 * reader does not know; `malformed`: something in it points outside or contradicts itself; `too-large`: more than the
 * limits allow.
 */
export type PackageErrorKind = 'not-a-package' | 'unsupported' | 'malformed' | 'too-large';

export class PackageError extends Error {
  override readonly name = 'PackageError';
  constructor(
    readonly kind: PackageErrorKind,
    message: string,
    /** Where in the file. */
    readonly offset?: number,
  ) {
    super(message);
  }
}
