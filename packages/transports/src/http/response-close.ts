import type { ServerResponse } from 'node:http';

/**
 * Calls back when the response can no longer be read: it has ended, or its connection is closed. Returns a function that
 * removes the listener.
 *
 * A response queued behind another on its connection has no socket yet, and Node does not close it when the connection
 * breaks. For these the listener is on the connection.
 */
export function onResponseClose(response: ServerResponse, listener: () => void): () => void {
  const connection = response.socket === null ? response.req.socket : undefined;
  const stop = () => {
    response.removeListener('close', onClose);
    connection?.removeListener('close', onClose);
  };
  let called = false;
  const onClose = () => {
    // An open connection must not keep its past responses in memory.
    stop();
    if (called) return;
    called = true;
    listener();
  };
  response.on('close', onClose);
  // One for each pipelined request, so many listeners are not a leak.
  connection?.setMaxListeners(0).on('close', onClose);
  if (connection?.destroyed) process.nextTick(onClose);
  return stop;
}

export function isClosed(response: ServerResponse): boolean {
  return response.destroyed || response.req.socket.destroyed;
}
