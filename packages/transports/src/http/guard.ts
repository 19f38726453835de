import type { IncomingMessage, ServerResponse } from 'node:http';
import { WireError } from '@worldwire/protocol';
import { type Limits, Principal } from '@worldwire/server/internal';
import { type AuthFailures, AuthThrottle, fixedWindow } from '../auth/auth-throttle.js';
import type { ConsoleSessions } from '../auth/console-sessions.js';
import type { LocalOperator } from '../auth/local-operator.js';
import { bearerToken, type TokenStore } from '../auth/tokens.js';
import { OAuthRefusal } from '../oauth/oauth-refusal.js';
import type { OAuthResource } from '../oauth/oauth-resource.js';
import type { Verified } from '../oauth/oauth-verifier.js';
import { sessionIn } from './console.js';
import { isSameOrigin, KEY_HEADER } from './cookies.js';
import { responseHeaders } from './cors.js';
import { allowedOrigins, hostCheck } from './edge-checks.js';
import type { HttpResponse } from './http-response.js';
import { type CreateResource, OAuthGate, pathIn } from './oauth-gate.js';
import type { Quotas } from './quotas.js';
import { Refusal, rateLimited } from './respond.js';
import { onResponseClose } from './response-close.js';

const NO_TOKEN = OAuthRefusal.invalid('The header Authorization has no bearer token.');
/** Clients send a dozen. node:http limits their bytes. */
const MAX_HEADERS = 100;

export interface GuardOptions {
  readonly host: string;
  readonly limits: Pick<Limits, 'authFailures'>;
  readonly now: () => number;
  /** Shared by all listeners of a process. The default is its own. */
  readonly failures?: AuthFailures;
  readonly tokens?: TokenStore;
  /** Accepts access tokens of OAuth issuers too. */
  readonly oauth?: CreateResource;
  /** Accepts the operator at this machine too, and without tokens. */
  readonly localOperator?: LocalOperator;
  readonly origins?: readonly string[];
  readonly hosts?: readonly string[];
  readonly tls?: object;
  /** Accepts sessions of the console too. */
  readonly console?: { readonly sessions: ConsoleSessions };
}

/** Who sends a request, or why it is refused. */
export type Admission = Principal | Refusal;

/** Checks Host, Origin and credential of every request, before its body is read. */
export class Guard {
  readonly oauth: OAuthGate | undefined;
  readonly #options: GuardOptions;
  readonly #knowsHost: (header: string | undefined) => boolean;
  readonly #throttle: AuthThrottle;
  readonly #quotas: Quotas;
  #origins: ReadonlySet<string> | undefined;

  constructor(options: GuardOptions, quotas: Quotas) {
    this.#options = options;
    this.#quotas = quotas;
    this.oauth = options.oauth === undefined ? undefined : new OAuthGate(options.oauth);
    this.#knowsHost = hostCheck(options.host, options.hosts ?? []);
    this.#throttle = new AuthThrottle(
      fixedWindow(options.limits.authFailures),
      options.now,
      options.failures,
    );
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

  /**
   * The principal of the request. Without tokens and OAuth there is one principal, without limits. Asynchronous only for an
   * access token that is seen for the first time. `operates`: the request is for the operator's interface, whose tokens are
   * not those of a world.
   */
  identify(request: IncomingMessage, operates = false): Admission | Promise<Admission> {
    const { tokens, localOperator } = this.#options;
    // Before the throttle: its token cannot be guessed, and other clients of this machine must not lock the operator out.
    const operator = localOperator?.identify(request);
    if (operator !== undefined) return operator;
    const { authorization, cookie } = request.headers;
    if (cookie !== undefined && authorization === undefined) {
      const admitted = this.#ofSession(request);
      if (admitted !== undefined) return admitted;
    }
    if (tokens === undefined && this.oauth === undefined) return Principal.LOCAL;
    if (authorization !== undefined && isFromAnotherSite(request)) return anotherSite();
    return this.#check(request, bearerToken(authorization), authorization !== undefined, operates);
  }

  /** Whether clients may send tokens. */
  get takesTokens(): boolean {
    return this.#options.tokens !== undefined || this.oauth !== undefined;
  }

  /** The principal of a token for the console, which is not in the header. Undefined where no tokens are accepted. */
  identifyToken(request: IncomingMessage, token: string): Admission | Promise<Admission> | undefined {
    if (!this.takesTokens) return undefined;
    return this.#check(request, token === '' ? undefined : token, true, true);
  }

  /** Counts a wrong credential. Returns the refusal if the address is blocked already. */
  countFailure({ socket }: IncomingMessage): Refusal | undefined {
    const address = socket.remoteAddress ?? '';
    const leftMs = this.#throttle.waitMs(address, undefined);
    if (leftMs > 0) return blocked(leftMs);
    this.#throttle.failed(address);
    return undefined;
  }

  /** Ends the response of a request with a session when the session ends. */
  follow(request: IncomingMessage, response: HttpResponse): void {
    const { sessions } = this.#options.console ?? {};
    const session = sessions && sessionIn(sessions, request).session;
    if (session === undefined) return;
    const end = () => response.destroy();
    session.onEnd.add(end);
    onResponseClose(response, () => session.onEnd.delete(end));
  }

  /** The principal of the session. Undefined without a cookie of this server and, where no credential is needed, without the key. */
  #ofSession(request: IncomingMessage): Admission | undefined {
    const { sessions } = this.#options.console ?? {};
    if (sessions === undefined) return undefined;
    const { hasCookie, session } = sessionIn(sessions, request);
    if (!hasCookie) return undefined;
    // A person opens an address of a world in the browser of the console, which sends the cookie alone.
    if (!this.takesTokens && request.headers[KEY_HEADER] === undefined) return undefined;
    if (session === undefined) {
      const message =
        'The session of the console is not valid: it has ended, or the key of the page is missing.';
      return Refusal.withHint(401, message, 'Open the console again, or send a request without its cookie.');
    }
    if (!isSameOrigin(request.headers['sec-fetch-site'])) return crossSite();
    return this.#spend(session.credential);
  }

  #check(
    request: IncomingMessage,
    token: string | undefined,
    isGiven: boolean,
    operates: boolean,
  ): Admission | Promise<Admission> {
    const { tokens } = this.#options;
    const oauth = operates ? this.oauth?.operator(request) : this.oauth?.resource(request);
    if (token === undefined) return this.#withoutToken(request, oauth, isGiven);
    const address = request.socket.remoteAddress ?? '';
    const known = tokens?.find(token)?.principal ?? oauth?.known(token);
    const waitMs = this.#throttle.waitMs(address, known);
    if (waitMs > 0) return blocked(waitMs);
    if (known !== undefined) return this.#admit(address, known);
    if (oauth === undefined) {
      if (this.oauth !== undefined) return starting();
      this.#throttle.failed(address);
      return unauthorized('Bearer');
    }
    const judge = (verified: Verified) => this.#judge(verified, request, oauth, address);
    const verified = oauth.verify(token);
    return verified instanceof Promise ? verified.then(judge, () => Refusal.internal()) : judge(verified);
  }

  /** Nothing was guessed, so that it is no failure. Clients of OAuth begin without a token, to learn where to get one. */
  #withoutToken(request: IncomingMessage, oauth: OAuthResource | undefined, isGiven: boolean): Admission {
    if (oauth === undefined) return this.oauth === undefined ? unauthorized('Bearer') : starting();
    if (!isGiven) return unauthorized(oauth.unauthorized(pathIn(request)));
    return unauthorized(oauth.unauthorized(pathIn(request), NO_TOKEN), NO_TOKEN.reason);
  }

  #judge(verified: Verified, request: IncomingMessage, oauth: OAuthResource, address: string): Admission {
    if (verified instanceof Principal) return this.#admit(address, verified);
    const { kind, reason } = verified;
    if (kind === 'unavailable') return notReady(reason, 'Send the request again in half a minute.', '30');
    this.#throttle.failed(address);
    return unauthorized(oauth.unauthorized(pathIn(request), verified), reason);
  }

  #admit(address: string, principal: Principal): Admission {
    this.#throttle.succeeded(address, principal);
    return this.#spend(principal);
  }

  #spend(principal: Principal): Admission {
    return this.#quotas.of(principal.name).spend(1) ? principal : rateLimited(this.#quotas.limits);
  }
}

function blocked(waitMs: number): Refusal {
  const seconds = String(Math.ceil(waitMs / 1_000));
  const message = `Too many failed credentials from this address. Try again in ${seconds} seconds.`;
  return Refusal.of(429, 'InvalidRequest', message, { 'retry-after': seconds });
}

/** For a request that a page of another origin sends. */
export function crossSite(): Refusal {
  return Refusal.withHint(
    403,
    'A page of another origin may not use the session of the console.',
    'Open the address of this server itself.',
  );
}

/** A browser sends Origin with such a request, unless the page hid it. The guard has checked Origin already. */
function isFromAnotherSite({ headers }: IncomingMessage): boolean {
  return headers.origin === undefined && !isSameOrigin(headers['sec-fetch-site']);
}

/** Before the token is looked at: a page must not have wrong tokens counted for the address of its user. */
function anotherSite(): Refusal {
  return Refusal.withHint(
    403,
    'A page of another site may not send a token to this server.',
    'Send the request from a page of an allowed Origin, or from a program.',
  );
}

/** The address of the main port is known when it is open, and the tokens of operators are for it. */
function starting(): Refusal {
  return notReady('The server is starting.', 'Send the request again in a second.', '1');
}

function notReady(reason: string, hint: string, afterS: string): Refusal {
  const error = WireError.of('InvalidRequest', reason, { kind: 'NotReady', hint });
  return new Refusal(503, error, { 'retry-after': afterS });
}

function unauthorized(challenge: string, reason?: string): Refusal {
  const next = 'Send "Authorization: Bearer <token>" with a token of this server.';
  return Refusal.of(401, 'InvalidRequest', reason === undefined ? next : `${reason} ${next}`, {
    'www-authenticate': challenge,
  });
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
