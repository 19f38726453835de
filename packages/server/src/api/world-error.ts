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

/**
 * A failure that a handler throws for its client: a kind, a message, and a hint with the next step, which is never left out.
 *
 *     throw new WorldError('NotFound', `There is no plant "${id}".`, 'list_plants lists the plants.');
 */
export class WorldError extends Error {
  override readonly name = 'WorldError';
  constructor(
    readonly kind: FailureKind,
    message: string,
    readonly hint: string,
    readonly detail?: unknown,
  ) {
    super(message);
  }
}
