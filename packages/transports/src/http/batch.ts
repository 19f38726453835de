import { ERRORS, type JsonValue, readMessage } from '@worldwire/protocol';
import { failure, type Reply, type Session } from '@worldwire/server';
import type { Exchange } from './exchange.js';
import { tooMany, watched } from './in-flight.js';
import type { Mount } from './mount.js';
import type { Account } from './quotas.js';

/**
 * Serves a JSON-RPC batch of 2025-03-26. Requests run side by side and are answered together; a batch of
 * notifications and answers alone gets no body.
 */
export function serveBatch(
  items: readonly JsonValue[],
  session: Session,
  mount: Mount,
  account: Account,
  exchange: Exchange,
): void {
  const { kernel, dialect } = mount;
  const replies: string[] = [];
  let open = 1;
  const settle = (reply: Reply | undefined) => {
    if (reply !== undefined) replies.push(reply.text);
    if (--open > 0) return;
    if (replies.length > 0) exchange.finish(`[${replies.join(',')}]`, 200);
    else exchange.abandon();
  };
  for (const item of items) {
    const message = readMessage(item);
    if (message.kind === 'notification') kernel.notified(message, session, dialect);
    else if (message.kind === 'response') session.answer(message);
    else if (message.kind === 'invalid') {
      replies.push(
        failure(message.id ?? null, { code: ERRORS.InvalidRequest.code, message: message.reason }).text,
      );
    } else if (message.method === 'initialize') {
      const reason = 'initialize must not be part of a batch.';
      replies.push(failure(message.id, { code: ERRORS.InvalidRequest.code, message: reason }).text);
    } else {
      const refusal = tooMany(mount, account, message);
      if (refusal !== undefined) {
        const reply = failure(message.id, refusal.error.body);
        replies.push(reply.text);
        mount.side?.replied?.(reply, session.principal);
        continue;
      }
      open++;
      account.begin(message.method);
      const done = (reply: Reply | undefined) => {
        account.end(message.method);
        settle(reply);
      };
      kernel.start(message, session, exchange, watched(mount, session.principal, done), dialect);
    }
  }
  settle(undefined);
}
