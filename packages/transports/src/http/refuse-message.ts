import { encodeError, type RequestId, WireError } from '@worldwire/protocol';
import type { HttpResponse } from './http-response.js';
import type { Mount } from './mount.js';
import { Refusal, sendRefusal } from './respond.js';

/** Refuses a message that came to a mount, in the words of its dialect, and shows that to the mount's side as any reply. */
export function refuseMessage(
  mount: Mount,
  response: HttpResponse,
  refusal: Refusal,
  id: RequestId | null | undefined,
): void {
  const { status, headers } = refusal;
  const error = spokenRefusal(mount, refusal.error);
  sendRefusal(response, new Refusal(status, error, headers), id);
  const { body } = error;
  mount.side?.replied?.({ text: encodeError(id, body), code: body.code }, response.principal);
}

/** The error with what the dialect says beside it. The code is that of the protocol: the dialect did not get to serve it. */
export function spokenRefusal({ dialect }: Mount, error: WireError): WireError {
  const spoken = dialect?.error?.(error.body);
  return spoken === undefined ? error : new WireError(error.code, error.message, spoken.data);
}
