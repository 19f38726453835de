import { json, type WebAnswer, WorldError } from '@worldwire/server';
import type { OperatorRequest } from '@worldwire/transports/http';
import { operatedWorld } from './access.js';
import type { Operated } from './operated.js';
import { recorded } from './recorded.js';

/** DELETE leases/:world/:engine: others may write to the engine again. */
export async function endLease(
  host: Operated,
  { who }: OperatorRequest,
  [name = '', engine = '']: readonly string[],
): Promise<WebAnswer> {
  const world = operatedWorld(host, who, name);
  await recorded(host, {
    kind: 'operator',
    principal: who.name,
    what: 'lease ended',
    details: { world: name, engine },
  });
  if (world.endLease?.(engine) === true) return json(200, { ended: engine, world: name });
  throw new WorldError(
    'NotFound',
    `No agent holds the engine ${engine} of ${name}.`,
    'GET links shows the engines, and who holds them.',
  );
}
