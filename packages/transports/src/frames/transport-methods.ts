import { encodeError, encodeResult, type Request, type RequestId, WireError } from '@worldwire/protocol';
import type { ListenerContext } from './listener-context.js';

export const LINKS = 'transport.links';

/** The answer to a request about the transport itself, or undefined for any other. */
export function transportReply(
  { id, method }: Request,
  { ready, engines, log }: ListenerContext,
): string | Promise<string> | undefined {
  if (method === LINKS) return encodeResult(id, { links: engines?.links() ?? [] });
  if (method !== 'transport.healthCheck') return undefined;
  const reason = ready();
  if (!(reason instanceof Promise)) return health(id, reason);
  return reason.then(
    found => health(id, found),
    (thrown: unknown) => {
      log.error({ err: thrown }, 'a health check failed');
      return health(id, 'the check itself failed; the log has the details');
    },
  );
}

function health(id: RequestId, reason: string | undefined): string {
  if (reason === undefined) return encodeResult(id, { status: 'ok' });
  return encodeError(id, WireError.of('HealthCheckFailed', `Health check failed: ${reason}`).body);
}
