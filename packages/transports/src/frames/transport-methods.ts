import { encodeError, encodeResult, type Request, WireError } from '@worldwire/protocol';
import type { House } from './house.js';

/** The answer to a request about the wire itself, or undefined where it is one for a world. */
export function transportReply({ id, method }: Request, { ready, engines }: House): string | undefined {
  if (method === 'transport.links') return encodeResult(id, { links: engines?.links() ?? [] });
  if (method !== 'transport.healthCheck') return undefined;
  const reason = ready?.();
  if (reason === undefined) return encodeResult(id, { status: 'ok' });
  return encodeError(id, WireError.of('HealthCheckFailed', `Health check failed: ${reason}`).body);
}
