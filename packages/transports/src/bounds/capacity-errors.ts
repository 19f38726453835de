import { WireError } from '@worldwire/protocol';

/** For a message that does not fit beside those that are being served. */
export function arrivingFull(): WireError {
  return WireError.of(
    'InternalError',
    'The request bodies being served take all the memory allowed for them.',
    {
      kind: 'Busy',
      hint: 'Wait a second, then send the request again, with fewer or smaller requests at once.',
    },
  );
}

/** For a request over the limit of a connection or a principal. */
export function inFlightFull(limit: number, of: 'This connection has' | 'You have'): WireError {
  return WireError.of('InternalError', `${of} ${limit} requests in flight, which is the limit.`, {
    kind: 'Busy',
    hint: 'Wait for an answer before the next request.',
  });
}

/** Replaces an answer that does not fit beside those that wait for their readers. */
export function waitingFull(bytes: number): WireError {
  const message = `The request is done, but its answer of ${bytes} bytes was dropped: too many bytes wait to be read.`;
  return WireError.of('InternalError', message, {
    kind: 'Busy',
    hint: 'Read the answers on your connections. Then send the request again, a write with the same operation key.',
  });
}

/** Replaces an answer that is over the limit by itself. */
export function tooLargeToSend(bytes: number): WireError {
  const message = `The request is done, but its answer of ${bytes} bytes is larger than this server sends.`;
  return WireError.of('InternalError', message, {
    kind: 'TooLarge',
    hint: 'Request less at a time.',
  });
}
