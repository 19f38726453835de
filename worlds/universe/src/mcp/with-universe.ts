import { type Context, type FailureKind, type Log, WorldError } from '@worldwire/server';
import { CommandRefused, type RefusalReason } from '../domain/index.js';

const KINDS: Readonly<Record<RefusalReason, FailureKind>> = {
  unknown: 'NotFound',
  duplicate: 'Conflict',
  cycle: 'InvalidArgument',
  invalid: 'InvalidArgument',
  superseded: 'Conflict',
};

/**
 * Does something with a universe. Whatever goes wrong is told with the universe it went wrong in, unless the call was
 * cancelled.
 */
export type Saying = <Value>(
  id: string,
  context: Pick<Context, 'signal'>,
  work: () => Promise<Value>,
) => Promise<Value>;

export function sayingWhere(log: Log): Saying {
  return async (id, context, work) => {
    try {
      return await work();
    } catch (thrown) {
      if (context.signal.aborted) throw thrown;
      throw told(id, thrown, log);
    }
  };
}

function told(id: string, thrown: unknown, log: Log): WorldError {
  if (thrown instanceof CommandRefused) {
    return new WorldError(KINDS[thrown.reason], `Universe "${id}": ${thrown.message}`, thrown.hint);
  }
  if (!(thrown instanceof WorldError)) {
    log.error({ universe: id, err: thrown }, 'universe failed');
    const message = `Universe "${id}" failed unexpectedly.`;
    return new WorldError('Internal', message, "The server's log has the details.");
  }
  if (thrown.message.includes(id)) return thrown;
  const { kind, message, hint, detail } = thrown;
  return new WorldError(kind, `Universe "${id}": ${message}`, hint, detail);
}
