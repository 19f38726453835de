import { WireError } from '@worldwire/protocol';

const RETRY_HINT = 'Wait a second, send the request again, and send less at once.';

/** For a message that does not fit beside those that are being served. */
export function arrivingFull(): WireError {
  return WireError.of('InternalError', 'The server holds as many request bodies as it may at the moment.', {
    kind: 'Busy',
    hint: RETRY_HINT,
  });
}

/** In place of an answer that does not fit beside those that wait for their readers. */
export function waitingFull(bytes: number): WireError {
  const message = `The request is done, but its answer of ${bytes} bytes is dropped: too much waits to be read already.`;
  return WireError.of('InternalError', message, {
    kind: 'Busy',
    hint: 'Read the answers on your connections. Then send the request again, a write with the same operation key.',
  });
}

/** In place of an answer that no client could get whole. */
export function tooLargeToSend(bytes: number): WireError {
  const message = `The request is done, but its answer of ${bytes} bytes is larger than this server sends.`;
  return WireError.of('InternalError', message, {
    kind: 'TooLarge',
    hint: 'Ask for less at a time.',
  });
}
