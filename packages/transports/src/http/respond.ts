import { ERRORS, type ErrorName, encodeError, type RequestId, WireError } from '@worldwire/protocol';
import type { FailureKind } from '@worldwire/server';
import type { Limits } from '@worldwire/server/internal';
import { serverStopping } from '@worldwire/server/internal';
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

/** What a refusal with this HTTP status is called, where it names no kind itself. */
export function kindOfStatus(status: number): FailureKind | undefined {
  return KINDS.get(status);
}

/** A refusal before or beside the kernel: an HTTP status, and a JSON-RPC error that says what was expected. */
export class Refusal {
  constructor(
    readonly status: number,
    readonly error: WireError,
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}

  /** For a bug of ours; its details are in the log. */
  static internal(): Refusal {
    const message = 'The server failed to serve this request. Its log has the details.';
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
}

/** For a principal that asks more often than it may. */
export function tooMuch({ requestsPerSecond }: Pick<Limits, 'requestsPerSecond'>): Refusal {
  const message = `You may send ${requestsPerSecond} requests a second.`;
  const error = WireError.of('InvalidRequest', message, {
    kind: 'RateLimited',
    hint: 'Wait a second before the next.',
  });
  return new Refusal(429, error, { 'retry-after': '1' });
}

/** For a body that does not fit beside those that are being served. The rest of it is not read. */
export function arrivingTooMuch(): Refusal {
  return new Refusal(503, arrivingFull(), { 'retry-after': '1', connection: 'close' });
}

/** For a request that comes when the server takes no more, or that is not here whole when it stops. */
export function stoppingRefusal(): Refusal {
  return new Refusal(503, serverStopping(), { 'retry-after': '1', connection: 'close' });
}

/** The refusal that takes the place of an answer that does not fit. */
export function unsent(response: HttpResponse, length: number): Refusal {
  return response.rules.waiting.isTooLarge(length)
    ? new Refusal(500, tooLargeToSend(length))
    : new Refusal(503, waitingFull(length), { 'retry-after': '1' });
}

/** `id` is the request that the text answers, in case there is only room to say that its answer is dropped. */
export function sendJson(
  response: HttpResponse,
  status: number,
  text: string,
  id: RequestId | null | undefined,
): void {
  if (response.headersSent || response.destroyed) return;
  const length = Buffer.byteLength(text);
  const headers = { 'content-type': 'application/json', 'content-length': length };
  if (!answer(response, status, headers, text, length)) sendRefusal(response, unsent(response, length), id);
}

export function sendAccepted(response: HttpResponse): void {
  response.writeHead(202, { 'content-length': 0 });
  response.end();
}

/** Without a request to answer, `id` is null for the older revisions and undefined (left out) for the newest. */
export function sendRefusal(
  response: HttpResponse,
  { status, error, headers }: Refusal,
  id: RequestId | null | undefined,
): void {
  if (response.headersSent || response.destroyed) return;
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, value);
  sendJson(response, status, encodeError(id, error.body), id);
}

/** What HTTP says of a JSON-RPC error in 2026-07-28; the older revisions answer 200 and let the body speak. */
export function modernStatus(code: number | undefined): number {
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
