import { type JournalConflict, JournalDamaged, JournalUnavailable } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';

export function notFound(id: string, hint = 'GET /universes lists those there are.'): WorldError {
  return new WorldError('NotFound', `There is no universe "${id}".`, hint);
}

export function changedHead(id: string): WorldError {
  return new WorldError(
    'Conflict',
    `Universe "${id}" was renamed or made anew since it was read.`,
    'Read it again, then try with its new ETag.',
  );
}

/** A store that cannot be reached is something the caller can wait for; damage is not. */
export function unavailable(
  id: string | undefined,
  thrown: JournalUnavailable | JournalConflict,
): WorldError {
  const what = id === undefined ? 'The universes' : `Universe "${id}"`;
  if (thrown instanceof JournalDamaged) {
    return new WorldError(
      'NotReady',
      `${what} cannot be read from the store: ${thrown.message}`,
      'A retry does not help: the operator has to restore a backup. Parts that are not damaged can still be read.',
    );
  }
  return new WorldError(
    'NotReady',
    `${what} cannot be reached in the store: ${thrown.message}`,
    'The outcome of a write is unknown. Send it again with the same operation key: what was kept is not done twice. Without a key, read the state first.',
  );
}

/** Does something with the store, and says in words that a caller can act on when that cannot be done. */
export async function withStoreErrors<Value>(id: string | undefined, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    throw asWorldError(id, thrown);
  }
}

export function asWorldError(id: string | undefined, thrown: unknown): unknown {
  return thrown instanceof JournalUnavailable ? unavailable(id, thrown) : thrown;
}
