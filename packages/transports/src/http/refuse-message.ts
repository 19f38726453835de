import { encodeError, isObject, type RequestId, WireError } from '@worldwire/protocol';
import type { HttpResponse } from './http-response.js';
import type { Mount } from './mount.js';
import { kindOfStatus, Refusal, sendRefusal } from './respond.js';

/** Refuses a message to a mount, in the form of its dialect, and reports it to the mount like any reply. */
export function refuseMessage(
  mount: Mount,
  response: HttpResponse,
  refusal: Refusal,
  id: RequestId | null | undefined,
): void {
  const { status, headers } = refusal;
  const error = dialectError(mount, refusal.error, status);
  sendRefusal(response, new Refusal(status, error, headers), id);
  const { body } = error;
  mount.hooks?.replied?.({ text: encodeError(id, body), code: body.code }, response.principal);
}

/**
 * The error with the data of the dialect. Its code stays that of the protocol, because no dialect method served it. An
 * error without a kind gets that of its HTTP status.
 */
export function dialectError({ dialect }: Mount, error: WireError, status?: number): WireError {
  if (dialect?.error === undefined) return error;
  const { body } = error;
  const kind = status === undefined ? undefined : kindOfStatus(status);
  const named =
    kind === undefined ? body : { ...body, data: { kind, ...(isObject(body.data) ? body.data : {}) } };
  return new WireError(error.code, error.message, dialect.error(named).data);
}
