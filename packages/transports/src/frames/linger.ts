import type { Socket } from 'node:net';

/** How long the other side has to read our last word and close its own. */
export const LINGER_MS = 1_000;

/** Ends our side, and the whole connection a little later where the other side does not. */
export function linger(socket: Socket): void {
  socket.end();
  const timer = setTimeout(() => socket.destroy(), LINGER_MS);
  socket.once('close', () => clearTimeout(timer));
}
