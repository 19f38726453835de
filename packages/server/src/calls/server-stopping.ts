import { WireError } from '@worldwire/protocol';

/** The error for requests that arrive while the server stops. */
export function serverStopping(): WireError {
  return WireError.of('InternalError', 'The server is stopping.', {
    kind: 'NotReady',
    hint: 'Connect again later.',
  });
}
