import { ERRORS, type ErrorName, encodeError, type RequestId, WireError } from '@worldwire/protocol';
import type { FailureKind, WorldError } from '@worldwire/server';
import { type Limits, serverStopping } from '@worldwire/server/internal';
import { arrivingFull, tooLargeToSend, waitingFull } from '../bounds/capacity-errors.js';
import { answer, type HttpResponse } from './http-response.js';

const KINDS: ReadonlyMap<number, FailureKind> = new Map([
  [401, 'PermissionDenied'],
  [403, 'PermissionDenied'],
  [404, 'NotFound'],
  [429, 'RateLimited'],
  [500, 'Internal'],
  [503, 'NotReady'],
]);

/** The error kind of an HTTP status, for refusals that have none. */
export function kindOfStatus(status: number): FailureKind | undefined {
  return KINDS.get(status);
}

/** A refusal without the kernel: an HTTP status, headers and a JSON-RPC error. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly error: WireError,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** For an unexpected exception. */
  static internal(): Refusal {
    const message = 'The server failed to serve this request. The details are in its log.';
    return Refusal.of(500, 'InternalError', message);
  }

  static of(
    status: number,
    name: ErrorName,
    message: string,
    headers?: Readonly<Record<string, string>>,
  ): Refusal {
    return new Refusal(status, WireError.of(name, message), headers);
  }

  /** With the next step that works. */
  static withHint(status: number, message: string, hint: string): Refusal {
    const kind = kindOfStatus(status) ?? 'InvalidArgument';
    return new Refusal(status, WireError.of('InvalidRequest', message, { kind, hint }));
  }
}

/** For a principal over its request rate. */
export function rateLimited({ requestsPerSecond }: Pick<Limits, 'requestsPerSecond'>): Refusal {
  const message = `The limit is ${requestsPerSecond} requests per second.`;
  const error = WireError.of('InvalidRequest', message, {
    kind: 'RateLimited',
    hint: 'Wait a second before the next request.',
  });
  return new Refusal(429, error, { 'retry-after': '1' });
}

/** For a feed of a principal that may not read the world. */
export function forbiddenRead({ kind, message, hint }: WorldError): Refusal {
  return new Refusal(403, WireError.of('InvalidRequest', message, { kind, hint }));
}

/** For a stream over the limit of the listener or the session. */
export function tooManyStreams(): Refusal {
  const error = WireError.of('InvalidRequest', 'Too many streams are open.', {
    kind: 'RateLimited',
    hint: 'Close one first.',
  });
  return new Refusal(429, error, { 'retry-after': '1' });
}

/** For a body that does not fit beside those that are being served. The rest of it is not read. */
export function bodiesFull(): Refusal {
  return new Refusal(503, arrivingFull(), { 'retry-after': '1', connection: 'close' });
}

/** For a request that arrives, or is still incomplete, when the server stops. */
export function stoppingRefusal(): Refusal {
  return new Refusal(503, serverStopping(), { 'retry-after': '1', connection: 'close' });
}

/** Replaces an answer that does not fit. */
export function droppedAnswer(response: HttpResponse, length: number): Refusal {
  return response.rules.waiting.isTooLarge(length)
    ? new Refusal(500, tooLargeToSend(length))
    : new Refusal(503, waitingFull(length), { 'retry-after': '1' });
}

/** `id` is the id of the request, for the error that replaces a text that does not fit. */
export function sendJson(
  response: HttpResponse,
  status: number,
  text: string,
  id: RequestId | null | undefined,
): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(text);
  const headers = { 'content-type': 'application/json', 'content-length': length };
  if (!answer(response, status, headers, text, length))
    sendRefusal(response, droppedAnswer(response, length), id);
}

export function sendAccepted(response: HttpResponse): void {
  response.writeHead(202, { 'content-length': 0 });
  response.end();
}

/** Without a request, `id` is null for the older revisions and undefined (left out) for 2026-07-28. */
export function sendRefusal(
  response: HttpResponse,
  { status, error, headers }: Refusal,
  id: RequestId | null | undefined,
): void {
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, encodeError(id, error.body), id);
}

/** The HTTP status of a JSON-RPC error in 2026-07-28. The older revisions answer 200. */
export function statelessStatus(code: number | undefined): number {
  switch (code) {
    case undefined:
      return 200;
    case ERRORS.HeaderMismatch.code:
    case ERRORS.MissingClientCapability.code:
    case ERRORS.UnsupportedVersion.code:
    case ERRORS.InvalidRequest.code:
      return 400;
    case ERRORS.MethodNotFound.code:
      return 404;
    default:
      return 200;
  }
}
