import {
  ERRORS,
  encodeError,
  encodeResult,
  type JsonObject,
  type RequestId,
  WireError,
  type WireErrorBody,
} from '@worldwire/protocol';
import type { Log } from './environment.js';
import { WorldError } from './world-error.js';

/** What goes back for one request: the whole JSON-RPC message, and the code where it is an error. */
export interface Reply {
  readonly text: string;
  readonly code: number | undefined;
  /** The HTTP status, where a dialect has its own. */
  readonly status?: number;
}

export function success(id: RequestId, result: unknown): Reply {
  return { text: encodeResult(id, result), code: undefined };
}

/**
 * A result of the stateless era, which says what kind it is and whose. The common part is written as text:
 * copying the result into an object that has it costs more than encoding both.
 */
export function completed(id: RequestId, result: JsonObject, serverMeta: string): Reply {
  if (result._meta !== undefined || result.resultType !== undefined) return merged(id, result, serverMeta);
  const fields = JSON.stringify(result).slice(1);
  const head = `"resultType":"complete","_meta":${serverMeta}${fields === '}' ? '' : ','}`;
  return { text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":{${head}${fields}}`, code: undefined };
}

function merged(id: RequestId, result: JsonObject, serverMeta: string): Reply {
  const _meta = { ...JSON.parse(serverMeta), ...(result._meta as JsonObject) };
  return success(id, { resultType: 'complete', ...result, _meta });
}

export function failure(id: RequestId | null | undefined, error: WireErrorBody): Reply {
  return { text: encodeError(id, error), code: error.code };
}

/** The one place where something thrown becomes what a client reads. Stacks and unknown messages stay inside. */
export function errorBody(thrown: unknown, log: Log, where: object): WireErrorBody {
  if (thrown instanceof WireError) return thrown.body;
  if (thrown instanceof WorldError) {
    const { kind, message, hint } = thrown;
    const { code } =
      kind === 'InvalidArgument' || kind === 'NotFound' ? ERRORS.InvalidParams : ERRORS.InternalError;
    return { code, message, data: hint === undefined ? { kind } : { kind, hint } };
  }
  log.error({ ...where, err: thrown }, 'request failed');
  return {
    code: ERRORS.InternalError.code,
    message: 'The server failed to serve this request. Its log has the details.',
  };
}
