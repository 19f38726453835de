import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, reasonOf } from '../errors/problem.js';
import { callableHost } from '../serving/callable-host.js';
import { identifyServer, type Occupant } from './identify-server.js';

export type PortHolder = Occupant | { readonly kind: 'forbidden'; readonly reason: string };

export interface OwnPlace {
  readonly host: string;
  readonly port: number;
  /** Whether TLS is tried first. */
  readonly secure: boolean;
}

/** Probes each address once: a server counts requests without its token as failures, and then refuses new clients. */
export class PortProbe {
  readonly #probed = new Map<string, Promise<Occupant>>();
  readonly #token: string | undefined;
  readonly #own: ReadonlySet<string>;

  /** The token is sent only to these places: other addresses may belong to other programs. */
  constructor(token: string | undefined = undefined, own: readonly OwnPlace[] = []) {
    this.#token = token;
    this.#own = new Set(own.map(place => addressOf(place, place.secure)));
  }

  /** Determines which program holds a port: tries to listen there, and if that fails, identifies the server. */
  async port(place: OwnPlace): Promise<PortHolder> {
    const server = createServer();
    try {
      server.listen({ host: place.host, port: place.port, exclusive: true });
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return { kind: 'free' };
    } catch (thrown) {
      if (codeOf(thrown) !== 'EADDRINUSE') return { kind: 'forbidden', reason: reasonOf(thrown) };
      const occupant = await this.#either(place);
      // The port is taken by a program that does not accept connections.
      return occupant.kind === 'free' ? { kind: 'other' } : occupant;
    }
  }

  /** Identifies the server at an address of this machine. */
  address(url: string): Promise<Occupant> {
    const href = spelled(url);
    const numeric = href.replace('//localhost', '//127.0.0.1');
    const address = this.#own.has(numeric) ? numeric : href;
    const known = this.#probed.get(address);
    if (known !== undefined) return known;
    const probing = identifyServer(address, this.#own.has(address) ? this.#token : undefined);
    this.#probed.set(address, probing);
    return probing;
  }

  /** Tries https and then http: the running server may have been started without TLS. */
  async #either(place: OwnPlace): Promise<Occupant> {
    const occupant = place.secure ? await this.address(addressOf(place, true)) : undefined;
    if (occupant !== undefined && occupant.kind !== 'other') return occupant;
    return this.address(addressOf(place, false));
  }
}

function addressOf({ host, port }: OwnPlace, secure: boolean): string {
  const name = callableHost(host);
  return spelled(`${secure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}/mcp`);
}

/** The normalized address; a text that is not a URL stays as it is. */
function spelled(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}
