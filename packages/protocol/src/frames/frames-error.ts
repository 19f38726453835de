/**
 * - `closed`: the connection is gone, or was closed here.
 * - `timeout`: no answer came in time.
 * - `aborted`: the caller's signal said so.
 * - `busy`: too many requests wait for their answers.
 * - `protocol`: the other side said something that is no answer.
 */
export type FramesErrorCode = 'closed' | 'timeout' | 'aborted' | 'busy' | 'protocol';

/** Why a request over frames got no answer. What the server itself refuses is a WireError. */
export class FramesError extends Error {
  override readonly name = 'FramesError';
  constructor(
    readonly code: FramesErrorCode,
    message: string,
  ) {
    super(message);
  }
}
