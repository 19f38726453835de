import type { ServerResponse } from 'node:http';

/**
 * Calls back when nobody can read the response any more. Returns the way to stop watching.
 *
 * A response that waits behind another one on its connection has no socket yet, and Node never closes it when the
 * connection breaks: there the connection itself is watched.
 */
export function onResponseClose(response: ServerResponse, listener: () => void): () => void {
  const waiting = response.socket === null ? response.req.socket : undefined;
  const stop = () => {
    response.removeListener('close', gone);
    waiting?.removeListener('close', gone);
  };
  let called = false;
  const gone = () => {
    // A connection that lives on must not keep the responses that it has carried.
    stop();
    if (called) return;
    called = true;
    listener();
  };
  response.on('close', gone);
  // As many as the client sends without waiting: no sign of a leak.
  waiting?.setMaxListeners(0).on('close', gone);
  if (waiting?.destroyed) process.nextTick(gone);
  return stop;
}

/** Whether that is so already. */
export function isClosed(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}
