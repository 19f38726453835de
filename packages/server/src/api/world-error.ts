export type FailureKind =
  | 'NotReady'
  | 'PermissionDenied'
  | 'NotFound'
  | 'RateLimited'
  | 'InvalidArgument'
  | 'Conflict'
  | 'Unsupported'
  | 'Timeout'
  | 'Internal';

/** Thrown by a world's handler: a failure with a kind, a sentence, and what to do next. */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly hint?: string,
    readonly detail?: unknown,
  ) {
    super(message);
  }
}
