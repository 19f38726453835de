import {
  findRevision,
  type JsonValue,
  type RequestId,
  readMessage,
  type WireError,
} from '@worldwire/protocol';
import { failure, type Session } from '@worldwire/server/internal';
import { batchRefusal, serveBatch } from '../admission/batch.js';
import { PendingWrites } from '../bounds/pending-writes.js';
import type { Arrival } from './arrival.js';
import { inFlightRefusal, reported } from './in-flight.js';
import { dialectError } from './refuse-message.js';
import { Refusal, rateLimited } from './respond.js';

/** Serves a batch in one POST. A batch of notifications and responses alone gets no body. */
export function servePostedBatch(arrival: Arrival, items: readonly JsonValue[]): void {
  const { context, account } = arrival;
  const session = sessionOf(arrival);
  if (session instanceof Refusal) return arrival.refuse(session);
  const error = batchRefusal(items, session?.revision, context.limits);
  if (error !== undefined) return arrival.refuse(new Refusal(400, error));
  // The guard has counted one request for the POST.
  if (!account.spend(items.length - 1)) return arrival.refuse(rateLimited(context.quotas.limits));
  serve(arrival, items, session as Session);
}

/** The session of a batch. Undefined if the client names none, or a revision without batches. */
function sessionOf(arrival: Arrival): Session | Refusal | undefined {
  const { version, hasSessionId } = arrival;
  if (!hasSessionId || (version !== undefined && !findRevision(version)?.batches)) return undefined;
  return arrival.findSession();
}

function serve(arrival: Arrival, items: readonly JsonValue[], session: Session): void {
  const { mount, account, who, context } = arrival;
  const { kernel, dialect } = mount;
  const caller = session.callerAs(who);
  const exchange = arrival.open(caller, null);
  const held = arrival.body.held?.keep();
  const refuse = (id: RequestId | null, error: WireError) => {
    const reply = failure(id, dialectError(mount, error).body);
    mount.hooks?.replied?.(reply, who.name);
    return reply.text;
  };
  serveBatch(items, {
    principal: who.name,
    waiting: PendingWrites.of(context.memory),
    resultBytes: context.limits.resultBytes,
    read: readMessage,
    refuse,
    start(request, answer) {
      const refusal = inFlightRefusal(mount, account, request, who);
      if (refusal !== undefined) {
        answer(refuse(request.id, refusal.error));
        return undefined;
      }
      account.begin(request.method);
      const settled = reported(mount, who.name, reply => {
        account.end(request.method);
        answer(reply?.text);
      });
      return kernel.start(request, caller, exchange, settled, dialect);
    },
    take(message) {
      if (message.kind === 'response') session.answer(message);
      else kernel.notified(message, session, dialect);
    },
    finish(text) {
      held?.release();
      if (text === undefined) exchange.abandon();
      else exchange.finish(text, 200);
    },
  });
}
