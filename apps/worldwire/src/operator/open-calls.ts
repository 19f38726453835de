import { json, type WebAnswer, WorldError } from '@worldwire/server';
import type { OpenWork } from '@worldwire/server/internal';
import type { OperatorRequest } from '@worldwire/transports/http';
import { operatedWorld, worldsOf } from './access.js';
import type { Operated } from './operated.js';
import { pageOf } from './page.js';
import { recorded } from './recorded.js';

/** GET calls, by `world` and `principal`: calls in flight, and open subscriptions, streams, feeds, connections and tasks. */
export function listCalls(host: Operated, { who, query }: OperatorRequest): WebAnswer {
  const [world, principal] = [query.get('world'), query.get('principal')];
  const items = worldsOf(host, who, 'operate')
    .filter(({ name }) => world === null || name === world)
    .flatMap(({ name, kernel }) =>
      kernel.work
        .all()
        .filter(work => principal === null || work.who.name === principal)
        .map(work => viewOf(work, name, host)),
    );
  const keyOf = (item: (typeof items)[number]) => `${item.since} ${item.world} ${item.number}`;
  return pageOf({ name: 'calls', items, keyOf }, query);
}

/** DELETE calls/:world/:number */
export async function endCall(
  host: Operated,
  { who }: OperatorRequest,
  [name = '', number = '']: readonly string[],
): Promise<WebAnswer> {
  const { kernel } = operatedWorld(host, who, name);
  const find = () => (/^\d{1,15}$/.test(number) ? kernel.work.find(Number(number)) : undefined);
  const work = find();
  if (work === undefined) throw unknown(name, number);
  const { kind, method, tool } = work;
  const ended = { world: name, number: work.number, kind, method, ...(tool !== undefined && { tool }) };
  const details = { ...ended, principal: work.who.name };
  await recorded(host, { kind: 'operator', principal: who.name, what: 'call ended', details });
  // It may have ended while this was recorded.
  if (find() === undefined) throw unknown(name, number);
  work.end(`The operator ended this ${kind}.`);
  return json(200, { ended: details });
}

function unknown(world: string, number: string): WorldError {
  return new WorldError(
    'NotFound',
    `${world} has no call ${number.slice(0, 20)}: it has ended, or was never listed.`,
    'GET calls lists what is in flight and open, with its number.',
  );
}

function viewOf(work: OpenWork, world: string, { now, date }: Operated) {
  const { number, kind, method, tool, who, client, waitsFor } = work;
  const ms = Math.max(0, now() - work.since);
  return {
    world,
    number,
    kind,
    method,
    ...(tool !== undefined && { tool }),
    principal: who.name,
    ...(client !== undefined && { client: { name: client.name, version: client.version } }),
    since: new Date(date() - ms).toISOString(),
    seconds: Math.round(ms / 1_000),
    waitsFor,
    awaitsApproval: waitsFor === 'approval',
  };
}
