import type { ServerResponse } from 'node:http';

/**
 * Calls back when nobody can read the response any more. Returns the way to stop watching.
 *
 * A response that waits behind another one on its connection has no socket yet, and Node never closes it when the
 * connection breaks: there the connection itself is watched.
 */
export function whenGone(response: ServerResponse, listener: () => void): () => void {
  const waiting = response.socket === null ? response.req.socket : undefined;
  response.once('close', listener);
  // As many as the client sends without waiting: no sign of a leak.
  waiting?.setMaxListeners(0).once('close', listener);
  if (waiting?.destroyed) process.nextTick(listener);
  return () => {
    response.removeListener('close', listener);
    waiting?.removeListener('close', listener);
  };
}

/** Whether that is so already. */
export function isGone(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}
