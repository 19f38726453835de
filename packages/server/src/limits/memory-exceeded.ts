import { WireError } from '@worldwire/protocol';
import type { Allowance } from './allowance.js';

/**
 * The refusal of what does not fit into one kind of memory: `what` holds it, `bytes` more are needed, and `remedy` is what
 * the principal can do where it is the one who holds too much.
 */
export function memoryExceeded(
  what: string,
  memory: Allowance,
  principal: string,
  bytes: number,
  remedy: string,
): WireError {
  const { limits } = memory;
  const message =
    memory.exceeded(principal, bytes) === 'perPrincipal'
      ? `Your ${what} hold ${memory.held(principal)} of the ${limits.perPrincipal} bytes that one principal may hold, and this needs ${bytes} more. ${remedy}`
      : `The ${what} of all clients hold ${memory.total} of the ${limits.total} bytes that they may hold, and this needs ${bytes} more. Try again later.`;
  return WireError.of('InternalError', message, { kind: 'Busy' });
}
