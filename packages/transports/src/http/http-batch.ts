import { type JsonValue, type RequestId, readMessage, WireError } from '@worldwire/protocol';
import { failure, type Session } from '@worldwire/server';
import { Batch } from '../bounds/batch.js';
import { PendingWrites } from '../bounds/pending-writes.js';
import type { Exchange } from './exchange.js';
import { tooMany, watched } from './in-flight.js';
import type { Mount } from './mount.js';
import type { Account } from './quotas.js';
import { spokenRefusal } from './refuse-message.js';

/**
 * Serves a JSON-RPC batch of 2025-03-26. Requests run side by side and are answered together; a batch of
 * notifications and answers alone gets no body. `done` is called when no call of it is in flight any more.
 */
export function serveBatch(
  items: readonly JsonValue[],
  session: Session,
  mount: Mount,
  account: Account,
  exchange: Exchange,
  done: () => void,
): void {
  const { kernel, dialect } = mount;
  const { principal } = session;
  const refused = (id: RequestId | null, error: WireError) => {
    const reply = failure(id, spokenRefusal(mount, error).body);
    mount.side?.replied?.(reply, principal);
    return reply.text;
  };
  const batch = new Batch({
    principal,
    waiting: PendingWrites.of(exchange.lent.memory),
    resultBytes: exchange.lent.limits.resultBytes,
    start(request, answer) {
      const refusal = tooMany(mount, account, request);
      if (refusal !== undefined) {
        answer(refused(request.id, refusal.error));
        return undefined;
      }
      account.begin(request.method);
      const settled = watched(mount, principal, reply => {
        account.end(request.method);
        answer(reply?.text);
      });
      return kernel.start(request, session, exchange, settled, dialect);
    },
    finish(text) {
      done();
      if (text === undefined) exchange.abandon();
      else exchange.finish(text, 200);
    },
  });
  for (const item of items) {
    const message = readMessage(item);
    if (message.kind === 'notification') kernel.notified(message, session, dialect);
    else if (message.kind === 'response') session.answer(message);
    else if (message.kind === 'invalid') {
      const { id = null, reason } = message;
      batch.answer(id, refused(id, WireError.of('InvalidRequest', reason)));
    } else if (message.method === 'initialize') {
      const reason = 'initialize must not be part of a batch.';
      batch.answer(message.id, refused(message.id, WireError.of('InvalidRequest', reason)));
    } else batch.request(message);
  }
  batch.end();
}
