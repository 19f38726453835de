import type { Socket } from 'node:net';

/** How long the other side has to read the last output and close. */
export const LINGER_MS = 1_000;

/** Ends our side, and destroys the socket if the other side does not close in time. */
export function linger(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
