import { type Template, WorldError } from '@worldwire/server';
import { notFound } from '../service/service-errors.js';
import { isUniverseId } from '../service/universe-id.js';
import type { Universes } from '../service/universes.js';
import { stateUri } from './uris.js';

type CheckWatch = NonNullable<Template['checkWatch']>;

const LISTED = 'resources/list has those there are.';

/** The state of a universe that is there can be watched, at the one address by which its changes are told. */
export function checkStateSubscription(universes: Pick<Universes, 'has'>): CheckWatch {
  return async ({ id = '' }, uri) => {
    if (!isUniverseId(id) || !(await universes.has(id))) throw notFound(id, LISTED);
    if (uri !== stateUri(id)) throw elsewhere(id);
  };
}

/** Whatever else there is of a universe changes with its state, and is not told of by itself. */
export const refuseSubscription: CheckWatch = ({ id = '' }) => {
  throw isUniverseId(id) ? elsewhere(id) : notFound(id, LISTED);
};

function elsewhere(id: string): WorldError {
  return new WorldError(
    'NotFound',
    `Changes of universe "${id}" are told at ${stateUri(id)} alone.`,
    `Watch ${stateUri(id)}, and read this again when it changes.`,
  );
}
