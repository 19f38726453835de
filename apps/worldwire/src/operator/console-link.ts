import { json, type WebAnswer, WorldError } from '@worldwire/server';
import type { OperatorRequest } from '@worldwire/transports/http';
import { requireOperate } from './access.js';
import type { Operated } from './operated.js';
import { recorded } from './recorded.js';

/** POST console: a link that opens the console once. It gives all rights, so that a token with `operate` does not get one. */
export async function openLink(host: Operated, { who }: OperatorRequest): Promise<WebAnswer> {
  requireOperate(host, who);
  const allowed = host.consoleLink?.(who);
  if (allowed === undefined) {
    throw new WorldError(
      'PermissionDenied',
      'A link to the console is only for the operator at the machine of the server.',
      'Run "worldwire console" there, or open the console and enter your token.',
    );
  }
  if (allowed.link === undefined) {
    throw new WorldError(
      'NotFound',
      'This server has no console.',
      'Start it without --no-console to have one.',
    );
  }
  await recorded(host, { kind: 'operator', principal: who.name, what: 'link to the console' }, true);
  return json(200, { url: allowed.link });
}
