import { encodeError, isObject, type RequestId, WireError } from '@worldwire/protocol';
import type { HttpResponse } from './http-response.js';
import type { Mount } from './mount.js';
import { kindOfStatus, Refusal, sendRefusal } from './respond.js';

/** Refuses what came to a mount, in the words of its dialect, and shows that to the mount's side as any reply. */
export function refuseMessage(
  mount: Mount,
  response: HttpResponse,
  refusal: Refusal,
  id: RequestId | null | undefined,
): void {
  const { status, headers } = refusal;
  const error = spokenRefusal(mount, refusal.error, status);
  sendRefusal(response, new Refusal(status, error, headers), id);
  const { body } = error;
  mount.hooks?.replied?.({ text: encodeError(id, body), code: body.code }, response.principal);
}

/**
 * The error with what the dialect says beside it. The code is that of the protocol: the dialect did not get to serve it.
 * An error that names no kind has that of its HTTP status.
 */
export function spokenRefusal({ dialect }: Mount, error: WireError, status?: number): WireError {
  if (dialect?.error === undefined) return error;
  const { body } = error;
  const kind = status === undefined ? undefined : kindOfStatus(status);
  const named =
    kind === undefined ? body : { ...body, data: { kind, ...(isObject(body.data) ? body.data : {}) } };
  return new WireError(error.code, error.message, dialect.error(named).data);
}
