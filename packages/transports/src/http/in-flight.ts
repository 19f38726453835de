import { dialectMethod, type Request, WireError } from '@worldwire/protocol';
import type { Kernel, Reply } from '@worldwire/server/internal';
import { inFlightFull } from '../bounds/capacity-errors.js';
import type { Mount } from './mount.js';
import type { Account } from './quotas.js';
import { Refusal } from './respond.js';

/** The requests in flight of each world, over all clients and mounts. */
const inFlight = new WeakMap<Kernel, number>();

/** The refusal of a request over the limit of its world or its principal, in the form of its dialect. */
export function inFlightRefusal(
  { hooks, kernel, dialect }: Mount,
  account: Account,
  request: Request,
): Refusal | undefined {
  const parallel = hooks?.parallel;
  const full = parallel !== undefined && isFull(kernel, parallel.max);
  if (!full && !account.full(request.method)) return undefined;
  const { body } = full ? worldFull(parallel.message) : principalFull(account);
  const spoken = dialectMethod(dialect, request) === undefined ? undefined : dialect?.error?.(body);
  const { code, message, data } = spoken ?? body;
  return new Refusal(429, new WireError(code, message, data), { 'retry-after': '1' });
}

/** Calls that wait for a person do no work. If they counted, a few of one principal would lock all others out for minutes. */
function isFull(kernel: Kernel, max: number): boolean {
  const all = inFlight.get(kernel) ?? 0;
  if (all < max) return false;
  let waiting = 0;
  for (const { awaitsApproval } of kernel.calls) if (awaitsApproval) waiting++;
  return all - waiting >= max;
}

export function principalFull({ limits }: Account): WireError {
  return inFlightFull(limits.callsInFlight, 'You have');
}

function worldFull(message: string): WireError {
  const hint = 'Wait for an answer before the next request.';
  return WireError.of('InternalError', message, { kind: 'RateLimited', hint });
}

/** Counts a request until its reply, and reports the reply to the mount. */
export function tracked(
  { hooks, kernel }: Mount,
  principal: string,
  done: (reply: Reply | undefined) => void,
): (reply: Reply | undefined) => void {
  if (hooks === undefined) return done;
  inFlight.set(kernel, (inFlight.get(kernel) ?? 0) + 1);
  return reply => {
    inFlight.set(kernel, (inFlight.get(kernel) ?? 1) - 1);
    done(reply);
    if (reply !== undefined) hooks.replied?.(reply, principal);
  };
}
