import { type Context, type FailureKind, type Log, WorldError } from '@worldwire/server';
import { PlanChanged } from '@worldwire/server/kit';
import { CommandRefused, type RefusalReason } from '../domain/index.js';

const KINDS: Readonly<Record<RefusalReason, FailureKind>> = {
  unknown: 'NotFound',
  duplicate: 'Conflict',
  cycle: 'InvalidArgument',
  invalid: 'InvalidArgument',
  superseded: 'Conflict',
};

/** Names the universe in every error of the work, unless the call was cancelled. */
export async function withUniverse<Value>(
  id: string,
  call: Pick<Context, 'signal'>,
  log: Log,
  work: () => Promise<Value>,
): Promise<Value> {
  try {
    return await work();
  } catch (thrown) {
    // Only here: the first read of a signal creates it, which costs as much as a small command.
    throw call.signal.aborted ? thrown : asWorldError(id, thrown, log);
  }
}

function asWorldError(id: string, thrown: unknown, log: Log): WorldError {
  if (thrown instanceof CommandRefused) {
    return new WorldError(KINDS[thrown.reason], `Universe "${id}": ${thrown.message}`, thrown.hint);
  }
  if (!(thrown instanceof WorldError)) {
    log.error({ universe: id, err: thrown }, 'universe failed');
    const message = `Universe "${id}" failed unexpectedly.`;
    return new WorldError(
      'Internal',
      message,
      "Read get_universe_state before a retry. The server's log has the details.",
    );
  }
  if (thrown.message.includes(id)) return thrown;
  const { kind, message, hint, detail } = thrown;
  // The kernel knows by the class that an approved plan is void.
  const Named = thrown instanceof PlanChanged ? PlanChanged : WorldError;
  return new Named(kind, `Universe "${id}": ${message}`, hint, detail);
}
