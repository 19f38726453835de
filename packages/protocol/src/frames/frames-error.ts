/**
 * - `closed`: the connection was closed, by either side.
 * - `timeout`: no response arrived in time.
 * - `aborted`: the caller's signal aborted.
 * - `busy`: too many requests are pending.
 * - `protocol`: the peer sent an invalid response.
 */
export type FramesErrorCode = 'closed' | 'timeout' | 'aborted' | 'busy' | 'protocol';

/** Why a request over frames got no response. Errors of the server are WireErrors. */
export class FramesError extends Error {
  override readonly name = 'FramesError';
  constructor(
    readonly code: FramesErrorCode,
    message: string,
  ) {
    super(message);
  }
}
