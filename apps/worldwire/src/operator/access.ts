import { WorldError } from '@worldwire/server';
import type { Principal, Right } from '@worldwire/server/internal';
import type { Operated, OperatedWorld } from './operated.js';

type Host = Pick<Operated, 'date' | 'worlds'>;

/** The worlds in which a principal has one of the rights. Throws if there is none. */
export function worldsOf(host: Host, who: Principal, ...rights: readonly Right[]): readonly OperatedWorld[] {
  const held = who.rights(host.date);
  const worlds = host.worlds().filter(({ name }) => rights.some(right => held.has(right, name)));
  if (worlds.length > 0 || rights.some(right => held.has(right))) return worlds;
  throw missing(who, rights[0] as Right);
}

/** Throws unless the principal may operate a world, or all worlds if none is named. */
export function requireOperate(host: Host, who: Principal, world?: string): void {
  if (!who.rights(host.date).has('operate', world)) throw missing(who, 'operate', world);
}

/** The world of this name. A principal who may not operate any world does not learn its names. */
export function operatedWorld(host: Host, who: Principal, name: string): OperatedWorld {
  const mine = worldsOf(host, who, 'operate');
  requireOperate(host, who, name);
  const found = mine.find(world => world.name === name);
  if (found !== undefined) return found;
  throw new WorldError(
    'NotFound',
    `No world "${name}" is served here.`,
    `Name one of these: ${mine.map(world => world.name).join(', ')}.`,
  );
}

function missing({ name, origin }: Principal, right: Right, world?: string): WorldError {
  const needed = world === undefined ? right : `${world}:${right}`;
  const hint =
    origin === 'oauth'
      ? `Ask the authorization server for a token with the scope of ${needed}.`
      : `Use the worldwire command as the user who runs the server, or a token whose line in the token file has ${needed}.`;
  return new WorldError(
    'PermissionDenied',
    `This needs the right ${needed}, which ${name} does not have.`,
    hint,
  );
}
