import { type JournalConflict, JournalDamaged, JournalUnavailable } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';

export function notFound(id: string, hint = 'GET /universes lists the universes.'): WorldError {
  return new WorldError('NotFound', `Universe "${id}" does not exist.`, hint);
}

export function changedHead(id: string): WorldError {
  return new WorldError(
    'Conflict',
    `Universe "${id}" was renamed or created again since it was read.`,
    'Read it again, and use its new ETag as If-Match.',
  );
}

/** A retry may help if the store cannot be reached, but not if it is damaged. */
export function unavailable(
  id: string | undefined,
  thrown: JournalUnavailable | JournalConflict,
): WorldError {
  const what = id === undefined ? 'The universes' : `Universe "${id}"`;
  if (thrown instanceof JournalDamaged) {
    return new WorldError(
      'NotReady',
      `${what} cannot be read from the store: ${thrown.message}`,
      'A retry does not help: the operator has to restore a backup. Undamaged parts can still be read.',
    );
  }
  return new WorldError(
    'NotReady',
    `${what} cannot be reached in the store: ${thrown.message}`,
    'The outcome of a write is unknown. Retry with the same operation key (operationKey), which does not apply it twice. Without a key, read the state first.',
  );
}

/** Converts errors of the store to errors for clients. */
export async function withStoreErrors<Value>(id: string | undefined, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    throw thrown instanceof JournalUnavailable ? unavailable(id, thrown) : thrown;
  }
}
