import { dialectMethod, type Request, WireError } from '@worldwire/protocol';
import type { Kernel, Reply } from '@worldwire/server/internal';
import type { Mount } from './mount.js';
import type { Account } from './quotas.js';
import { Refusal } from './respond.js';

const HINT = 'Wait for an answer before the next request.';

/** Requests that wait for their reply, over all clients and all paths of a world. */
const waiting = new WeakMap<Kernel, number>();

/** The refusal of a request that is one too many, for its world or for its principal, in the words of its dialect. */
export function tooMany(
  { hooks, kernel, dialect }: Mount,
  account: Account,
  request: Request,
): Refusal | undefined {
  const parallel = hooks?.parallel;
  const crowded = parallel !== undefined && (waiting.get(kernel) ?? 0) >= parallel.max;
  if (!crowded && !account.full(request.method)) return undefined;
  const { body } = crowded ? crowdedError(parallel.message) : fullError(account);
  const spoken = dialectMethod(dialect, request) === undefined ? undefined : dialect?.error?.(body);
  const { code, message, data } = spoken ?? body;
  return new Refusal(429, new WireError(code, message, data), { 'retry-after': '1' });
}

/** Of one who has all the calls in flight that a principal may have. */
export function fullError({ limits }: Account): WireError {
  return WireError.of('InternalError', `You have ${limits.callsInFlight} calls in flight.`, {
    kind: 'Busy',
    hint: HINT,
  });
}

function crowdedError(message: string): WireError {
  return WireError.of('InternalError', message, { kind: 'RateLimited', hint: HINT });
}

/** Counts a request until its reply, and passes the reply to the hook. */
export function watched(
  { hooks, kernel }: Mount,
  principal: string,
  done: (reply: Reply | undefined) => void,
): (reply: Reply | undefined) => void {
  if (hooks === undefined) return done;
  waiting.set(kernel, (waiting.get(kernel) ?? 0) + 1);
  return reply => {
    waiting.set(kernel, (waiting.get(kernel) ?? 1) - 1);
    done(reply);
    if (reply !== undefined) hooks.replied?.(reply, principal);
  };
}
