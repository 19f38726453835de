import { dialectMethod, type Request, WireError } from '@worldwire/protocol';
import type { Kernel, Reply } from '@worldwire/server';
import type { Mount } from './mount.js';
import { Refusal } from './respond.js';

/** Requests that wait for their reply, over all clients and all paths of a world. */
const waiting = new WeakMap<Kernel, number>();

/** The refusal of a request that is one too many, in the words of its dialect. */
export function tooMany({ side, kernel, dialect }: Mount, request: Request): Refusal | undefined {
  const parallel = side?.parallel;
  if (parallel === undefined || (waiting.get(kernel) ?? 0) < parallel.most) return undefined;
  const { body } = WireError.of('InternalError', parallel.message, {
    kind: 'RateLimited',
    hint: 'Wait for an answer before the next request.',
  });
  const spoken = dialectMethod(dialect, request) === undefined ? undefined : dialect?.error?.(body);
  const { code, message, data } = spoken ?? body;
  return new Refusal(429, new WireError(code, message, data), { 'retry-after': '1' });
}

/** Counts a request until its reply, and shows the reply to the mount's side. */
export function watched(
  { side, kernel }: Mount,
  principal: string,
  done: (reply: Reply | undefined) => void,
): (reply: Reply | undefined) => void {
  if (side === undefined) return done;
  waiting.set(kernel, (waiting.get(kernel) ?? 0) + 1);
  return reply => {
    waiting.set(kernel, (waiting.get(kernel) ?? 1) - 1);
    done(reply);
    if (reply !== undefined) side.replied?.(reply, principal);
  };
}
