import { createHash } from 'node:crypto';
import { json, type WebAnswer, WorldError } from '@worldwire/server';
import { endNotStored, type Session } from '@worldwire/server/internal';
import type { OperatorRequest } from '@worldwire/transports/http';
import { operatedWorld, worldsOf } from './access.js';
import type { Operated } from './operated.js';
import { pageOf } from './page.js';
import { recorded } from './recorded.js';

const HANDLE_LENGTH = 8;
const ENDED = 'The operator ended the session.';

/** A name for a session that does not reveal its id. */
export function handleOf({ id }: Pick<Session, 'id'>): string {
  return createHash('sha256').update(id).digest('hex').slice(0, HANDLE_LENGTH);
}

/** GET sessions, by `world` and `principal`. */
export function listSessions(host: Operated, { who, query }: OperatorRequest): WebAnswer {
  const [world, principal] = [query.get('world'), query.get('principal')];
  const items = worldsOf(host, who, 'operate')
    .filter(({ name }) => world === null || name === world)
    .flatMap(({ name, kernel }) =>
      [...kernel.sessions]
        .filter(session => principal === null || session.principal === principal)
        .map(session => viewOf(session, name, host)),
    );
  return pageOf({ name: 'sessions', items, keyOf: ({ openedAt, id }) => `${openedAt} ${id}` }, query);
}

/** DELETE sessions/:world/:id */
export async function endSession(
  host: Operated,
  { who }: OperatorRequest,
  [name = '', id = '']: readonly string[],
): Promise<WebAnswer> {
  const { kernel } = operatedWorld(host, who, name);
  const found = [...kernel.sessions].filter(session => handleOf(session) === id);
  const [session] = found;
  if (session === undefined) {
    throw new WorldError(
      'NotFound',
      `${name} has no session ${id}: it has ended, or its client has not come back since the server started.`,
      'List the sessions. Revoke the token of its principal to lock a client out.',
    );
  }
  if (found.length > 1) {
    const hint = 'End the sessions of the principal by revoking its token, or stop its writes.';
    throw new WorldError('Conflict', `Several sessions have the short id ${id}.`, hint);
  }
  const { principal } = session;
  await recorded(host, {
    kind: 'operator',
    principal: who.name,
    what: 'session ended',
    details: { world: name, session: id, principal },
  });
  if (!kernel.sessions.end(session, ENDED)) {
    const { message, data } = endNotStored();
    throw new WorldError('Internal', message, (data as { readonly hint: string }).hint);
  }
  return json(200, { ended: id, world: name, principal });
}

function viewOf(session: Session, world: string, { now, date }: Operated) {
  const { client, opened, lastSeen } = session;
  const started = date() - (now() - opened);
  return {
    id: handleOf(session),
    world,
    principal: session.principal,
    client: { name: client.name, version: client.version },
    revision: session.revision.id,
    openedAt: new Date(started).toISOString(),
    ageSeconds: seconds(now() - opened),
    idleSeconds: session.inFlight > 0 ? 0 : seconds(now() - lastSeen),
    callsInFlight: session.inFlight,
    watched: session.watched,
  };
}

function seconds(ms: number): number {
  return Math.max(0, Math.round(ms / 1_000));
}
