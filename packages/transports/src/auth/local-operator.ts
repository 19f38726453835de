import { hash, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { Principal, Rights } from '@worldwire/server/internal';
import { isLoopback } from './loopback.js';
import { bearerToken } from './tokens.js';

const NAME = 'local-operator';
const IPV4_IN_IPV6 = '::ffff:';

/**
 * The operator at the machine of the server, who proves it by a token that only this user can read. Its rights are to see
 * and steer the server and to decide on writes of others: it has none to call a world.
 */
export class LocalOperator {
  readonly principal = new Principal(NAME, 'local', Rights.parse(['operate', 'approve']));
  readonly #digest: Buffer;
  /** Of the token. The server makes it, so that its length is no secret. */
  readonly #length: number;

  constructor(token: string) {
    this.#digest = digestOf(token);
    this.#length = token.length;
  }

  /** The operator, if the request has the token and comes from this machine. */
  identify({ headers, socket }: IncomingMessage): Principal | undefined {
    if (headers.authorization === undefined || !isFromThisMachine(socket)) return undefined;
    const token = bearerToken(headers.authorization);
    // Most tokens are those of clients, and a digest costs more than the rest of this check.
    if (token?.length !== this.#length || !timingSafeEqual(digestOf(token), this.#digest)) return undefined;
    return this.principal;
  }
}

/** A connection from one address of a machine to the same address does not leave the machine. */
export function isFromThisMachine({
  remoteAddress = '',
  localAddress,
}: {
  readonly remoteAddress?: string | undefined;
  readonly localAddress?: string | undefined;
}): boolean {
  const remote = remoteAddress.startsWith(IPV4_IN_IPV6)
    ? remoteAddress.slice(IPV4_IN_IPV6.length)
    : remoteAddress;
  return isLoopback(remote) || (remote !== '' && remoteAddress === localAddress);
}

function digestOf(token: string): Buffer {
  return hash('sha256', token, 'buffer');
}
