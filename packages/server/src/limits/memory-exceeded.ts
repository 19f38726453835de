import { WireError } from '@worldwire/protocol';
import type { Allowance } from './allowance.js';

/** The error where `bytes` more of `what` exceed a limit. `remedy` is the next step for a principal above its own limit. */
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
      ? `Your ${what} use ${memory.held(principal)} of ${limits.perPrincipal} bytes, and this needs ${bytes} more. ${remedy}`
      : `The ${what} of all clients use ${memory.total} of ${limits.total} bytes, and this needs ${bytes} more. Try again later.`;
  return WireError.of('InternalError', message, { kind: 'Busy' });
}
