import type { IncomingMessage, ServerResponse } from 'node:http';
import { WireError } from '@worldwire/protocol';
import { type Limits, Principal } from '@worldwire/server/internal';
import { AuthThrottle, fixedWindow } from '../auth/auth-throttle.js';
import type { TokenStore } from '../auth/tokens.js';
import { responseHeaders } from './cors.js';
import { allowedOrigins, hostCheck } from './edge-checks.js';
import type { Quotas } from './quotas.js';
import { Refusal, rateLimited } from './respond.js';

/** Clients send a dozen. node:http limits their bytes. */
const MAX_HEADERS = 100;

export interface GuardOptions {
  readonly host: string;
  readonly limits: Pick<Limits, 'authFailures'>;
  readonly now: () => number;
  readonly tokens?: TokenStore;
  readonly origins?: readonly string[];
  readonly hosts?: readonly string[];
  readonly tls?: object;
}

/** Checks Host, Origin and credential of every request, before its body is read. */
export class Guard {
  readonly #options: GuardOptions;
  readonly #knowsHost: (header: string | undefined) => boolean;
  readonly #throttle: AuthThrottle;
  readonly #quotas: Quotas;
  #origins: ReadonlySet<string> | undefined;

  constructor(options: GuardOptions, quotas: Quotas) {
    this.#options = options;
    this.#quotas = quotas;
    this.#knowsHost = hostCheck(options.host, options.hosts ?? []);
    this.#throttle = new AuthThrottle(fixedWindow(options.limits.authFailures), options.now);
  }

  /** Checks Host and Origin, and adds the CORS headers of an allowed Origin to the response. */
  checkSource(request: IncomingMessage, response: ServerResponse): Refusal | undefined {
    const { headers, socket, url } = request;
    // Names and values alternate.
    if (request.rawHeaders.length > 2 * MAX_HEADERS) {
      return Refusal.of(431, 'InvalidRequest', `Too many headers: send at most ${MAX_HEADERS}.`);
    }
    // In absolute form the request line has a host, which may differ from the header.
    if (url !== undefined && url !== '*' && !url.startsWith('/')) {
      return Refusal.of(
        400,
        'InvalidRequest',
        'The request target must be a path: this server is not a proxy.',
      );
    }
    if (!this.#knowsHost(headers.host)) {
      return forbidden(
        'Unknown Host: this server does not have that name.',
        `--public-host ${nameIn(headers.host)}`,
      );
    }
    const { origin } = headers;
    if (origin === undefined) return undefined;
    const { tls, host, origins = [] } = this.#options;
    const scheme = tls === undefined ? 'http' : 'https';
    this.#origins ??= allowedOrigins(scheme, host, socket.localPort ?? 0, origins);
    if (!this.#origins.has(origin)) {
      return forbidden('Pages of that Origin may not call this server.', `--origin ${urlIn(origin)}`);
    }
    for (const [name, value] of responseHeaders(origin)) response.setHeader(name, value);
    return undefined;
  }

  /** The principal of the request. Without tokens there is one principal, without limits. */
  identify(request: IncomingMessage): Principal | Refusal {
    const { tokens } = this.#options;
    if (tokens === undefined) return Principal.LOCAL;
    const address = request.socket.remoteAddress ?? '';
    const credential = tokens.bearer(request.headers.authorization);
    const waitMs = this.#throttle.waitMs(address, credential);
    if (waitMs > 0) {
      const seconds = String(Math.ceil(waitMs / 1_000));
      const message = `Too many failed credentials from this address. Try again in ${seconds} seconds.`;
      return Refusal.of(429, 'InvalidRequest', message, { 'retry-after': seconds });
    }
    if (credential !== undefined) {
      this.#throttle.succeeded(address, credential);
      const { principal } = credential;
      return this.#quotas.of(principal.name).spend(1) ? principal : rateLimited(this.#quotas.limits);
    }
    this.#throttle.failed(address);
    return Refusal.of(
      401,
      'InvalidRequest',
      'Send "Authorization: Bearer <token>" with a token of this server.',
      { 'www-authenticate': 'Bearer' },
    );
  }
}

/** The value for the flag, or a placeholder if the header is not a valid one. */
function nameIn(host: string | undefined): string {
  return /^([a-z\d][a-z\d.-]{0,252})(:\d{1,5})?$/i.exec(host ?? '')?.[1] ?? 'NAME';
}

function urlIn(origin: string): string {
  return /^https?:\/\/[a-z\d.:[\]-]{1,253}$/i.test(origin) ? origin : 'URL';
}

function forbidden(message: string, flag: string): Refusal {
  const hint = `The operator can allow it with ${flag}.`;
  return new Refusal(403, WireError.of('InvalidRequest', message, { kind: 'PermissionDenied', hint }));
}
