import type { IncomingMessage } from 'node:http';
import { isObject } from '@worldwire/protocol';
import { failureAnswer, json, type Log, type WebAnswer, WorldError } from '@worldwire/server';
import { type FairTurns, type Limits, type Memory, type Principal, RIGHTS } from '@worldwire/server/internal';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { mayOperate, SESSION_MAX_MS } from '../auth/console-sessions.js';
import { type ArrivedBody, parseBody } from './body.js';
import { type ConsoleOptions, type SignIn, sessionIn } from './console.js';
import { cookieName, cookiesIn, isSameOrigin, sessionCookie, signInCookie } from './cookies.js';
import { crossSite, type Guard } from './guard.js';
import type { HttpResponse } from './http-response.js';
import { bodiesFull, Refusal } from './respond.js';
import { ParsedQuery, sendAnswer, webRefusal } from './web-routes.js';

const PATH = '/session';
/** An access token has 8,192 characters at most. */
const MAX_LOGIN_BYTES = 16 * 1024;
const HEADERS = {
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
  // The address of the callback has a code.
  'referrer-policy': 'no-referrer',
};
const SIGN_IN_S = 600;
const OPEN = { config: { asksForCredential: true } } as const;
const LINK_HINT =
  'Run "worldwire console" as the user who runs the server: it prints a link that opens once.';

/** Why the body of a login is not read. */
export function loginTooLarge({ headers }: IncomingMessage): Refusal | undefined {
  const { 'content-length': length = 0, 'transfer-encoding': coded } = headers;
  if (coded === undefined && Number(length) <= MAX_LOGIN_BYTES) return undefined;
  return Refusal.withHint(
    coded === undefined ? 413 : 411,
    `The body of a login has at most ${MAX_LOGIN_BYTES} bytes, and a Content-Length.`,
    'Send {"code": "…"} or {"token": "…"} alone, not in chunks.',
  );
}

interface SessionContext {
  readonly limits: Limits;
  readonly memory: Memory;
  readonly turns: FairTurns;
  readonly log: Log;
  readonly date: () => number;
  readonly isSecure: boolean;
}

/** Opens, shows and ends the session of a browser: POST, GET and DELETE of `/session`. */
export function addSessionRoutes(
  app: FastifyInstance,
  console: ConsoleOptions,
  guard: Guard,
  context: SessionContext,
): void {
  const serve = (handle: (request: FastifyRequest, response: HttpResponse) => Promise<WebAnswer>) => {
    return async (request: FastifyRequest, reply: { hijack(): void; readonly raw: unknown }) => {
      reply.hijack();
      const response = reply.raw as HttpResponse;
      const answer = await attempt(() => handle(request, response));
      sendAnswer(response, { ...withWays(answer), headers: { ...HEADERS, ...answer.headers } });
    };
  };
  app.post(PATH, OPEN, serve(logIn));
  app.get(PATH, OPEN, serve(show));
  app.delete(PATH, OPEN, serve(logOut));
  const { signIn } = console;
  if (signIn !== undefined) {
    app.get(`${PATH}/oauth`, OPEN, serve(begin(signIn)));
    app.get(`${PATH}/callback`, OPEN, serve(finish(signIn)));
  }

  async function attempt(work: () => Promise<WebAnswer>): Promise<WebAnswer> {
    try {
      return await work();
    } catch (thrown) {
      if (thrown instanceof WorldError) return failureAnswer(thrown);
      context.log.error({ err: thrown }, 'session request failed');
      return failureAnswer(
        new WorldError('Internal', 'The server failed to serve this request.', 'Its log has the details.'),
      );
    }
  }

  async function logIn(request: FastifyRequest, response: HttpResponse): Promise<WebAnswer> {
    const { raw } = request;
    if (!isSameOrigin(raw.headers['sec-fetch-site'])) return webRefusal(crossSite());
    const body = await bodyOf(request, response);
    if (body instanceof Refusal) return webRefusal(body);
    const [way, secret, ...rest] = isObject(body) ? Object.entries(body).flat() : [];
    if ((way !== 'code' && way !== 'token') || typeof secret !== 'string' || rest.length > 0) {
      throw new WorldError(
        'InvalidArgument',
        'A session is opened by a one-time code or by a token.',
        'Send {"code": "…"} with the code of a link, or {"token": "…"} with a token of this server.',
      );
    }
    const admitted = way === 'code' ? byCode(raw, secret) : await guard.identifyToken(raw, secret);
    if (admitted instanceof Refusal || admitted === undefined) {
      await noteRefused(raw, way, admitted);
      if (admitted === undefined) return failureAnswer(noTokens(), 401);
      return way === 'token' && admitted.status === 401 ? wrongToken() : webRefusal(admitted);
    }
    const who = await operatorOf(admitted, way === 'code');
    await console.note(who.name, 'console login', { by: way });
    const previous = sessionIn(console.sessions, raw).session;
    if (previous !== undefined) console.sessions.end(previous);
    const { id, key } = console.sessions.open(who);
    return json(
      200,
      { ...view(who), key },
      { 'set-cookie': cookie(raw, id, Math.floor(SESSION_MAX_MS / 1_000)) },
    );
  }

  /** Not for an address that is blocked: its attempts would fill the audit. */
  async function noteRefused(raw: IncomingMessage, by: string, refusal: Refusal | undefined): Promise<void> {
    if (refusal?.status === 429) return;
    await console.refused('unknown', { by, address: raw.socket.remoteAddress });
  }

  /** The principal at the console. Throws if it may not operate. */
  async function operatorOf(admitted: Principal, isPerson: boolean): Promise<Principal> {
    if (mayOperate(admitted.rights(context.date)))
      return admitted.origin === 'console' ? admitted : admitted.atConsole(isPerson);
    await console.refused(admitted.name, { missing: 'operate' });
    throw new WorldError(
      'PermissionDenied',
      `The console needs the right operate, which ${admitted.name} does not have.`,
      admitted.origin === 'oauth'
        ? 'Ask the authorization server for a token with the scope of operate.'
        : 'Add operate to the line of the token in the token file, or use another token.',
    );
  }

  /**
   * A page of another site must not begin a sign-in: at an issuer that remembers the person it would end in a session in the place of the
   * one that the browser has. Browsers send Sec-Fetch-Site over https and to this machine.
   */
  function begin(flow: SignIn) {
    return async ({ raw }: FastifyRequest): Promise<WebAnswer> => {
      if (!isSameOrigin(raw.headers['sec-fetch-site'])) return webRefusal(foreignBegin());
      const [known] = signInSecrets(raw);
      const { url, secret } = await flow.begin(raw.socket.localPort ?? 0, resourceOf(raw), known);
      const cookie = signInCookie(cookieName(raw.socket.localPort), secret, SIGN_IN_S, context.isSecure);
      return { status: 302, headers: { location: url, 'set-cookie': cookie } };
    };
  }

  /** The page gets a one-time code of the principal, as from a link. The cookie stays: other browsers cannot use the code. */
  function finish(flow: SignIn) {
    return async ({ raw, query }: FastifyRequest): Promise<WebAnswer> => {
      const secrets = signInSecrets(raw);
      const parameters = new ParsedQuery(query as ParsedQuery['values']);
      const token = await flow.finish(raw.socket.localPort ?? 0, resourceOf(raw), secrets, each =>
        parameters.get(each),
      );
      const admitted = await guard.identifyToken(raw, token);
      if (admitted === undefined || admitted instanceof Refusal) {
        await noteRefused(raw, 'oauth', admitted);
        return admitted === undefined ? failureAnswer(noTokens(), 401) : webRefusal(admitted);
      }
      const code = console.sessions.mintCode(await operatorOf(admitted, true), secrets[0]);
      return { status: 302, headers: { location: `../#login=${code}` } };
    };
  }

  function resourceOf(request: IncomingMessage): string {
    const resource = guard.oauth?.operator(request);
    if (resource !== undefined) return resource.resourceOf(PATH);
    throw new WorldError('NotReady', 'The server is starting.', 'Sign in again in a second.');
  }

  /** A right code is accepted also from an address that is blocked: it cannot be guessed, and others must not lock its user out. */
  function byCode(request: IncomingMessage, code: string): Principal | Refusal {
    // Every browser sends the Origin of a page with a POST. Other programs have no cookie, and follow no link of another site.
    const browsers = request.headers.origin === undefined ? undefined : signInSecrets(request);
    const principal = console.sessions.redeem(code, browsers);
    if (principal !== undefined) return principal;
    const blocked = guard.countFailure(request);
    if (blocked !== undefined) return blocked;
    const message =
      'The code is not valid: it was used, it has expired, or it is of another server or browser.';
    return Refusal.withHint(401, message, LINK_HINT);
  }

  async function show({ raw }: FastifyRequest): Promise<WebAnswer> {
    const { session } = sessionIn(console.sessions, raw);
    if (session === undefined || !isSameOrigin(raw.headers['sec-fetch-site'])) {
      const error = {
        kind: 'PermissionDenied',
        message: 'This browser has no session.',
        hint: guard.takesTokens ? `Enter a token with the right operate. ${LINK_HINT}` : LINK_HINT,
      };
      return json(401, { error });
    }
    return json(200, { ...view(session.principal), version: console.version, oauth: signIn !== undefined });
  }

  async function logOut({ raw }: FastifyRequest): Promise<WebAnswer> {
    const { session } = sessionIn(console.sessions, raw);
    if (session === undefined || !isSameOrigin(raw.headers['sec-fetch-site'])) {
      const error = new WorldError('PermissionDenied', 'This browser has no session to end.', LINK_HINT);
      return failureAnswer(error, 401);
    }
    await console.note(session.principal.name, 'console logout');
    console.sessions.end(session);
    return { status: 204, headers: { 'set-cookie': cookie(raw, '', 0) } };
  }

  /** A refusal says how a person can sign in here. */
  function withWays(answer: WebAnswer): WebAnswer {
    if (answer.status < 400 || typeof answer.body !== 'string') return answer;
    const ways = { oauth: signIn !== undefined, tokens: guard.takesTokens, command: console.command };
    return { ...answer, body: JSON.stringify({ ...(JSON.parse(answer.body) as object), ...ways }) };
  }

  async function bodyOf(request: FastifyRequest, response: HttpResponse): Promise<unknown> {
    const arrived = request.body as ArrivedBody | undefined;
    if (arrived === undefined || arrived.bytes.length === 0) return undefined;
    const parsed = await parseBody(arrived, response, context);
    if (parsed === 'busy') return bodiesFull();
    if (!parsed.ok) throw new WorldError('InvalidArgument', parsed.reason, 'Send a body that is valid JSON.');
    return parsed.value;
  }

  function view(who: Principal): { readonly principal: string; readonly rights: readonly string[] } {
    const rights = who.rights(context.date);
    const narrowed = rights.words.filter(word => word.includes(':'));
    return { principal: who.name, rights: [...RIGHTS.filter(right => rights.has(right)), ...narrowed] };
  }

  function cookie({ socket, headers }: IncomingMessage, value: string, maxAgeS: number): string {
    // The guard has checked the origin: a page over https has TLS, in the server or in a proxy.
    const isSecure = context.isSecure || headers.origin?.startsWith('https:') === true;
    return sessionCookie(cookieName(socket.localPort), value, maxAgeS, isSecure);
  }
}

function foreignBegin(): Refusal {
  const hint = 'Open the address of this server itself, and sign in there.';
  return Refusal.withHint(403, 'A page of another origin may not begin a sign-in.', hint);
}

/** The secrets of sign-ins that the browser has. Several are those of servers below other paths. */
function signInSecrets({ headers, socket }: IncomingMessage): readonly string[] {
  return cookiesIn(headers.cookie, `${cookieName(socket.localPort)}-login`);
}

/** For a person at the page, who sends no header. */
function wrongToken(): WebAnswer {
  const message = 'The token is not valid: it is wrong, it has expired, or it is of another server.';
  const hint = `Enter a token of this server with the right operate. ${LINK_HINT}`;
  return failureAnswer(new WorldError('PermissionDenied', message, hint), 401);
}

function noTokens(): WorldError {
  return new WorldError('PermissionDenied', 'This server has no tokens.', LINK_HINT);
}
