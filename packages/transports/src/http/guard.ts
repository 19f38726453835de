import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Limits } from '@worldwire/server';
import { AuthThrottle } from './auth-throttle.js';
import { responseHeaders } from './cors.js';
import { allowedOrigins, hostCheck } from './edge-checks.js';
import { Refusal } from './respond.js';
import type { TokenBook } from './tokens.js';

/** Who calls where no credential is asked for. */
const LOCAL = 'local';

export interface GuardOptions {
  readonly host: string;
  readonly limits: Pick<Limits, 'authFailures'>;
  readonly now: () => number;
  readonly tokens?: TokenBook;
  readonly origins?: readonly string[];
  readonly hosts?: readonly string[];
  readonly tls?: object;
}

/** Stands before every route and asks for the Host, the Origin and the credential, before a body is read. */
export class Guard {
  readonly #options: GuardOptions;
  readonly #knowsHost: (header: string | undefined) => boolean;
  readonly #throttle: AuthThrottle;
  #origins: ReadonlySet<string> | undefined;

  constructor(options: GuardOptions) {
    this.#options = options;
    this.#knowsHost = hostCheck(options.host, options.hosts ?? []);
    this.#throttle = new AuthThrottle(options.limits.authFailures, options.now);
  }

  /** Whether the request comes from where it may. Marks the response for a page that may read it. */
  checkSource({ headers, socket, url }: IncomingMessage, response: ServerResponse): Refusal | undefined {
    // In absolute form the request line names the host, and may name another than the header.
    if (url !== undefined && url !== '*' && !url.startsWith('/')) {
      return Refusal.of(400, 'InvalidRequest', 'Ask for a path: this server is no proxy.');
    }
    if (!this.#knowsHost(headers.host)) {
      return Refusal.of(403, 'InvalidRequest', 'This server is not known by that Host name.');
    }
    const { origin } = headers;
    if (origin === undefined) return undefined;
    const { tls, origins = [] } = this.#options;
    this.#origins ??= allowedOrigins(tls === undefined ? 'http' : 'https', socket.localPort ?? 0, origins);
    if (!this.#origins.has(origin)) {
      return Refusal.of(403, 'InvalidRequest', 'Pages of that Origin may not call this server.');
    }
    for (const [name, value] of responseHeaders(origin)) response.setHeader(name, value);
    return undefined;
  }

  /** The one behind the request. */
  identify(request: IncomingMessage): string | Refusal {
    const { tokens } = this.#options;
    if (tokens === undefined) return LOCAL;
    // Whoever has a token comes in, however often others behind the same address guessed wrong.
    const principal = tokens.principal(request.headers.authorization);
    if (principal !== undefined) return principal;
    const address = request.socket.remoteAddress ?? '';
    const wait = this.#throttle.wait(address);
    if (wait > 0) {
      return Refusal.of(429, 'InvalidRequest', 'Too many failed credentials from this address.', {
        'retry-after': String(wait),
      });
    }
    this.#throttle.failed(address);
    return Refusal.of(
      401,
      'InvalidRequest',
      'Send "Authorization: Bearer <token>" with a token this server knows.',
      { 'www-authenticate': 'Bearer' },
    );
  }
}
