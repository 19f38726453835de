import type { JournalConflict, JournalUnavailable } from '@worldwire/journal';
import { WorldError } from '@worldwire/server';

export function notFound(id: string, hint = 'GET /universes lists those there are.'): WorldError {
  return new WorldError('NotFound', `There is no universe "${id}".`, hint);
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
