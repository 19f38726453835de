import { once } from 'node:events';
import { createServer } from 'node:net';
import { codeOf, reasonOf } from '../errors/problem.js';
import { callableHost } from '../serving/callable-host.js';
import { identifyServer, type Occupant } from './identify-server.js';

export type PortHolder = Occupant | { readonly kind: 'forbidden'; readonly reason: string };

export interface OwnPlace {
  readonly host: string;
  readonly port: number;
  /** Whether it is asked with TLS first. */
  readonly secure: boolean;
}

/** Asks each address once: a server counts those who come without its token, and then lets nobody new in. */
export class PortProbe {
  readonly #asked = new Map<string, Promise<Occupant>>();
  readonly #token: string | undefined;
  readonly #own: ReadonlySet<string>;

  /** The token is for our own places. Clients may call others, and those may be anybody's. */
  constructor(token: string | undefined = undefined, own: readonly OwnPlace[] = []) {
    this.#token = token;
    this.#own = new Set(own.map(place => addressOf(place, place.secure)));
  }

  /** Finds out who holds a port: by trying to take it, and where that fails, by asking whoever has it. */
  async port(place: OwnPlace): Promise<PortHolder> {
    const server = createServer();
    try {
      server.listen({ host: place.host, port: place.port, exclusive: true });
      await once(server, 'listening');
      server.close();
      await once(server, 'close');
      return { kind: 'nobody' };
    } catch (thrown) {
      if (codeOf(thrown) !== 'EADDRINUSE') return { kind: 'forbidden', reason: reasonOf(thrown) };
      const occupant = await this.#either(place);
      // Somebody has it who lets nobody in.
      return occupant.kind === 'nobody' ? { kind: 'stranger' } : occupant;
    }
  }

  /** Asks whoever is at an address of this machine what it is. */
  address(url: string): Promise<Occupant> {
    const href = spelled(url);
    const numeric = href.replace('//localhost', '//127.0.0.1');
    const address = this.#own.has(numeric) ? numeric : href;
    const known = this.#asked.get(address);
    if (known !== undefined) return known;
    const asking = identifyServer(address, this.#own.has(address) ? this.#token : undefined);
    this.#asked.set(address, asking);
    return asking;
  }

  /** A server with TLS may have been started without it before: where https says nothing of use, http may. */
  async #either(place: OwnPlace): Promise<Occupant> {
    const occupant = place.secure ? await this.address(addressOf(place, true)) : undefined;
    if (occupant !== undefined && occupant.kind !== 'stranger') return occupant;
    return this.address(addressOf(place, false));
  }
}

function addressOf({ host, port }: OwnPlace, secure: boolean): string {
  const name = callableHost(host);
  return spelled(`${secure ? 'https' : 'http'}://${name.includes(':') ? `[${name}]` : name}:${port}/mcp`);
}

/** As every other spelling of it comes out. What is no address is answered for by nobody. */
function spelled(address: string): string {
  return URL.canParse(address) ? new URL(address).href : address;
}
