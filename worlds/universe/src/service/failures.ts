import { type JournalConflict, JournalUnavailable } from '@worldwire/journal';
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

/** A store that cannot be reached is something the caller can wait for. */
export function unavailable(
  id: string | undefined,
  { message }: JournalUnavailable | JournalConflict,
): WorldError {
  return new WorldError(
    'NotReady',
    `${id === undefined ? 'The universes' : `Universe "${id}"`} cannot be reached in the store: ${message}`,
    'Nothing is confirmed. Try again with the same operation key; what was kept is not done twice.',
  );
}

/** Does something with the store, and says in words that a caller can act on when that cannot be done. */
export async function guarded<Value>(id: string | undefined, work: Promise<Value>): Promise<Value> {
  try {
    return await work;
  } catch (thrown) {
    throw explained(id, thrown);
  }
}

export function explained(id: string | undefined, thrown: unknown): unknown {
  return thrown instanceof JournalUnavailable ? unavailable(id, thrown) : thrown;
}
