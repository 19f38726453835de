import type { IncomingMessage } from 'node:http';
import type { ConsoleSession, ConsoleSessions } from '../auth/console-sessions.js';
import { cookieName, cookiesIn, KEY_HEADER } from './cookies.js';
import { type HttpResponse, answer as sendWhole } from './http-response.js';
import { pathIn } from './oauth-gate.js';
import { droppedAnswer, sendRefusal } from './respond.js';

const SESSION_PATH = '/session';
const CSP = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' blob: data:",
  "connect-src 'self'",
  "font-src 'self'",
  "worker-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ');
const PAGE_HEADERS = {
  'content-security-policy': CSP,
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  vary: 'accept-encoding, origin',
};

/** A file of the page. Its content is read when it is asked for. */
export interface PageFile {
  readonly type: string;
  /** Its name has a hash of its content. */
  readonly isImmutable: boolean;
  load(): Promise<{ readonly body: Buffer; readonly gzip: Buffer | undefined; readonly etag: string }>;
}

/** The console of a listener. */
export interface ConsoleOptions {
  readonly sessions: ConsoleSessions;
  /** All files, by their paths. The page is `/`. */
  readonly files: ReadonlyMap<string, PageFile>;
  readonly version: string;
  /** What a person types at the machine of the server for a link that opens the page. */
  readonly command: string;
  /** Signs a person in at an issuer of OAuth. */
  readonly signIn?: SignIn;
  /** Records a login or a logout. */
  note(principal: string, what: string, details?: Readonly<Record<string, unknown>>): void | Promise<void>;
  /** Records a refused login. */
  refused(principal: string, details: Readonly<Record<string, unknown>>): void | Promise<void>;
}

/** Signing in at an issuer. Both throw a `WorldError`. */
export interface SignIn {
  /**
   * The address at the issuer, and the secret for the cookie of the browser. `resource` is what the token is for, and `known` the
   * secret that the browser has already.
   */
  begin(
    port: number,
    resource: string,
    known: string | undefined,
  ): Promise<{ readonly url: string; readonly secret: string }>;
  /** The access token of a person who came back, with the secrets that the browser has. */
  finish(
    port: number,
    resource: string,
    secrets: readonly string[],
    given: (name: string) => string | null,
  ): Promise<string>;
}

/** Whether the path needs no credential, because its handler asks for one itself. */
export function isSessionPath(path: string): boolean {
  return path === SESSION_PATH || path.startsWith(`${SESSION_PATH}/`);
}

/** The session of a request: its cookie and the key of the page. Undefined if one of them is missing or wrong. */
export function sessionIn(
  sessions: ConsoleSessions,
  { headers, socket }: IncomingMessage,
): { readonly hasCookie: boolean; readonly session: ConsoleSession | undefined } {
  const cookies = cookiesIn(headers.cookie, cookieName(socket.localPort));
  const key = headers[KEY_HEADER];
  for (const cookie of cookies) {
    const session = sessions.find(cookie, typeof key === 'string' ? key : undefined);
    if (session !== undefined) return { hasCookie: true, session };
  }
  return { hasCookie: cookies.length > 0, session: undefined };
}

/**
 * Serves a file of the page. False if the request is for something else. Where a world has `/` itself, only a browser that
 * asks for HTML gets the page there.
 */
export function servePage(
  { files }: Pick<ConsoleOptions, 'files'>,
  request: IncomingMessage,
  response: HttpResponse,
  isRootTaken: () => boolean,
): boolean {
  const { method, headers } = request;
  if (method !== 'GET' && method !== 'HEAD') return false;
  const path = pathIn(request);
  const file = files.get(path);
  if (file === undefined) return false;
  if (path === '/' && !/\btext\/html\b/.test(headers.accept ?? '') && isRootTaken()) return false;
  file.load().then(
    content => sendFile(file, content, request, response),
    () => {
      if (!response.headersSent) response.writeHead(500, { ...PAGE_HEADERS, 'content-length': 0 }).end();
    },
  );
  return true;
}

function sendFile(
  { type, isImmutable }: PageFile,
  { body, gzip, etag }: Awaited<ReturnType<PageFile['load']>>,
  { method, headers }: IncomingMessage,
  response: HttpResponse,
): void {
  if (response.headersSent || response.destroyed) return;
  const isZipped = gzip !== undefined && acceptsGzip(headers['accept-encoding']);
  const sent = isZipped ? gzip : body;
  const tag = isZipped ? `${etag.slice(0, -1)}-gzip"` : etag;
  const shared = {
    ...PAGE_HEADERS,
    etag: tag,
    'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  };
  if (matches(headers['if-none-match'], tag)) {
    response.writeHead(304, shared).end();
    return;
  }
  const all = {
    ...shared,
    'content-type': type,
    'content-length': sent.length,
    ...(isZipped && { 'content-encoding': 'gzip' }),
  };
  if (method === 'HEAD') {
    response.writeHead(200, all).end();
    return;
  }
  if (!sendWhole(response, 200, all, sent, sent.length))
    sendRefusal(response, droppedAnswer(response, sent.length), undefined);
}

function acceptsGzip(header: string | string[] | undefined): boolean {
  return String(header ?? '')
    .split(',')
    .some(part => /^\s*(gzip|\*)\s*(;\s*q=(?!0(\.0*)?\s*$).*)?$/i.test(part));
}

function matches(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.trim() === '*' || header.split(',').some(each => each.trim().replace(/^W\//, '') === etag);
}
