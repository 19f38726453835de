import { encodeError, encodeResult, ERRORS, type RequestId, WireError, type WireErrorBody } from '@worldwire/protocol';
import type { Log } from './environment.js';
import { WorldError } from './world-error.js';

/** What goes back for one request: the whole JSON-RPC message, and the code where it is an error. */
export interface Reply {
  readonly text: string;
  readonly code: number | undefined;
}

export function success(id: RequestId, result: unknown): Reply {
  return { text: encodeResult(id, result), code: undefined };
}

export function failure(id: RequestId | null | undefined, error: WireErrorBody): Reply {
  return { text: encodeError(id, error), code: error.code };
}

/** The one place where something thrown becomes what a client reads. Stacks and unknown messages stay inside. */
export function errorBody(thrown: unknown, log: Log, where: object): WireErrorBody {
  if (thrown instanceof WireError) {
    const { code, message, data } = thrown;
    return data === undefined ? { code, message } : { code, message, data };
  }
  if (thrown instanceof WorldError) {
    const { kind, message, hint } = thrown;
    const { code } = kind === 'InvalidArgument' || kind === 'NotFound' ? ERRORS.InvalidParams : ERRORS.InternalError;
    return { code, message, data: hint === undefined ? { kind } : { kind, hint } };
  }
  log.error({ ...where, err: thrown }, 'request failed');
  return { code: ERRORS.InternalError.code, message: 'The server failed to serve this request. Its log has the details.' };
}
