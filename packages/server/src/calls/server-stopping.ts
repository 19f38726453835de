import { WireError } from '@worldwire/protocol';

/** What a request is answered with that came too late. */
export function serverStopping(): WireError {
  return WireError.of('InternalError', 'The server is stopping.', {
    kind: 'NotReady',
    hint: 'Connect again later.',
  });
}
