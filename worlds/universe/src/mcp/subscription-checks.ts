import { type Template, WorldError } from '@worldwire/server';
import { notFound } from '../service/service-errors.js';
import { isUniverseId } from '../service/universe-id.js';
import type { Universes } from '../service/universes.js';
import { stateUri } from './uris.js';

type CheckWatch = NonNullable<Template['checkWatch']>;

const HINT = 'resources/list has the universes.';

/** Allows subscriptions to the state of an existing universe, at the URI of its update notifications. */
export function checkStateSubscription(universes: Pick<Universes, 'has'>): CheckWatch {
  return async ({ id = '' }, uri) => {
    if (!isUniverseId(id) || !(await universes.has(id))) throw notFound(id, HINT);
    if (uri !== stateUri(id)) throw notSubscribable(id);
  };
}

/** The other resources of a universe change with its state and have no notifications of their own. */
export const refuseSubscription: CheckWatch = ({ id = '' }) => {
  throw isUniverseId(id) ? notSubscribable(id) : notFound(id, HINT);
};

function notSubscribable(id: string): WorldError {
  return new WorldError(
    'NotFound',
    `Universe "${id}" sends updates only for ${stateUri(id)}.`,
    `Subscribe to ${stateUri(id)}, and read this resource again after an update.`,
  );
}
