import { json, type WebAnswer, WorldError } from '@worldwire/server';
import type { OperatorRequest } from '@worldwire/transports/http';
import { reasonOf } from '../errors/problem.js';
import { requireOperate } from './access.js';
import type { Operated } from './operated.js';
import { recorded } from './recorded.js';
import { objectOf } from './request-body.js';

/**
 * POST console: a link that opens the console once. It gives all rights, so that a token with `operate` does not get one. With
 * `{"page": true}` also the path of a file that leads to it, which a command can name in the arguments of a browser.
 */
export async function openLink(host: Operated, { who, body }: OperatorRequest): Promise<WebAnswer> {
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
  const { page, ...rest } = objectOf(body ?? {}, '{"page": true}');
  if ((page !== undefined && typeof page !== 'boolean') || Object.keys(rest).length > 0) {
    const hint = 'Send {"page": true} for a file that leads to the link, or {} for the link alone.';
    throw new WorldError('InvalidArgument', 'A link takes page, true or false, or nothing.', hint);
  }
  await recorded(host, { kind: 'operator', principal: who.name, what: 'link to the console' }, true);
  if (page !== true) return json(200, { url: allowed.link });
  return json(200, { url: allowed.link, ...pageTo(allowed.link) });

  /** The link works without the page too. */
  function pageTo(link: string): { readonly page?: string | undefined } {
    try {
      return { page: allowed?.page?.(link) };
    } catch (thrown) {
      host.log.warn({ reason: reasonOf(thrown) }, 'no page for the browser can be written');
      return {};
    }
  }
}
