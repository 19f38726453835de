import type { WorldInfo } from '../api/operator.js';

/** Why a write is not possible now, with the flag that opens it. `undefined` if it is possible. */
export function closedGate(
  { name, open, ceiling, ready, reason }: WorldInfo,
  mayWrite: boolean,
): string | undefined {
  if (!ready) return `The world is not ready${reason === undefined ? '' : `: ${reason}`}.`;
  if (!mayWrite)
    return `Your session does not have the right ${name}:write. Add it to the line of its token.`;
  if (open !== 'read') return undefined;
  if (ceiling !== 'read') return 'Writes are closed now. Open them in the gates of the server.';
  return 'This server is read-only. Start it with --allow writes to change things.';
}
