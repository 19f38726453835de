import { dialectMethod, type Request, WireError } from '@worldwire/protocol';
import type { Principal, Reply } from '@worldwire/server/internal';
import { inFlightFull } from '../bounds/capacity-errors.js';
import type { Mount } from './mount.js';
import type { Account } from './quotas.js';
import { Refusal } from './respond.js';

/** The refusal of a request over the limit of its world or its principal, in the form of its dialect. */
export function inFlightRefusal(
  { kernel, dialect }: Mount,
  account: Account,
  request: Request,
  who: Principal,
): Refusal | undefined {
  const error =
    kernel.parallelRefusal(request, who, dialect) ??
    (account.full(request.method) ? principalFull(account) : undefined);
  if (error === undefined) return undefined;
  const { body } = error;
  const spoken = dialectMethod(dialect, request) === undefined ? undefined : dialect?.error?.(body);
  const { code, message, data } = spoken ?? body;
  return new Refusal(429, new WireError(code, message, data), { 'retry-after': '1' });
}

export function principalFull({ limits }: Account): WireError {
  return inFlightFull(limits.callsInFlight, 'You have');
}

/** Reports the reply to the mount. */
export function reported(
  { hooks }: Mount,
  principal: string,
  done: (reply: Reply | undefined) => void,
): (reply: Reply | undefined) => void {
  if (hooks === undefined) return done;
  return reply => {
    done(reply);
    if (reply !== undefined) hooks.replied?.(reply, principal);
  };
}
