import { json, type WebAnswer } from './web.js';
import type { FailureKind, WorldError } from './world-error.js';

const STATUS: Readonly<Record<FailureKind, number>> = {
  InvalidArgument: 400,
  PermissionDenied: 403,
  NotFound: 404,
  Conflict: 409,
  RateLimited: 429,
  Internal: 500,
  Unsupported: 501,
  NotReady: 503,
  Timeout: 504,
};

/** The answer of a route that failed: a status for the kind of failure, and the failure as JSON. */
export function failureAnswer(
  { kind, message, hint, detail }: WorldError,
  status = STATUS[kind],
  headers?: Readonly<Record<string, string>>,
): WebAnswer {
  const error = {
    kind,
    message,
    ...(hint !== undefined && { hint }),
    ...(detail !== undefined && { detail }),
  };
  return json(status, { error }, headers ?? (status === 503 ? { 'retry-after': '1' } : undefined));
}
