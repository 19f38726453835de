import {
  ERRORS,
  encodeError,
  encodeResult,
  type JsonObject,
  type RequestId,
  WireError,
  type WireErrorBody,
} from '@worldwire/protocol';
import type { Log } from '../api/log.js';
import { isSerialized, likewise, writeResult } from '../api/serialized-json.js';
import { WorldError } from '../api/world-error.js';

/** What goes back for one request: the whole JSON-RPC message, and the code where it is an error. */
export interface Reply {
  readonly text: string;
  readonly code: number | undefined;
  /** The HTTP status, where a dialect has its own. */
  readonly status?: number;
}

/** Results that are given again and again, with their text once it is written. */
const kept = new WeakMap<object, string>();

/** Has a result written down once, however often it is given. It must not change any more. */
export function keep(result: JsonObject): JsonObject {
  kept.set(result, '');
  return result;
}

export function success(id: RequestId, result: unknown): Reply {
  const known = typeof result === 'object' && result !== null ? kept.get(result) : undefined;
  if (known !== undefined)
    return around(id, known || remember(result as object, writeResult(result as object)));
  if (isSerialized(result)) return around(id, writeResult(result));
  return { text: encodeResult(id, result), code: undefined };
}

/**
 * A result of the stateless era, which says what kind it is and whose. The common part is written as text:
 * copying the result into an object that has it costs more than encoding both.
 */
export function completed(id: RequestId, result: JsonObject, serverMeta: string): Reply {
  const known = kept.get(result);
  if (known) return around(id, known);
  const text = writeCompleted(result, serverMeta);
  return around(id, known === undefined ? text : remember(result, text));
}

function writeCompleted(result: JsonObject, serverMeta: string): string {
  if (result._meta !== undefined || result.resultType !== undefined) {
    const _meta = { ...JSON.parse(serverMeta), ...(result._meta as JsonObject) };
    return writeResult(likewise(result, { resultType: 'complete', ...result, _meta }));
  }
  const fields = writeResult(result).slice(1);
  return `{"resultType":"complete","_meta":${serverMeta}${fields === '}' ? '' : ','}${fields}`;
}

function remember(result: object, text: string): string {
  kept.set(result, text);
  return text;
}

function around(id: RequestId, result: string): Reply {
  return { text: `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"result":${result}}`, code: undefined };
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
